/** The port between uploads and what they are for: artwork, resources and media are told of a file once it is there. */
import type { BlobInfo } from './blob-store.js';
import type { Upload, UploadPurpose } from './upload.repository.js';

/** Takes a file that has arrived. Can run twice. */
export interface UploadReceiver {
  /**
   * The bytes are stored under `upload.blobKey`, of the size and type that were declared.
   * @throws AppError (422) where the content is not what it claims: the blob is then removed and the upload stays open
   */
  received(upload: Upload, blob: BlobInfo): Promise<void>;
}

export type UploadReceivers = Record<UploadPurpose, UploadReceiver>;

export interface Uploads {
  /** Of the largest file that the store takes; Infinity where only the disk sets a limit. */
  readonly maxBytes: number;
  /** Where the caller PUTs the file: an address of the store's own, or a path of this API, which answers give whole. */
  urlOf(upload: Upload): Promise<string>;
  /**
   * Looks whether the file is there and hands it to its receiver; for stores that take files without us.
   * @returns false where it is not there yet @throws AppError (422) where it is not what was declared
   */
  settle(upload: Upload): Promise<boolean>;
}
