/** Takes the files that uploads wait for, whichever way they come, and hands them to what they are for. */
import { timingSafeEqual } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Db } from '../db/dialect.js';
import { enqueue } from '../jobs/job.repository.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { AppError, forbidden, invalid } from '../lib/errors.js';
import { BlobSizeError, type BlobInfo, type BlobStore } from './blob-store.js';
import { findUpload, markReceived, UPLOAD_EXPIRY_SECS, type Upload } from './upload.repository.js';
import type { UploadReceiver, Uploads } from './uploads.js';

/** When a file that is sent past us is first looked for. */
const FIRST_LOOK_MS = 2_000;

export interface SentFile {
  accountId: number;
  uploadId: number;
  secret: string;
  method: string;
  /** The header; empty where there is none. */
  contentType: string;
  /** undefined where the request does not say. */
  contentLength: number | undefined;
  body: Readable;
}

export interface UploadService extends Uploads {
  /** Stores what is sent to the address of an upload. @throws AppError: 403 for all that the address is not for, 422 as `settle` */
  take(file: SentFile): Promise<void>;
}

export const createUploadService = ({
  db,
  clock,
  blobs,
  receiverOf,
}: {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
  receiverOf: (upload: Upload) => UploadReceiver;
}): UploadService => {
  const accept = async (upload: Upload, blob: BlobInfo): Promise<void> => {
    try {
      await receiverOf(upload).received(upload, blob);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) await blobs.remove(upload.blobKey);
      throw error;
    }
    await markReceived(db, upload.accountId, upload.id);
  };

  const settle = async (given: Upload): Promise<boolean> => {
    const upload = await findUpload(db, given.accountId, given.id);
    if (!upload) return false;
    if (upload.status === 'received') return true;
    try {
      const blob = await blobs.takeIn(upload.blobKey, upload);
      if (!blob) return false;
      await accept(upload, blob);
      return true;
    } catch (error) {
      if (!(error instanceof BlobSizeError)) throw error;
      throw invalid([{ path: '', message: `the file is not what was declared: ${error.message}` }]);
    }
  };

  return {
    maxBytes: blobs.maxBytes,
    settle,
    urlOf: async (upload) => {
      const own = await blobs.presignPut(upload.blobKey, upload, UPLOAD_EXPIRY_SECS);
      if (own === null) return `/uploads/${upload.accountId}/${upload.id}/${upload.secret}`;
      const look = { delayMs: FIRST_LOOK_MS };
      await enqueue(db, clock, upload.accountId, 'finalizeUpload', { uploadId: upload.id }, look);
      return own;
    },
    take: async ({ accountId, uploadId, secret, method, contentType, contentLength, body }) => {
      const upload = await findUpload(db, accountId, uploadId);
      if (!upload || !same(upload.secret, secret)) throw forbidden('This is no address of an upload');
      if (method !== 'PUT') throw forbidden('The address takes one PUT and no other method');
      const expired = upload.expiresAt <= isoTime(clock);
      if (expired) throw forbidden('The address has expired: ask for a new one');
      // A file that came before a crash of ours is in its place although nobody was told.
      if (await settle(upload)) throw forbidden('The file is there already: the address takes one file');
      if (contentType !== upload.contentType)
        throw forbidden(`Send the file as Content-Type: ${upload.contentType}, as it was declared`);
      if (contentLength !== upload.sizeBytes)
        throw forbidden(`Send the ${upload.sizeBytes} bytes that were declared, with a Content-Length`);
      if (!(await blobs.write(upload.blobKey, body, upload)))
        throw forbidden('The file is there already: the address takes one file');
      const blob = await blobs.stat(upload.blobKey);
      if (blob) await accept(upload, blob);
    },
  };
};

const same = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
