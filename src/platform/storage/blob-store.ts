/** The port to where files are kept: a folder, or any S3-compatible server. Keys are `<accountId>/<random>/<filename>`. */
import type { Readable } from 'node:stream';
import { STORE_UNAVAILABLE } from '../lib/errors.js';

export interface BlobInfo {
  sizeBytes: number;
  /** As declared when it was stored. */
  contentType: string;
  /** Strong entity tag, quotes included. */
  etag: string;
  modified: Date;
}

/** Bytes `start` to `end`, both included, counted from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface NewBlob {
  contentType: string;
  sizeBytes: number;
}

/** A blob never changes once it is there. Every method throws BlobsUnavailableError where the store cannot be reached. */
export interface BlobStore {
  /** Of the largest blob that `presignPut` or this server takes. */
  readonly maxBytes: number;
  /**
   * The address of the store's own that takes one plain PUT of just this content type and size, or null where it has none and
   * this server takes the file itself. What is sent there is no blob before `commit`.
   */
  presignPut(key: string, blob: NewBlob, expiresSecs: number): Promise<string | null>;
  /**
   * Makes what was sent to the address of `presignPut` the blob `key`, which later PUTs no longer change.
   * @returns the blob, taken in now or before; null where nothing was sent @throws BlobSizeError, and what was sent goes
   */
  commit(key: string, blob: NewBlob): Promise<BlobInfo | null>;
  /** The address of the store's own from which a browser reads the blob, or null where this server serves it. */
  presignGet(
    key: string,
    options: { contentType: string; disposition: string; expiresSecs: number },
  ): Promise<string | null>;
  stat(key: string): Promise<BlobInfo | null>;
  /** @throws Error where there is no such blob */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * All or nothing: a body of another size, or one that breaks off, leaves nothing behind.
   * @returns false where there was such a blob already; it stays as it is @throws BlobSizeError
   */
  write(key: string, body: Readable, blob: NewBlob): Promise<boolean>;
  /** Also where there is none. */
  remove(key: string): Promise<void>;
  /** Removes what was sent or begun before that time and never became a blob. */
  removeStale(before: Date): Promise<void>;
  /** @throws where the store cannot be used */
  check(): Promise<void>;
  /** Lets go of connections. */
  close(): void;
}

/** The store is down or refuses us. */
export class BlobsUnavailableError extends Error {
  override name = 'BlobsUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}

/** More or fewer bytes came than were declared. */
export class BlobSizeError extends Error {
  override name = 'BlobSizeError';
}
