/** The port between uploads and their receivers: artwork, resources and media are notified once a file is stored. */
import type { Readable } from 'node:stream';
import type { Db } from '../db/dialect.js';
import type { Caller } from '../lib/caller.js';
import { invalidState } from '../lib/errors.js';
import type { AppendedFiles, BlobInfo, MultipartFiles } from './blob-store.js';
import { refusalOf, type PlannedUpload, type Upload, type UploadPurpose } from './upload.repository.js';

/** Handles a file that has arrived. Must be idempotent. */
export interface UploadReceiver {
  /**
   * The bytes are stored under `upload.blobKey`, with the declared size and type.
   * @throws {ValidationError} when the content is not of the declared type; the blob is then removed and the
   * upload stays open
   */
  onUploaded(upload: Upload, blob: BlobInfo): Promise<void>;
}

export type UploadReceivers = Record<UploadPurpose, UploadReceiver>;

/** Where and how the caller uploads a file in pieces. */
export interface Resumable {
  protocol: (AppendedFiles | MultipartFiles)['protocol'];
  /** A path below this API's base URL, valid until a day after the last byte. */
  url: string;
  /** Bytes of each piece but the last. */
  partBytes: number;
}

export interface Uploads {
  /** Size of the largest file that the store accepts; Infinity if only the disk limits it. */
  readonly maxBytes: number;
  /** Where the caller PUTs the file: a URL of the store, or a path below this API's base URL. */
  urlOf(upload: PlannedUpload): Promise<string>;
  /** Where the caller uploads the file in pieces. For a person, it needs their session. */
  resumableOf(upload: Upload, caller: Caller): Resumable;
  /**
   * Passes the file to its receiver if it has arrived, for stores that receive files without this server.
   * @returns false while it has not arrived
   * @throws {ValidationError} when it is not as declared
   */
  finalize(upload: Upload): Promise<boolean>;
  /**
   * Stores a local file and passes it to its receiver.
   * @throws {ValidationError} when it is not as declared
   */
  store(upload: Upload, open: () => Readable): Promise<void>;
}

/**
 * Passes the file of a planned upload to its receiver, for callers who say that they have sent it.
 * @param upload undefined if none was planned
 * @throws {ValidationError} when the file is not as declared
 * @throws {InvalidStateError} when it has not arrived
 */
export const confirmUpload = async (
  db: Db,
  uploads: Pick<Uploads, 'finalize'>,
  upload: Upload | undefined,
): Promise<void> => {
  if (upload && (await uploads.finalize(upload))) return;
  // The job that looks for files may have rejected and removed it already.
  const refusal = upload && (await refusalOf(db, upload));
  throw refusal ?? invalidState('The file has not been uploaded. PUT it to the uploadUrl first.');
};
