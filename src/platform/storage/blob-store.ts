/** The port for file storage: a folder or any S3-compatible server. Keys are `<accountId>/<random>/<filename>`. */
import { Transform, type Readable, type TransformCallback } from 'node:stream';
import { STORE_UNAVAILABLE } from '../lib/errors.js';
import { timedPart } from '../db/request-work.js';

export interface BlobInfo {
  sizeBytes: number;
  /** As declared when it was stored. */
  contentType: string;
  /** Strong entity tag, including the quotes. */
  etag: string;
  modified: Date;
}

/** Bytes `start` to `end`, inclusive, from 0. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface NewBlob {
  contentType: string;
  sizeBytes: number;
}

/** Receives files through this server, piece after piece. What has arrived stays when a connection is cut. */
export interface AppendedFiles {
  readonly protocol: 'tus';
  /** Number of bytes that have arrived; 0 if none have. */
  receivedBytes(key: string): Promise<number>;
  /**
   * Stores what follows the first `offset` bytes, which have arrived. If the body fails, what came of it stays.
   * Two callers at once may store the same bytes.
   */
  append(key: string, offset: number, body: Readable): Promise<void>;
}

/** A part of a file that has arrived in the store. */
export interface StoredPart {
  /** From 1. */
  partNumber: number;
  sizeBytes: number;
  etag: string;
  modified: Date;
}

/** Receives files in parts, at URLs of the store. */
export interface MultipartFiles {
  readonly protocol: 'multipart';
  /** @returns the id of the multipart upload */
  start(key: string, contentType: string): Promise<string>;
  /** A URL of the store that accepts a PUT of exactly this size. */
  presignPart(
    key: string,
    multipartId: string,
    part: { partNumber: number; sizeBytes: number },
    expiresSecs: number,
  ): Promise<string>;
  /** What has arrived, by number; null if the multipart upload has been completed or aborted. */
  parts(key: string, multipartId: string): Promise<StoredPart[] | null>;
}

/** A file that a caller has announced, and the multipart upload with its parts if there is one. */
export interface AnnouncedBlob extends NewBlob {
  multipartId?: string | null;
}

/** Blobs are immutable. Every method throws BlobsUnavailableError when the store cannot be reached. */
export interface BlobStore {
  /** Size of the largest blob that can be uploaded. */
  readonly maxBytes: number;
  /**
   * A URL of the store that accepts a PUT of exactly this content type and size; null if the store has no URLs
   * and this server receives the file. `commit` turns the upload into a blob.
   */
  presignPut(key: string, blob: NewBlob, expiresSecs: number): Promise<string | null>;
  /** How the store receives files in pieces; `commit` turns the pieces into a blob. */
  readonly pieces: AppendedFiles | MultipartFiles;
  /**
   * Turns an upload to the URL of `presignPut`, or in pieces, into the blob `key`, which later uploads cannot change.
   * @returns the blob, committed now or before; null if nothing was uploaded, or not all pieces
   * @throws {BlobSizeError} when the size is not as declared; the upload is then deleted
   */
  commit(key: string, blob: AnnouncedBlob): Promise<BlobInfo | null>;
  /** A URL of the store from which a browser can read the blob; null if this server serves it. */
  presignGet(
    key: string,
    options: { contentType: string; disposition: string; expiresSecs: number },
  ): Promise<string | null>;
  stat(key: string): Promise<BlobInfo | null>;
  /** The keys of all blobs, in any order; of those written or removed meanwhile, some. */
  keys(): AsyncIterable<string>;
  /** Path of the blob as a local file, which must not be changed; null if the store has no local files. */
  localPath(key: string): string | null;
  /** @throws {Error} when the blob does not exist */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /**
   * Stores the whole body or nothing.
   * @returns false when the blob already exists; it is not changed
   * @throws {BlobSizeError} when the body does not have the declared size
   */
  write(key: string, body: Readable, blob: NewBlob): Promise<boolean>;
  /** Succeeds even if the blob does not exist. */
  remove(key: string): Promise<void>;
  /**
   * Removes the pieces of a file that is not a blob yet. Succeeds even if there are none.
   * @param multipartId of the upload, if it is known: some servers omit some from their list for a while
   */
  removePieces(key: string, multipartId?: string | null): Promise<void>;
  /** Removes uploads that never became blobs, and got nothing since this time. */
  removeStale(before: Date): Promise<void>;
  /** @throws {BlobsUnavailableError} when the store cannot be used */
  check(): Promise<void>;
  /** Closes connections. */
  close(): void;
}

/** The store is down or denies access. */
export class BlobsUnavailableError extends Error {
  override name = 'BlobsUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}

/** More or fewer bytes were received than declared. */
export class BlobSizeError extends Error {
  override name = 'BlobSizeError';
}

const timed = <T>(run: () => Promise<T>): Promise<T> => timedPart('storageMs', run);

/** A store whose calls count as `storageMs`. Reading a stream to its end does not count. */
export const withStorageTimes = (blobs: BlobStore): BlobStore => ({
  ...blobs,
  commit: (...args) => timed(() => blobs.commit(...args)),
  stat: (...args) => timed(() => blobs.stat(...args)),
  read: (...args) => timed(() => blobs.read(...args)),
  write: (...args) => timed(() => blobs.write(...args)),
  remove: (...args) => timed(() => blobs.remove(...args)),
  removePieces: (...args) => timed(() => blobs.removePieces(...args)),
});

/** Fails with BlobSizeError at the first excess byte, or at an early end. */
export const exactly = (sizeBytes: number): Transform => {
  let received = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      received += chunk.length;
      if (received > sizeBytes)
        done(new BlobSizeError(`More than the declared ${sizeBytes} bytes were received`));
      else done(null, chunk);
    },
    flush(done) {
      done(
        received < sizeBytes
          ? new BlobSizeError(`${received} bytes were received, ${sizeBytes} were declared`)
          : null,
      );
    },
  });
};
