/** Uploads in pieces in SQL: whether more pieces are accepted, and what has arrived. */
import { isPostgres, type Db } from '../db/dialect.js';
import { enqueueMany } from '../jobs/job.repository.js';
import type { Caller } from '../lib/caller.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { toFlag } from '../lib/fields.js';
import { RESUMABLE_MS, type Upload, type UploadPurpose } from './upload.repository.js';
import type { SecretKey } from '../secrets/secret-key.js';
import { updateWhere, rowsWhere } from '../db/rows.js';

type Planner = Pick<Caller, 'token' | 'person'>;

/** What a row has that takes no pieces. */
const ENDED = { resumableUntil: null, uploadedBytes: 0, multipartId: null };

/**
 * Ends the unfinished uploads that somebody planned whose rights have ended, and removes the pieces. A file that is
 * arriving in one piece is stored; no other one is accepted.
 */
export const endUploadsOf = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  planner: 'tokenId' | 'personId',
  id: number,
): Promise<void> => {
  const planned = await waiting(trx, accountId).where(planner, '=', id).execute();
  await end(trx, clock, accountId, planned, { expiresAt: isoTime(clock) });
};

/** Ends unfinished uploads in pieces, and removes the pieces. The file may still arrive in one piece. */
export const endResumable = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  purpose: UploadPurpose,
  subjectIds: readonly number[],
): Promise<void> => {
  if (subjectIds.length === 0) return;
  const open = await waiting(trx, accountId)
    .where('purpose', '=', purpose)
    .where('subjectId', 'in', subjectIds)
    .where('resumableUntil', 'is not', null)
    .execute();
  await end(trx, clock, accountId, open);
};

/**
 * Frees the bytes reserved for files of a deleted record that were not uploaded, or not passed on, and ends its uploads in
 * pieces.
 */
export const removeUnfinished = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  purpose: UploadPurpose,
  subjectId: number,
): Promise<void> => {
  await endResumable(trx, clock, accountId, purpose, [subjectId]);
  const unfinished = await rowsWhere(trx, 'upload', { accountId, purpose, subjectId, status: 'waiting' })
    .select('blobKey')
    .execute();
  await enqueueMany(trx, clock, accountId, 'removeBlob', unfinished);
};

const waiting = (trx: Db, accountId: number) => {
  const query = rowsWhere(trx, 'upload', { accountId, status: 'waiting' })
    .select(['id', 'multipartId'])
    .orderBy('id');
  return isPostgres(trx) ? query.forUpdate() : query;
};

const end = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  uploads: readonly Pick<Upload, 'id' | 'multipartId'>[],
  more: { expiresAt?: string } = {},
): Promise<void> => {
  if (uploads.length === 0) return;
  await updateWhere(trx, 'upload', { accountId })
    .set({ ...ENDED, ...more })
    .where(
      'id',
      'in',
      uploads.map(({ id }) => id),
    )
    .execute();
  const pieces = uploads.map(({ id: uploadId, multipartId }) => ({ uploadId, multipartId }));
  await enqueueMany(trx, clock, accountId, 'removePieces', pieces);
};

/**
 * Stores how many bytes have arrived in pieces, and allows more of them for a day after the last one.
 * @param lastMs when the last byte arrived, in ms since 1970; default: now
 * @returns false if the upload takes no more pieces
 */
export const recordUploadProgress = async (
  db: Db,
  clock: Clock,
  { accountId, id, resumableUntil }: Upload,
  uploadedBytes: number,
  lastMs = clock.now().getTime(),
): Promise<boolean> => {
  const until = new Date(lastMs + RESUMABLE_MS).toISOString();
  const { numUpdatedRows } = await openForPieces(db, accountId, id)
    .set({
      uploadedBytes,
      resumableUntil: resumableUntil !== null && resumableUntil > until ? resumableUntil : until,
    })
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/**
 * Stores the id of a multipart upload instead of the one that the row had.
 * @returns false if another request has stored one, or if the upload takes no more pieces
 */
export const setMultipartId = async (
  db: Db,
  { accountId, id, multipartId }: Upload,
  started: string,
): Promise<boolean> => {
  const { numUpdatedRows } = await openForPieces(db, accountId, id)
    .set({ multipartId: started })
    .where('multipartId', multipartId === null ? 'is' : '=', multipartId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** The latest uploads in pieces of these records, by their id; records without one that is open are omitted. */
export const openUploadsOf = async (
  db: Db,
  accountId: number,
  purpose: UploadPurpose,
  subjectIds: readonly number[],
): Promise<Map<number, Pick<Upload, 'uploadedBytes' | 'resumableUntil'>>> => {
  if (subjectIds.length === 0) return new Map();
  const rows = await rowsWhere(db, 'upload', { accountId, purpose, status: 'waiting' })
    .select(['subjectId', 'uploadedBytes', 'resumableUntil'])
    .where('subjectId', 'in', subjectIds)
    .where('resumableUntil', 'is not', null)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ subjectId, ...upload }) => [subjectId, upload]));
};

/** Opens an upload for pieces, in the name of whoever continues it; they count as its planner from now on. */
export const renewResumable = (
  trx: Db,
  clock: Clock,
  { accountId, id, byContributor }: Upload,
  { token, person }: Planner,
  isContributor: boolean,
): Promise<Upload> =>
  updateWhere(trx, 'upload', { accountId, id })
    .set({
      resumableUntil: isoTime(clock, RESUMABLE_MS),
      tokenId: token?.id ?? null,
      personId: person?.id ?? null,
      byContributor: toFlag(byContributor === 1 || isContributor),
    })
    .returningAll()
    .executeTakeFirstOrThrow();

const openForPieces = (db: Db, accountId: number, id: number) =>
  db
    .updateTable('upload')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .where('resumableUntil', 'is not', null);

const PURPOSE = 'uploads';

type Named = Pick<Upload, 'accountId' | 'id'>;

export interface UploadLinks {
  /** The path below the API's base URL. For a person, it is valid only with a session of theirs. */
  pathOf(upload: Named, caller: Pick<Caller, 'person'>): string;
  isValid(upload: Named, signature: string, caller: Pick<Caller, 'person'>): boolean;
}

/** The addresses at which files arrive in pieces. Their signature ends with the upload, not at a time of its own. */
export const createUploadLinks = (secretKey: SecretKey): UploadLinks => {
  const textOf = ({ accountId, id }: Named, { person }: Pick<Caller, 'person'>): string =>
    `${accountId} ${id} ${person?.id ?? ''}`;
  return {
    pathOf: (upload, caller) =>
      `/resumable/${upload.accountId}/${upload.id}/${secretKey.sign(PURPOSE, textOf(upload, caller))}`,
    isValid: (upload, signature, caller) => secretKey.verify(PURPOSE, textOf(upload, caller), signature),
  };
};

/** Below what common proxies accept as a body. */
const MAX_PART_BYTES = 90_000_000;
/** Buckets accept no smaller part but the last. */
const MIN_PART_BYTES = 5 * 1024 ** 2;
/** A connection that is cut loses at most a part: a hundredth of the file. */
const PARTS = 100;

/** Bytes of each piece but the last, which may be smaller. */
export const partBytesOf = (sizeBytes: number): number =>
  Math.min(MAX_PART_BYTES, Math.max(MIN_PART_BYTES, Math.ceil(sizeBytes / PARTS)));

export const countParts = (sizeBytes: number): number => Math.ceil(sizeBytes / partBytesOf(sizeBytes));

/** @param partNumber from 1 */
export const sizeOfPart = (sizeBytes: number, partNumber: number): number =>
  Math.min(partBytesOf(sizeBytes), sizeBytes - (partNumber - 1) * partBytesOf(sizeBytes));
