/** Receives files in pieces: by tus where files are in the folder, in parts of a multipart upload where they are in a bucket. */
import type { IncomingMessage } from 'node:http';
import { may, type Caller } from '../lib/caller.js';
import { hasPassed } from '../lib/clock.js';
import { forbidden, invalid, invalidState, notFound, type AppError } from '../lib/errors.js';
import type { BlobStore, MultipartFiles, StoredPart } from './blob-store.js';
import { createOpenPieces, createTusReceiver } from './tus-receiver.js';
import {
  countParts,
  endResumable,
  recordUploadProgress,
  setMultipartId,
  sizeOfPart,
  type UploadLinks,
} from './resumable.repository.js';
import type { LockContext } from './tus-lock.js';
import { findUpload, type Upload } from './upload.repository.js';
import type { Uploads } from './uploads.js';

/** An upload as its address names it, and who calls. */
export interface PieceCall {
  accountId: number;
  uploadId: number;
  signature: string;
  caller: Caller;
}

/** Where to PUT a part. */
export interface SignedPart {
  partNumber: number;
  sizeBytes: number;
  url: string;
}

export type ResumableService = ReturnType<typeof createResumableService>;

const PART_URL_SECS = 60 * 60;

const gone = (): AppError =>
  notFound('No such upload: it has expired or was ended. `POST /media/{mediaAssetId}/resume` starts again.');
const otherProtocol = (): AppError =>
  notFound('This upload uses the other protocol: see `resumable.protocol`');

export const createResumableService = (
  context: LockContext,
  { blobs, uploads, links }: { blobs: BlobStore; uploads: Pick<Uploads, 'finalize'>; links: UploadLinks },
) => {
  const { db, clock } = context;
  const { pieces } = blobs;

  /** @throws {NotFoundError} when it takes no more pieces; a file that has arrived can still be asked about */
  const find = async (accountId: number, id: number): Promise<Upload> => {
    const upload = await findUpload(db, accountId, id);
    const isOpen = upload && upload.resumableUntil !== null && !hasPassed(clock, upload.resumableUntil);
    if (!upload || (upload.status === 'waiting' && !isOpen)) throw gone();
    return upload;
  };

  /**
   * @throws {PermissionError} when the address is not valid, or the person's role has no uploads
   * @throws {NotFoundError} as `find`
   */
  const open = ({ accountId, uploadId, signature, caller }: PieceCall): Promise<Upload> => {
    if (!links.isValid({ accountId, id: uploadId }, signature, caller)) throw forbidden('Invalid upload URL');
    if (!may(caller, 'content:draft')) throw forbidden('Your role in this account has no uploads');
    return find(accountId, uploadId);
  };

  const abort = async (upload: Upload): Promise<void> => {
    const { accountId, purpose, subjectId, blobKey, multipartId } = upload;
    await db.transaction().execute((trx) => endResumable(trx, clock, accountId, purpose, [subjectId]));
    await blobs.removePieces(blobKey, multipartId);
  };

  const tus =
    pieces.protocol === 'tus'
      ? createTusReceiver(
          pieces,
          {
            find,
            progress: async (upload, receivedBytes) => {
              if (await recordUploadProgress(db, clock, upload, receivedBytes)) return true;
              await blobs.removePieces(upload.blobKey);
              return false;
            },
            finish: async (upload) => {
              if (!(await uploads.finalize(upload))) throw gone();
            },
            abort,
            gone,
          },
          createOpenPieces(context),
          context,
        )
      : null;

  /** The multipart uploads of the bucket. @throws {NotFoundError} when files are stored in a folder */
  const multipart = (): MultipartFiles => {
    if (pieces.protocol !== 'multipart') throw otherProtocol();
    return pieces;
  };

  /** What has arrived in the bucket, which alone knows; null if no part was signed yet. */
  const arrived = async (files: MultipartFiles, upload: Upload): Promise<StoredPart[] | null> => {
    const parts = upload.multipartId && (await files.parts(upload.blobKey, upload.multipartId));
    if (!parts) return null;
    const received = parts.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const times = parts.map(({ modified }) => modified.getTime());
    if (parts.length > 0) await recordUploadProgress(db, clock, upload, received, Math.max(...times));
    return parts;
  };

  /** The multipart upload, started if it has not been, or if the bucket has dropped it. */
  const started = async (files: MultipartFiles, upload: Upload): Promise<string> => {
    if (upload.multipartId && (await arrived(files, upload))) return upload.multipartId;
    const id = await files.start(upload.blobKey, upload.contentType);
    if (await setMultipartId(db, upload, id)) return id;
    // Another request was faster, or the upload has ended. Maintenance aborts the one that is not used.
    const { multipartId } = await find(upload.accountId, upload.id);
    if (!multipartId) throw gone();
    return multipartId;
  };

  return {
    /** Passes a request of the tus protocol on. Throws what `open` does, and what the protocol refuses. */
    receive: async (
      call: PieceCall,
      message: IncomingMessage,
    ): Promise<{ status: number; headers: Record<string, string> }> => {
      const upload = await open(call);
      if (!tus) throw otherProtocol();
      const { status, headers } = await tus.receive(upload, message);
      const after = await findUpload(db, upload.accountId, upload.id);
      if (after?.status !== 'waiting' || after.resumableUntil === null) return { status, headers };
      const expires = new Date(after.resumableUntil).toUTCString();
      return { status, headers: { ...headers, 'Upload-Expires': expires } };
    },

    /** Ends the upload and removes what has arrived. */
    abort: async (call: PieceCall): Promise<void> => abort(await open(call)),

    /** What has arrived in the bucket. */
    parts: async (
      call: PieceCall,
    ): Promise<{ parts: StoredPart[]; sizeBytes: number; isComplete: boolean }> => {
      const files = multipart();
      const upload = await open(call);
      const { sizeBytes, status } = upload;
      return { parts: (await arrived(files, upload)) ?? [], sizeBytes, isComplete: status === 'received' };
    },

    /**
     * URLs of the bucket for parts of the file.
     * @throws {InvalidStateError} when the file has arrived
     * @throws {ValidationError} for a part that the file does not have
     */
    signParts: async (call: PieceCall, partNumbers: readonly number[]): Promise<SignedPart[]> => {
      const files = multipart();
      const upload = await open(call);
      if (upload.status === 'received') throw invalidState('The file has been uploaded already');
      const { blobKey, sizeBytes } = upload;
      const count = countParts(sizeBytes);
      const problems = partNumbers.flatMap((number, at) =>
        number > count ? [{ path: `partNumbers.${at}`, message: `must be at most ${count}` }] : [],
      );
      if (problems.length > 0) throw invalid(problems);
      const multipartId = await started(files, upload);
      return Promise.all(
        partNumbers.map(async (partNumber) => {
          const part = { partNumber, sizeBytes: sizeOfPart(sizeBytes, partNumber) };
          return { ...part, url: await files.presignPart(blobKey, multipartId, part, PART_URL_SECS) };
        }),
      );
    },

    /**
     * Makes the file of its parts, and passes it on. Safe to repeat.
     * @throws {InvalidStateError} naming the parts that are missing
     * @throws {ValidationError} when the file is not as declared
     */
    complete: async (call: PieceCall): Promise<void> => {
      const files = multipart();
      const upload = await open(call);
      const parts = await arrived(files, upload);
      if (await uploads.finalize(upload)) return;
      const known = new Set(parts?.map(({ partNumber }) => partNumber));
      const missing = Array.from({ length: countParts(upload.sizeBytes) }, (_, at) => at + 1).filter(
        (number) => !known.has(number),
      );
      throw invalidState(`Parts are missing: ${missing.join(', ')}`);
    },

    /** Whether an upload that seems abandoned goes on, because the bucket has got parts of it since. */
    goesOn: async (upload: Upload): Promise<boolean> => {
      if (pieces.protocol !== 'multipart' || upload.resumableUntil === null) return false;
      await arrived(pieces, upload);
      const { resumableUntil = null } = (await findUpload(db, upload.accountId, upload.id)) ?? {};
      return resumableUntil !== null && !hasPassed(clock, resumableUntil);
    },
  };
};
