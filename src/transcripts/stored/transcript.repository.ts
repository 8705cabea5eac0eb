/** Transcripts in SQL: the uploaded segments, their media asset, and the link to the current one. */
import { randomBytes } from 'node:crypto';
import { ensureVariantType } from '../../content/items/variant-type.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import {
  existingRows,
  findRow,
  insertRow,
  rowsWhere,
  updateWhere,
  deleteWhere,
} from '../../platform/db/rows.js';
import type { Flag, Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalidState, notFound } from '../../platform/lib/errors.js';
import { isSameSecret } from '../../platform/lib/ids.js';
import { chooseTranscripts } from '../../content/items/current-transcript.repository.js';
import { recomputeLanguages } from '../../content/items/item-language.repository.js';
import { moveDrafts } from './transcript-draft.repository.js';
import { keepRevisions } from './transcript-revision.repository.js';
import { readText, useText, type NewText } from './transcript-text.repository.js';

export type TranscriptInput = NewText & {
  /** Hash of the segments without their ids. */
  contentHash: string;
  endMs: number | null;
  language: string | null;
  /** A media asset of the item; without one, the transcript gets its own asset. */
  mediaAssetId?: number | null;
  /** The content is that of the stored transcript, and ids of segments are not. */
  hasNewIds?: boolean;
};

/**
 * Stores the transcript of a media asset, replacing the previous one. A transcript without an asset replaces all
 * others of the item, and is itself replaced by one of media that may be indexed. The item gets a transcript link
 * unless it has one.
 */
export const saveTranscript = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  item: Pick<Row<'item'>, 'id' | 'collectionId' | 'transcriptUrl'>,
  input: TranscriptInput,
): Promise<void> => {
  const { contentHash, endMs, language, mediaAssetId, hasNewIds = false } = input;
  const now = isoTime(clock);
  const ownerId = mediaAssetId ?? (await ensureTextAsset(trx, now, accountId, item));
  const known = await transcriptsOf(trx, accountId, item.id);
  const former = known.find((transcript) => transcript.mediaAssetId === ownerId);
  const isSameText = !hasNewIds || ('textId' in input && input.textId === former?.textId);
  const hasText = former?.contentHash === contentHash && isSameText;
  const textId = hasText ? former.textId : await useText(trx, clock, accountId, input);
  const values = { mediaAssetId: ownerId, language, textId, contentHash, endMs, updatedDate: now };
  const isChanged = former && (!hasText || former.language !== language);
  await keepRevisions(trx, now, accountId, item.id, isChanged ? [former.id] : []);
  await trx
    .insertInto('transcript')
    .values({ accountId, itemId: item.id, isCurrent: 0, entryDate: now, ...values })
    .onConflict((oc) => oc.columns(['itemId', 'mediaAssetId']).doUpdateSet(values))
    .execute();
  const others = known.filter(({ id }) => id !== former?.id);
  await removeReplaced(trx, now, accountId, item.id, others, mediaAssetId ?? null);
  await chooseTranscripts(trx, accountId, [item.id]);
  await recomputeLanguages(trx, accountId, [item.id]);
  if (item.transcriptUrl === null)
    await updateWhere(trx, 'item', { accountId, id: item.id, transcriptUrl: null })
      .set({ transcriptUrl: newTranscriptPath(accountId, item.id) })
      .execute();
};

/** The path of a new link to an item's transcript, relative to the private API: unguessable, so that it needs no token. */
const newTranscriptPath = (accountId: number, itemId: number): string =>
  `/accounts/${accountId}/transcripts/${itemId}/${randomBytes(32).toString('base64url')}`;

/** Whether `key` is the last part of the stored path. */
export const isLinkKey = (path: string | null, key: string): boolean => {
  const expected = path?.split('/').at(-1) ?? '';
  return expected !== '' && isSameSecret(expected, key);
};

type KnownTranscript = Pick<Row<'transcript'>, 'id' | 'mediaAssetId' | 'textId' | 'contentHash' | 'language'>;

const transcriptsOf = (trx: Db, accountId: number, itemId: number): Promise<KnownTranscript[]> =>
  rowsWhere(trx, 'transcript', { accountId, itemId })
    .select(['id', 'mediaAssetId', 'textId', 'contentHash', 'language'])
    .execute();

/**
 * If the new transcript belongs to the item itself, removes all others; if it belongs to media that may be
 * indexed, removes the one without media.
 */
const removeReplaced = async (
  trx: Db,
  now: string,
  accountId: number,
  itemId: number,
  others: readonly KnownTranscript[],
  mediaAssetId: number | null,
): Promise<void> => {
  if (others.length === 0) return;
  let replaced = others;
  if (mediaAssetId !== null) {
    const asset = await findRow(trx, 'mediaAsset', accountId, mediaAssetId);
    const type = asset?.variantTypeId && (await findRow(trx, 'variantType', accountId, asset.variantTypeId));
    if (type && type.indexable === 0) return;
    const texts = await rowsWhere(trx, 'mediaAsset', { accountId, itemId, contentType: 'text' })
      .select('id')
      .execute();
    replaced = others.filter((other) => texts.some(({ id }) => id === other.mediaAssetId));
  }
  await removeTranscripts(
    trx,
    now,
    accountId,
    itemId,
    replaced.map(({ id }) => id),
  );
};

/** They stay as revisions of the item. */
const removeTranscripts = async (
  trx: Db,
  now: string,
  accountId: number,
  itemId: number,
  ids: readonly number[],
): Promise<void> => {
  if (ids.length === 0) return;
  await keepRevisions(trx, now, accountId, itemId, ids);
  await deleteWhere(trx, 'transcript', { accountId }).where('id', 'in', ids).execute();
};

/** Removes the transcript of a media asset. It stays as a revision of the item. */
export const removeTranscriptOf = async (
  trx: Db,
  clock: Clock,
  { accountId, itemId, id }: Pick<Row<'mediaAsset'>, 'accountId' | 'itemId' | 'id'>,
): Promise<void> => {
  const removed = (await transcriptsOf(trx, accountId, itemId)).filter(
    ({ mediaAssetId }) => mediaAssetId === id,
  );
  await removeTranscripts(
    trx,
    isoTime(clock),
    accountId,
    itemId,
    removed.map((transcript) => transcript.id),
  );
  await chooseTranscripts(trx, accountId, [itemId]);
};

/** The item's asset for a transcript without media, of the variant type `Transcript`; both are created on demand. */
const ensureTextAsset = async (
  trx: Db,
  now: string,
  accountId: number,
  item: Pick<Row<'item'>, 'id' | 'collectionId'>,
): Promise<number> => {
  const known = await existingRows(trx, 'mediaAsset', accountId, { itemId: item.id, contentType: 'text' })
    .select('id')
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

/**
 * Keeps the transcript of a deleted media asset as one without media, with its drafts, unless the item already has one.
 */
export const keepTranscript = async (
  trx: Db,
  now: string,
  item: Pick<Row<'item'>, 'id' | 'accountId' | 'collectionId'>,
  transcriptId: number,
): Promise<void> => {
  const { accountId, id } = item;
  const mediaAssetId = await ensureTextAsset(trx, now, accountId, item);
  const kept = (await transcriptsOf(trx, accountId, id)).find((transcript) => transcript.id === transcriptId);
  if (await findTranscriptVersion(trx, accountId, id, mediaAssetId))
    await removeTranscripts(trx, now, accountId, id, [transcriptId]);
  else {
    await updateWhere(trx, 'transcript', { accountId, id: transcriptId }).set({ mediaAssetId }).execute();
    if (kept && kept.mediaAssetId !== null)
      await moveDrafts(trx, accountId, id, { from: kept.mediaAssetId, to: mediaAssetId });
  }
  await chooseTranscripts(trx, accountId, [id]);
};

/** The fields that identify a version of a transcript. */
export type TranscriptVersion = Pick<
  Row<'transcript'>,
  'itemId' | 'mediaAssetId' | 'language' | 'endMs' | 'contentHash' | 'updatedDate'
>;
const VERSION_COLUMNS = [
  'itemId',
  'mediaAssetId',
  'language',
  'endMs',
  'contentHash',
  'updatedDate',
] as const;

/** The version of a transcript, from which its ETag is computed. */
export const versionOfTranscript = (transcript: TranscriptVersion): TranscriptVersion => {
  const { itemId, mediaAssetId, language, endMs, contentHash, updatedDate } = transcript;
  return { itemId, mediaAssetId, language, endMs, contentHash, updatedDate };
};

export interface StoredTranscript extends TranscriptVersion {
  isCurrent: Flag;
  textId: number;
  /** JSON of segments. */
  segments: string;
}

const transcriptOf = (db: Db, accountId: number, itemId: number, mediaAssetId?: number) => {
  const transcripts = rowsWhere(db, 'transcript', { accountId, itemId });
  return mediaAssetId === undefined
    ? transcripts.where('isCurrent', '=', 1)
    : transcripts.where('mediaAssetId', '=', mediaAssetId);
};

/** The item's current transcript, or that of one of its media assets. */
export const findTranscript = async (
  db: Db,
  accountId: number,
  itemId: number,
  mediaAssetId?: number,
): Promise<StoredTranscript | undefined> => {
  const transcript = await findTranscriptVersion(db, accountId, itemId, mediaAssetId);
  return transcript && { ...transcript, segments: await readText(db, accountId, transcript.textId) };
};

/**
 * @throws {NotFoundError} when the item does not exist
 * @throws {InvalidStateError} when there is no such transcript
 */
export const getTranscript = async (
  db: Db,
  accountId: number,
  itemId: number,
  mediaAssetId?: number,
): Promise<StoredTranscript> => {
  if (!(await findRow(db, 'item', accountId, itemId))) throw notFound();
  const transcript = await findTranscript(db, accountId, itemId, mediaAssetId);
  if (!transcript) throw invalidState('This item has no such transcript. Upload one.');
  return transcript;
};

/** Like `findTranscript`, without the segments. */
export const findTranscriptVersion = (
  db: Db,
  accountId: number,
  itemId: number,
  mediaAssetId?: number,
): Promise<Omit<StoredTranscript, 'segments'> | undefined> =>
  transcriptOf(db, accountId, itemId, mediaAssetId)
    .select([...VERSION_COLUMNS, 'isCurrent', 'textId'])
    .executeTakeFirst();

/** The item's media assets, with their durations. */
export const findMedia = (
  db: Db,
  accountId: number,
  itemId: number,
): Promise<Pick<Row<'mediaAsset'>, 'id' | 'durationSecs'>[]> =>
  existingRows(db, 'mediaAsset', accountId, { itemId })
    .select(['id', 'durationSecs'])
    .orderBy('id')
    .execute();
