/** The first half of processing: cuts transcripts into chunks, stores them in SQL and gathers what to index. */
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Chunk, UnembeddedItem } from '../../indexer/index.js';
import type { Db } from '../platform/db/dialect.js';
import type { Clock } from '../platform/lib/clock.js';
import type { TranscriptThreads } from '../content/transcripts/transcript-tasks.js';
import { AppError, messageOf } from '../platform/lib/errors.js';
import {
  currentTranscripts,
  type CurrentTranscript,
} from '../content/items/current-transcript.repository.js';
import { publishesOnceReady } from '../content/items/item-schedule.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import type { IndexProvider } from '../search/indexing/index-provider.js';
import type { Processed } from './finish-items.repository.js';
import { beginRuns, endRuns } from './run.repository.js';
import { loadItems, replaceChunks } from '../search/indexing/indexable-item.repository.js';

export interface PreparedItem {
  /** Null where the transcript is not to be indexed. */
  draft: UnembeddedItem | null;
  processed: Processed;
}

interface Deps {
  db: Db;
  clock: Clock;
  index: IndexProvider;
  threads: TranscriptThreads;
}

/** Statuses from which processing makes an item ready. */
const goesOnToReady: ReadonlySet<string> = new Set(['queued', 'processing']);

const NO_TRANSCRIPT = 'This item has no transcript. Upload one, then process it again.';

/** Leaves out deleted items and those without a usable transcript, which then need action by a person. */
export const prepareItems = async (
  { db, clock, index, threads }: Deps,
  accountId: number,
  itemIds: readonly number[],
): Promise<PreparedItem[]> => {
  const items = await loadItems(db, accountId, itemIds, { withChunks: false });
  const existing = items.map(({ item }) => item.id);
  if (existing.length === 0) return [];
  await begin(db, clock, accountId, existing);
  // Before the first chunk is in SQL: chunks without an index would require a reindex.
  await index.writable();
  const transcripts = await readTranscripts(db, accountId, existing);
  const prepared: PreparedItem[] = [];
  for (const { item, draft } of items) {
    const transcript = transcripts.get(item.id);
    if (transcript && !transcript.isIndexable) {
      await db.transaction().execute((trx) => replaceChunks(trx, accountId, item.id, []));
      const { contentHash, endMs } = transcript;
      const { published } = draft;
      const processed = { itemId: item.id, endMs, mediaAssetId: null, contentHash, published };
      prepared.push({ draft: null, processed });
      continue;
    }
    const chunks = transcript ? await chunksOf(threads, accountId, transcript.segments) : NO_TRANSCRIPT;
    if (!transcript || typeof chunks === 'string') {
      await refuse(db, clock, accountId, item.id, chunks as string);
      continue;
    }
    await db.transaction().execute((trx) => replaceChunks(trx, accountId, item.id, chunks));
    // An item that goes on to be published is indexed as public right away.
    const published = draft.published || (publishesOnceReady(clock, item) && goesOnToReady.has(item.status));
    const { mediaAssetId, contentHash, endMs } = transcript;
    prepared.push({
      draft: { ...draft, chunks, mediaAssetId, published },
      processed: { itemId: item.id, endMs, mediaAssetId, contentHash, published },
    });
    // Lets waiting requests run between two items.
    await setImmediate();
  }
  return prepared;
};

const begin = (db: Db, clock: Clock, accountId: number, itemIds: readonly number[]): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const itemId of itemIds) await applyEvent(trx, clock, accountId, itemId, 'start');
    await beginRuns(trx, clock, accountId, itemIds);
  });

/** Asks for action by a person. A public item stays public, and its run records the problem. */
const refuse = (
  db: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  errorMessage: string,
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    await applyEvent(trx, clock, accountId, itemId, 'needAction', { errorMessage });
    await endRuns(trx, clock, accountId, [itemId], errorMessage);
  });

/** Sizes of the transcripts that the items are known by; an item without one is absent. */
export const transcriptBytes = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('transcript')
    .select(['itemId', sql<number>`octet_length("segments")`.as('bytes')])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .where('isCurrent', '=', 1)
    .execute();
  return new Map(rows.map(({ itemId, bytes }) => [itemId, bytes]));
};

const readTranscripts = async (
  db: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, CurrentTranscript & { segments: string }>> => {
  const rows = await db
    .selectFrom('transcript')
    .select(['itemId', 'segments'])
    .where('accountId', '=', accountId)
    .where('itemId', 'in', itemIds)
    .where('isCurrent', '=', 1)
    .execute();
  const known = await currentTranscripts(db, accountId, itemIds);
  return new Map(
    rows.flatMap(({ itemId, segments }) => {
      const transcript = known.get(itemId);
      return transcript ? [[itemId, { ...transcript, segments }] as const] : [];
    }),
  );
};

/** The chunks, or a message that says why there are none. */
const chunksOf = async (
  threads: TranscriptThreads,
  accountId: number,
  segments: string,
): Promise<Chunk[] | string> => {
  let chunks: Chunk[];
  try {
    const options = { accountId, bytes: segments.length, path: 'transcript', isJob: true };
    chunks = await threads.run('chunk', { segments }, options);
  } catch (error) {
    // While the server stops.
    if (error instanceof AppError && error.status === 503) throw error;
    return `The transcript cannot be read (${messageOf(error)}). Upload it again.`;
  }
  return chunks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
    ? chunks
    : 'The transcript has no words. Upload another one, then process the item again.';
};
