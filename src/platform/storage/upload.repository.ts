/** Files that callers were given an address for, until they are there. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../db/dialect.js';
import { insertRow } from '../db/rows.js';
import type { Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { newBlobKey } from './blob-key.js';

export type Upload = Row<'upload'>;
export type UploadPurpose = Upload['purpose'];

export interface UploadRequest {
  purpose: UploadPurpose;
  /** Id of the record that the file is for, in the table that the purpose implies. */
  subjectId: number;
  /** Of artwork: which of the four. */
  variant?: string;
  contentType: string;
  sizeBytes: number;
  /** Any text; the blob's key ends in a safe form of it. */
  filename: string;
}

export const UPLOAD_EXPIRY_SECS = 60 * 60;

/** Expects a file within the hour; in the transaction that makes or changes what the file is for. */
export const planUpload = (
  trx: Db,
  clock: Clock,
  accountId: number,
  { filename, variant, ...wanted }: UploadRequest,
): Promise<Upload> =>
  insertRow(trx, 'upload', {
    ...wanted,
    variant: variant ?? null,
    accountId,
    blobKey: newBlobKey(accountId, filename),
    secret: randomBytes(32).toString('base64url'),
    status: 'waiting',
    expiresAt: isoTime(clock, UPLOAD_EXPIRY_SECS * 1_000),
    entryDate: isoTime(clock),
  });

export const findUpload = (db: Db, accountId: number, id: number): Promise<Upload | undefined> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The file has been handed over: the address takes no other. */
export const markReceived = async (db: Db, accountId: number, id: number): Promise<void> => {
  await db
    .updateTable('upload')
    .set({ status: 'received' })
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .execute();
};

/** Of all accounts, those whose address expired before that time; in the order of their ids, from `after` on. */
export const oldUploads = (db: Db, expiredBefore: string, after: number, limit: number): Promise<Upload[]> =>
  db
    .selectFrom('upload')
    .selectAll()
    .where('expiresAt', '<', expiredBefore)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();

export const deleteUpload = async (db: Db, accountId: number, id: number): Promise<void> => {
  await db.deleteFrom('upload').where('accountId', '=', accountId).where('id', '=', id).execute();
};
