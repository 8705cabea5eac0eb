/** Receives uploaded files, through this server or the bucket, and passes them to their receivers. */
import type { Readable } from 'node:stream';
import type { Db } from '../db/dialect.js';
import { enqueue } from '../jobs/job.repository.js';
import { hasPassed, type Clock } from '../lib/clock.js';
import { AppError, forbidden, invalid, notFound } from '../lib/errors.js';
import { isSameSecret, sha256 } from '../lib/ids.js';
import { mimeEssence } from '../lib/mime-type.js';
import { BlobSizeError, type BlobInfo, type BlobStore } from './blob-store.js';
import { partBytesOf, type UploadLinks } from './resumable.repository.js';
import {
  findUpload,
  markReceived,
  setRefusal,
  UPLOAD_EXPIRY_SECS,
  type Upload,
} from './upload.repository.js';
import type { UploadReceivers, Uploads } from './uploads.js';

/** Delay of the first check for a file that is uploaded directly to the store. */
const FIRST_CHECK_MS = 2_000;

export interface IncomingFile {
  accountId: number;
  uploadId: number;
  secret: string;
  /** The header; empty if absent. */
  contentType: string;
  /** undefined if the header is absent. */
  contentLength: number | undefined;
  body: Readable;
}

export interface UploadService extends Uploads {
  /**
   * Stores a file sent to an upload URL.
   * @throws {PermissionError} when the URL does not allow it
   * @throws {ValidationError} as for `finalize`
   */
  receive(file: IncomingFile): Promise<void>;
}

export const createUploadService = ({
  db,
  clock,
  blobs,
  receivers,
  links,
}: {
  db: Db;
  clock: Clock;
  blobs: BlobStore;
  receivers: UploadReceivers;
  links: UploadLinks;
}): UploadService => {
  const accept = async (upload: Upload, blob: BlobInfo): Promise<void> => {
    try {
      await receivers[upload.purpose].onUploaded(upload, blob);
    } catch (error) {
      if (error instanceof AppError && error.status < 500) {
        // First, so that a caller who finds the file missing also finds the reason.
        if (error.details) await setRefusal(db, upload, error.details);
        await blobs.remove(upload.blobKey);
      }
      throw error;
    }
    await markReceived(db, upload.accountId, upload.id);
    // Some of it may have arrived in pieces before all of it came in one.
    if (upload.uploadedBytes > 0) await blobs.removePieces(upload.blobKey, upload.multipartId);
  };

  const finalize = async ({ accountId, id }: Upload): Promise<boolean> => {
    const upload = await findUpload(db, accountId, id);
    if (!upload) return false;
    if (upload.status === 'received') return true;
    try {
      const blob = await blobs.commit(upload.blobKey, upload);
      if (!blob) return false;
      await accept(upload, blob);
      return true;
    } catch (error) {
      if (error instanceof BlobSizeError) {
        const details = [{ path: '', message: `The file is not as declared: ${error.message}` }];
        await setRefusal(db, upload, details);
        throw invalid(details);
      }
      // Another process has rejected and removed the file while this one was reading it.
      if (!(error instanceof AppError) && (await blobs.stat(upload.blobKey)) === null) return false;
      throw error;
    }
  };

  return {
    maxBytes: blobs.maxBytes,
    finalize,
    store: async (upload, open) => {
      if (await finalize(upload)) return;
      await blobs.write(upload.blobKey, open(), upload);
      const blob = await blobs.stat(upload.blobKey);
      if (!blob) throw notFound();
      await accept(upload, blob);
    },
    urlOf: async (upload) => {
      const own = await blobs.presignPut(upload.blobKey, upload, UPLOAD_EXPIRY_SECS);
      if (own === null) return `/uploads/${upload.accountId}/${upload.id}/${upload.secret}`;
      const check = { delayMs: FIRST_CHECK_MS };
      await enqueue(db, clock, upload.accountId, 'finalizeUpload', { uploadId: upload.id }, check);
      return own;
    },
    resumableOf: (upload, caller) => ({
      protocol: blobs.pieces.protocol,
      url: links.pathOf(upload, caller),
      partBytes: partBytesOf(upload.sizeBytes),
    }),
    receive: async ({ accountId, uploadId, secret, contentType, contentLength, body }) => {
      const upload = await findUpload(db, accountId, uploadId);
      if (!upload || !isSameSecret(upload.secretHash, sha256(secret))) throw forbidden('Invalid upload URL');
      if (hasPassed(clock, upload.expiresAt))
        throw forbidden('The upload URL has expired: request a new one');
      // The file may have been stored before a crash, without its receiver having been called.
      if (await finalize(upload)) throw forbidden('The file has been uploaded already');
      if (mimeEssence(contentType) !== mimeEssence(upload.contentType))
        throw forbidden(`The Content-Type must be ${upload.contentType}, as declared`);
      // In chunks, without a length: storing the file counts them.
      if (contentLength !== undefined && contentLength !== upload.sizeBytes)
        throw forbidden(`The Content-Length must be ${upload.sizeBytes}, as declared`);
      const isWritten = await blobs.write(upload.blobKey, body, upload).catch((error: unknown) => {
        throw error instanceof BlobSizeError ? forbidden(error.message) : error;
      });
      if (!isWritten) throw forbidden('The file has been uploaded already');
      const blob = await blobs.stat(upload.blobKey);
      // Removed immediately, because its record was deleted in the meantime.
      if (!blob) throw notFound();
      await accept(upload, blob);
    },
  };
};
