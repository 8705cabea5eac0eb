/** Requests to servers of models with undici: time and response are bounded, and `fetch` would not wait for long recordings. */
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, errors, request, type FormData } from 'undici';
import { messageOf } from '../../platform/lib/errors.js';
import { ModelUnavailableError } from './model-errors.js';

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
  /** Until the whole response is there. */
  timeoutMs: number;
  signal: AbortSignal;
}

/** The file that a form sends cannot be read; the cause says why. */
export class UnreadableFileError extends Error {
  override name = 'UnreadableFileError';
}

/**
 * Redirects are not followed: they would take the key along.
 * @throws {ModelUnavailableError} when there is no response
 * @throws {Error} when the response takes too long, or is too large
 */
export type Send = (url: URL, options: HttpRequest) => Promise<HttpReply>;

/**
 * @param name what the server is, for messages
 * @param maxBytes of a response
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

/** The name and password of a URL, which undici leaves out. */
const basicAuthorization = ({ username, password }: URL): Record<string, string> => {
  if (!username && !password) return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { Authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
};
