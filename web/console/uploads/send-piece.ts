/** Sends a piece of a file, and reports how much of it has left. */
import { LecternError } from '../../../client/index.js';

/** The connection broke, or the upload has to start again: worth another attempt. */
export class InterruptedError extends Error {
  override name = 'InterruptedError';
}

/** How an upload reports its progress, and how it is stopped. */
export interface SendContext {
  /** @param bytes of the file that have been sent so far */
  progress(bytes: number): void;
  signal: AbortSignal;
}

export interface Piece {
  method: 'PATCH' | 'PUT';
  url: string;
  headers: Record<string, string>;
  body: Blob;
}

/** A connection on which nothing moves for this long is dead. */
const STALL_MS = 60_000;
/** The address of the upload is not valid any more, and `POST /media/{id}/resume` returns another one. */
const GONE = 404;

/** @param body of the response, in the format of the API's errors or in any other */
export const errorOf = (status: number, body: string): Error => {
  if (status === GONE) return new InterruptedError('The upload has expired');
  let error: { type?: string; message?: string } = {};
  try {
    error = (JSON.parse(body) as { error?: typeof error }).error ?? {};
  } catch {
    // A proxy or a bucket responds in its own format.
  }
  return new LecternError(
    status,
    error.type ?? 'UnknownError',
    error.message ?? `The server responded with status ${status}`,
  );
};

/**
 * @returns a function that reads a header of the response
 * @throws {LecternError} when the server refuses the piece
 * @throws {InterruptedError}
 */
export const sendPiece = (
  { method, url, headers, body }: Piece,
  { progress, signal }: SendContext,
): Promise<(header: string) => string | null> =>
  new Promise((resolve, reject) => {
    // fetch does not report the progress of what it sends.
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const watch = (): void => {
      clearTimeout(stall);
      stall = setTimeout(() => request.abort(), STALL_MS);
    };
    const abort = (): void => request.abort();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => {
      watch();
      progress(loaded);
    });
    request.addEventListener('load', () =>
      request.status >= 200 && request.status < 300
        ? resolve((name) => request.getResponseHeader(name))
        : reject(errorOf(request.status, request.responseText)),
    );
    request.addEventListener('error', () => reject(new InterruptedError('The connection broke')));
    request.addEventListener('abort', () => reject(new InterruptedError('The upload was stopped')));
    request.addEventListener('loadend', () => {
      clearTimeout(stall);
      signal.removeEventListener('abort', abort);
    });
    signal.addEventListener('abort', abort);
    watch();
    request.send(body);
  });
