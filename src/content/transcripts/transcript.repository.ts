/** Transcripts in SQL: the segments as uploaded, the media asset they belong to, and the chunks made of them. */
import { setImmediate } from 'node:timers/promises';
import { ensureVariantType } from '../collections/variant-type.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { newTranscriptPath } from './transcript-link.js';
import type { StoredSegments } from './transcript-tasks.js';

export interface TranscriptInput extends StoredSegments {
  language: string | null;
  /** A media asset of the item; without one the transcript gets an asset of its own. */
  mediaAssetId?: number | null;
}

/** Replaces the item's transcript. The item keeps its link, or gets one. */
export const saveTranscript = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  item: Pick<Row<'item'>, 'id' | 'collectionId' | 'transcriptUrl'>,
  { segments, contentHash, endMs, language, mediaAssetId }: TranscriptInput,
): Promise<void> => {
  const now = isoTime(clock);
  const values = {
    mediaAssetId: mediaAssetId ?? (await ensureTextAsset(trx, now, accountId, item)),
    language,
    segments,
    contentHash,
    endMs,
    updatedDate: now,
  };
  await trx
    .insertInto('transcript')
    .values({ accountId, itemId: item.id, entryDate: now, ...values })
    .onConflict((oc) =>
      // Not the values again: they may be of 40 MB.
      oc.column('itemId').doUpdateSet(({ ref }) => ({
        mediaAssetId: ref('excluded.mediaAssetId'),
        language: ref('excluded.language'),
        segments: ref('excluded.segments'),
        contentHash: ref('excluded.contentHash'),
        endMs: ref('excluded.endMs'),
        updatedDate: ref('excluded.updatedDate'),
      })),
    )
    .execute();
  if (item.transcriptUrl === null)
    await trx
      .updateTable('item')
      .set({ transcriptUrl: newTranscriptPath(accountId, item.id) })
      .where('accountId', '=', accountId)
      .where('id', '=', item.id)
      .where('transcriptUrl', 'is', null)
      .execute();
};

/** The item's asset for a transcript without media, of the variant type `Transcript`; both are made on demand. */
export const ensureTextAsset = async (
  trx: Db,
  now: string,
  accountId: number,
  item: Pick<Row<'item'>, 'id' | 'collectionId'>,
): Promise<number> => {
  const known = await existingRows(trx, 'mediaAsset', accountId)
    .select('id')
    .where('itemId', '=', item.id)
    .where('contentType', '=', 'text')
    .orderBy('id')
    .executeTakeFirst();
  if (known) return known.id;
  const created = await insertRow(trx, 'mediaAsset', {
    accountId,
    itemId: item.id,
    contentType: 'text',
    mimeType: 'application/json',
    variantTypeId: await ensureVariantType(trx, accountId, item.collectionId, {
      name: 'Transcript',
      contentType: 'text',
      indexable: 1,
    }),
    fileSizeBytes: null,
    durationSecs: null,
    bitrate: null,
    videoWidth: null,
    videoHeight: null,
    filename: null,
    originalFilename: null,
    externalPlatform: null,
    externalPlatformId: null,
    streamAssetId: null,
    streamPlaybackId: null,
    status: 'ready',
    url: null,
    downloadUrl: null,
    entryDate: now,
    deletedDate: null,
  });
  return created.id;
};

export interface StoredTranscript {
  itemId: number;
  mediaAssetId: number | null;
  language: string | null;
  /** JSON of segments. */
  segments: string;
}

export const findTranscript = (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<StoredTranscript | undefined> =>
  db
    .selectFrom('transcript')
    .select(['itemId', 'mediaAssetId', 'language', 'segments'])
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .executeTakeFirst();

type Passage = Pick<Row<'chunk'>, 'text' | 'startMs' | 'endMs'>;

/** Passages per query, so that other requests need not wait for those of a long transcript. */
const PAGE_PASSAGES = 1_000;

/** The passages of a processed item, in order, page by page. */
export async function* readChunks(db: Db, accountId: number, itemId: number): AsyncGenerator<Passage[]> {
  for (let after = -1; ;) {
    const rows = await db
      .selectFrom('chunk')
      .select(['ordinal', 'text', 'startMs', 'endMs'])
      .where('accountId', '=', accountId)
      .where('itemId', '=', itemId)
      .where('ordinal', '>', after)
      .orderBy('ordinal')
      .limit(PAGE_PASSAGES)
      .execute();
    if (rows.length > 0) yield rows.map(({ text, startMs, endMs }) => ({ text, startMs, endMs }));
    if (rows.length < PAGE_PASSAGES) return;
    after = rows.at(-1)!.ordinal;
    await setImmediate();
  }
}

/** The item's media assets, with their durations. */
export const findMedia = (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<Pick<Row<'mediaAsset'>, 'id' | 'durationSecs'>[]> =>
  existingRows(db, 'mediaAsset', accountId)
    .select(['id', 'durationSecs'])
    .where('itemId', '=', itemId)
    .orderBy('id')
    .execute();
