/** The job from transcript to ready: chunks into SQL, vectors into the index, and autoPublish on from there. */
import { chunkSegments, embedTalks, type Chunk, type Segment, type TalkDraft } from '../../indexer/index.js';
import type { Row } from '../db/tables.js';
import { isoTime } from '../lib/clock.js';
import { messageOf } from '../lib/errors.js';
import { applyEvent } from '../items/item-status.repository.js';
import type { Job, JobHandler, JobOutcome } from '../jobs/job.types.js';
import { finishItems, type Processed } from './finish-items.repository.js';
import { enqueueUpkeep, inAccounts, isUnavailable, type ProcessingDeps } from './handler-support.js';
import { beginRuns, endRuns, waitsForProcessing } from './run.repository.js';
import { loadTalks, replaceChunks } from './talk.repository.js';

/** Items a batch: enough that the embedder's batches and the index's writes are shared. */
const BATCH_ITEMS = 16;
/** Batches after which the index is tidied although more items wait. */
const BATCHES_BETWEEN_UPKEEP = 20;

export const processItemHandler = ({
  db,
  clock,
  index,
  embedder,
}: ProcessingDeps): JobHandler<'processItem'> => {
  let batches = 0;

  const begin = (accountId: number, itemIds: readonly number[]): Promise<void> =>
    db.transaction().execute(async (trx) => {
      for (const itemId of itemIds) await applyEvent(trx, clock, accountId, itemId, 'start');
      await beginRuns(trx, clock, accountId, itemIds);
    });

  /** The item's transcript cannot become chunks: a person must act. An item that is public stays so. */
  const refuse = (accountId: number, itemId: number, errorMessage: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      await applyEvent(trx, clock, accountId, itemId, 'needAction', { errorMessage });
      await endRuns(trx, clock, accountId, [itemId], errorMessage);
    });

  /** Chunks of each item into SQL. Items without a usable transcript are refused and left out. */
  const chunkItems = async (
    accountId: number,
    itemIds: readonly number[],
  ): Promise<Omit<Processed, 'published'>[]> => {
    const rows = await db
      .selectFrom('transcript')
      .selectAll()
      .where('accountId', '=', accountId)
      .where('itemId', 'in', itemIds)
      .execute();
    const transcripts = new Map(rows.map((row) => [row.itemId, row]));
    const processed: Omit<Processed, 'published'>[] = [];
    for (const itemId of itemIds) {
      const transcript = transcripts.get(itemId);
      const chunks = transcript ? chunksOf(transcript) : NO_TRANSCRIPT;
      if (!transcript || typeof chunks === 'string') {
        await refuse(accountId, itemId, chunks as string);
        continue;
      }
      await db.transaction().execute((trx) => replaceChunks(trx, accountId, itemId, chunks));
      processed.push({
        itemId,
        chunks,
        mediaAssetId: transcript.mediaAssetId,
        contentHash: transcript.contentHash,
      });
      // Between two items the requests that came meanwhile have their turn.
      await new Promise(setImmediate);
    }
    return processed;
  };

  const processBatch = async (accountId: number, itemIds: readonly number[]): Promise<void> => {
    const talks = await loadTalks(db, accountId, itemIds, { withChunks: false });
    const living = talks.map(({ item }) => item.id);
    if (living.length === 0) return;
    await begin(accountId, living);
    // Before the first chunk is in SQL: an index that lacks chunks that SQL has would have to be built anew.
    await index.writable();
    const made = new Map((await chunkItems(accountId, living)).map((one) => [one.itemId, one]));
    const processed: Processed[] = [];
    const drafts: TalkDraft[] = [];
    for (const { item, draft } of talks) {
      const one = made.get(item.id);
      if (!one) continue;
      // What publishes itself once it is ready is written as public right away.
      const published = draft.published || (item.autoPublish === 1 && goesOnToReady.has(item.status));
      processed.push({ ...one, published });
      drafts.push({ ...draft, chunks: one.chunks, mediaAssetId: one.mediaAssetId, published });
    }
    if (drafts.length === 0) return;
    const records = await embedTalks(await embedder.get(), drafts);
    await index.write((serving) => serving.replaceTalks(records));
    await db.transaction().execute(async (trx) => {
      await finishItems(trx, clock, accountId, processed);
      await enqueueUpkeep(trx, clock, accountId);
    });
    if (++batches % BATCHES_BETWEEN_UPKEEP === 0) await (await index.writable()).index.maintain();
  };

  /** One bad item must not fail the others: what fails together is tried one by one. */
  const processApart = async (accountId: number, itemIds: readonly number[]): Promise<JobOutcome[]> => {
    try {
      await processBatch(accountId, itemIds);
      return itemIds.map(() => undefined);
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      if (isUnavailable(failure)) index.failed();
      if (itemIds.length === 1 || isUnavailable(failure)) return itemIds.map(() => failure);
      const outcomes: JobOutcome[] = [];
      for (const itemId of itemIds) outcomes.push(...(await processApart(accountId, [itemId])));
      return outcomes;
    }
  };

  return {
    batchSize: BATCH_ITEMS,
    maxAttempts: 5,
    run: (jobs) =>
      inAccounts(jobs, (accountId, own) =>
        processApart(
          accountId,
          own.map(({ payload }) => payload.itemId),
        ),
      ),
    onDead: async ({ accountId, payload: { itemId } }: Job<'processItem'>, error) => {
      if (await waitsForProcessing(db, accountId, itemId)) return;
      const errorMessage = isUnavailable(error)
        ? error.message
        : `Processing failed at ${isoTime(clock)}: ${messageOf(error)}`;
      await db.transaction().execute(async (trx) => {
        await applyEvent(trx, clock, accountId, itemId, 'fail', { errorMessage });
        await endRuns(trx, clock, accountId, [itemId], errorMessage);
      });
    },
  };
};

const NO_TRANSCRIPT = 'There is no transcript yet: put one and process again';

/** Statuses from which a processed item becomes ready. */
const goesOnToReady: ReadonlySet<string> = new Set(['queued', 'processing']);

/** The chunks, or in words why there are none. */
const chunksOf = (transcript: Row<'transcript'>): Chunk[] | string => {
  let chunks: Chunk[];
  try {
    chunks = chunkSegments(JSON.parse(transcript.segments) as Segment[]);
  } catch (error) {
    return `The transcript cannot be read (${messageOf(error)}): put it again`;
  }
  return chunks.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
    ? chunks
    : 'The transcript has no words: put another one and process again';
};
