/** The port to where files are kept: a folder, or any S3-compatible server. Keys are `<accountId>/<random>/<filename>`. */
import type { Readable } from 'node:stream';

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

/** Every method throws BlobsUnavailableError where the store cannot be reached. */
export interface BlobStore {
  /**
   * The address of the store's own that takes one plain PUT of just this content type and size, or null where it has none and
   * this server takes the file itself.
   */
  presignPut(key: string, blob: NewBlob, expiresSecs: number): Promise<string | null>;
  /** The address of the store's own from which a browser reads the blob, or null where this server serves it. */
  presignGet(key: string, options: { contentType: string; disposition: string }): Promise<string | null>;
  stat(key: string): Promise<BlobInfo | null>;
  /** @throws Error where there is no such blob */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** All or nothing: a body of another size, or one that breaks off, leaves nothing behind. @throws BlobSizeError */
  write(key: string, body: Readable, blob: NewBlob): Promise<void>;
  /** Also where there is none. */
  remove(key: string): Promise<void>;
  /** @throws where the store cannot be used */
  check(): Promise<void>;
}

/** The store is down or refuses us. */
export class BlobsUnavailableError extends Error {
  override name = 'BlobsUnavailableError';
}

/** More or fewer bytes came than were declared. */
export class BlobSizeError extends Error {
  override name = 'BlobSizeError';
}
