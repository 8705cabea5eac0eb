/** Planned uploads in SQL: files for which a caller has an upload URL. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../db/dialect.js';
import { insertRow, deleteWhere, updateWhere, rowsWhere } from '../db/rows.js';
import type { Row } from '../db/tables.js';
import { enqueueMany } from '../jobs/job.repository.js';
import { isoTime, type Clock } from '../lib/clock.js';
import type { Caller } from '../lib/caller.js';
import { invalid, type AppError, type ErrorDetail } from '../lib/errors.js';
import { toFlag } from '../lib/fields.js';
import { sha256 } from '../lib/ids.js';
import { newBlobKey } from './blob-key.js';

export type Upload = Row<'upload'>;
/** An upload with its secret, of which only the hash is stored. */
export type PlannedUpload = Upload & { secret: string };
export type UploadPurpose = Upload['purpose'];

export interface UploadRequest {
  purpose: UploadPurpose;
  /** Id of the record that the file is for; the purpose determines the table. */
  subjectId: number;
  /** For artwork: one of the four aspect ratios. */
  variant?: string;
  contentType: string;
  sizeBytes: number;
  /** Whether the caller may not change public items, so that the item is checked again when the file arrives. */
  byContributor?: boolean;
  /** Who plans it. The upload ends when the token is revoked, or the person loses their role. */
  caller?: Pick<Caller, 'token' | 'person'>;
  /** Whether the file may also arrive in pieces. */
  isResumable?: boolean;
  /** Any text; the blob key ends in a sanitized form of it. */
  filename: string;
}

export const UPLOAD_EXPIRY_SECS = 60 * 60;
/** An upload in pieces may be continued for this long after its last byte. */
export const RESUMABLE_MS = 24 * 60 * 60_000;

/**
 * Adds an upload that is valid for an hour, and counts its file. Call it in the transaction that creates or
 * changes the record, after reserving the bytes.
 */
export const planUpload = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  { filename, variant, byContributor = false, caller = {}, isResumable = false, ...request }: UploadRequest,
): Promise<PlannedUpload> => {
  const secret = randomBytes(32).toString('base64url');
  const upload = await insertRow(trx, 'upload', {
    ...request,
    variant: variant ?? null,
    byContributor: toFlag(byContributor),
    accountId,
    blobKey: newBlobKey(accountId, filename),
    secretHash: sha256(secret),
    status: 'waiting',
    expiresAt: isoTime(clock, UPLOAD_EXPIRY_SECS * 1_000),
    entryDate: isoTime(clock),
    tokenId: caller.token?.id ?? null,
    personId: caller.person?.id ?? null,
    resumableUntil: isResumable ? isoTime(clock, RESUMABLE_MS) : null,
  });
  const { blobKey, sizeBytes } = upload;
  await insertRow(trx, 'storedFile', { accountId, blobKey, sizeBytes });
  return { ...upload, secret };
};

/** The most recently planned upload of a record. */
export const lastUpload = (
  db: Db,
  accountId: number,
  { purpose, subjectId, variant }: { purpose: UploadPurpose; subjectId: number; variant: string },
): Promise<Upload | undefined> =>
  rowsWhere(db, 'upload', { accountId, purpose, subjectId, variant })
    .selectAll()
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Stops counting the file towards the account's storage. */
export const forgetFile = async (db: Db, accountId: number, blobKey: string): Promise<void> => {
  await deleteWhere(db, 'storedFile', { accountId, blobKey }).execute();
};

/** Deletes the uploads of the records and removes their files, except that of `current`. */
export const forgetUploads = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  purpose: UploadPurpose,
  subjectIds: readonly number[],
  current: string | null = null,
): Promise<void> => {
  if (subjectIds.length === 0) return;
  const uploads = await deleteWhere(trx, 'upload', { accountId, purpose })
    .where('subjectId', 'in', subjectIds)
    .where('blobKey', '!=', current ?? '')
    .returning('blobKey')
    .execute();
  await enqueueMany(trx, clock, accountId, 'removeBlob', uploads);
};

export const findUpload = (db: Db, accountId: number, id: number): Promise<Upload | undefined> =>
  rowsWhere(db, 'upload', { accountId, id }).selectAll().executeTakeFirst();

/** Closes the upload: its URL accepts no other file. */
export const markReceived = async (db: Db, accountId: number, id: number): Promise<void> => {
  await updateWhere(db, 'upload', { accountId, id }).set({ status: 'received' }).execute();
};

/** Stores why the file was rejected, because the caller may confirm the upload after a job has rejected it. */
export const setRefusal = async (
  db: Db,
  { accountId, id }: Upload,
  details: readonly ErrorDetail[],
): Promise<void> => {
  await updateWhere(db, 'upload', { accountId, id })
    .set({ refusal: JSON.stringify(details) })
    .execute();
};

/** The ValidationError of the last rejected file, unless another one has arrived since. */
export const refusalOf = async (db: Db, { accountId, id }: Upload): Promise<AppError | undefined> => {
  const upload = await findUpload(db, accountId, id);
  if (!upload?.refusal || upload.status === 'received') return undefined;
  return invalid(JSON.parse(upload.refusal) as ErrorDetail[]);
};

/**
 * Uploads of all accounts that expired before this time, and take no more pieces now, ordered by id, after the id
 * `after`.
 */
export const oldUploads = (
  db: Db,
  { expiredBefore, now }: { expiredBefore: string; now: string },
  after: number,
  limit: number,
): Promise<Upload[]> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('expiresAt', '<', expiredBefore)
    .where((eb) => eb.or([eb('resumableUntil', 'is', null), eb('resumableUntil', '<=', now)]))
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const deleteUpload = async (db: Db, accountId: number, id: number): Promise<void> => {
  await deleteWhere(db, 'upload', { accountId, id }).execute();
};
