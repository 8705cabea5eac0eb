/**
 * HTTP requests to model servers with undici, with limits on time and response size. `fetch` would time out
 * before a long recording is transcribed.
 */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, errors, request, type FormData } from 'undici';
import { messageOf, STORE_UNAVAILABLE } from '../../platform/lib/errors.js';

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface HttpRequest {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  /** JSON, or a form. */
  body?: string | FormData;
  /** Until the whole response has arrived. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The file in a form cannot be read; the cause has the reason. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

/**
 * Does not follow redirects, because they would forward the API key.
 * @throws {ModelUnavailableError} when there is no response
 * @throws {Error} when the response takes too long or is too large
 */
export type Send = (url: URL, options: HttpRequest) => Promise<HttpReply>;

/**
 * @param name kind of server, for error messages
 * @param maxBytes maximum size of a response
 */
export const createSend = (name: string, maxBytes: number): Send => {
  // Each request has its own connection: a server may have closed an idle one in the meantime.
  const limits = { pipelining: 0, headersTimeout: 0, bodyTimeout: 0, maxResponseSize: maxBytes };
  const dispatcher = new Agent(limits);
  return async (url, { method, headers, body = null, timeoutMs, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const response = await request(url, {
        dispatcher,
        method,
        headers: {
          ...basicAuthorization(url),
          ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
          ...headers,
        },
        body,
        signal: AbortSignal.any([signal, timeout]),
      });
      const bytes = Buffer.from(await response.body.arrayBuffer());
      return { status: response.statusCode, headers: response.headers, body: bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof UnreadableFileError) throw error.cause;
      if (timeout.aborted)
        throw new Error(`${url.origin} did not respond within ${timeoutMs / 1_000} s`, { cause: error });
      if (error instanceof errors.ResponseExceededMaxSizeError)
        throw new Error(`The response of ${url.origin} is larger than ${maxBytes} bytes`, { cause: error });
      throw new ModelUnavailableError(`The ${name} at ${url.origin} cannot be reached (${messageOf(error)})`);
    }
  };
};

/** Returns the header for the name and password in a URL, which undici ignores. */
const basicAuthorization = ({ username, password }: URL): Record<string, string> => {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};

/** Retrying cannot help. The message gives the reason and, if known, what to do. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}

/** The server or program is down or busy. */
export class ModelUnavailableError extends Error {
  override name = 'ModelUnavailableError';
  readonly code = STORE_UNAVAILABLE;

  constructor(
    message: string,
    /** When to retry, if the server names a time. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const MAX_QUOTED = 200;

/**
 * Quotes the error text of a server or program, on one line and truncated, because it may be anything. Starts
 * with a colon.
 */
export const quoted = (text: string): string => {
  const words = text
    .slice(0, 10 * MAX_QUOTED)
    .replace(/<[^<>]*>|[^\P{C} ]+|\s+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return words ? `: ${words.slice(0, MAX_QUOTED).toWellFormed().replace(/\.$/, '')}.` : '.';
};
