/**
 * Requests to servers of models: bodies are streamed, and time and response are bounded. `fetch` gives up after five
 * minutes without an answer, which long recordings take.
 */
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Readable } from 'node:stream';
import { messageOf } from '../../platform/lib/errors.js';
import { ModelUnavailableError } from './model-errors.js';

export interface HttpReply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface Body {
  headers: Record<string, string>;
  open(): Readable;
}

interface RequestOptions {
  /** What the server is, for messages. */
  name: string;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: Body;
  /** Until the whole response is there. */
  timeoutMs: number;
  /** Of the response. */
  maxBytes: number;
  signal: AbortSignal;
}

/**
 * Redirects are not followed: they would take the key along.
 * @throws {ModelUnavailableError} when there is no response
 * @throws {Error} when the response takes too long, or is too large
 */
export const send = (url: URL, options: RequestOptions): Promise<HttpReply> => {
  const { name, method, headers, body, timeoutMs, maxBytes, signal } = options;
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const call = request(url, { method, headers: { ...headers, ...body?.headers }, agent: false });
    const content = body?.open();
    const settle = (then: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      then();
      content?.destroy();
      call.destroy();
    };
    const fail = (error: Error): void => settle(() => reject(error));
    const stop = (): void => fail(signal.reason as Error);
    const timer = setTimeout(
      () => fail(new Error(`${url.origin} did not respond within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    signal.addEventListener('abort', stop, { once: true });
    let responded = false;
    call.on('response', (response) => {
      responded = true;
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        if (size > maxBytes)
          fail(new Error(`The response of ${url.origin} is larger than ${maxBytes} bytes`));
        else chunks.push(chunk);
      });
      response.on('error', (error) => fail(unreachable(name, url, error)));
      response.on('end', () =>
        settle(() =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        ),
      );
    });
    // A server that refuses a request need not read all of it.
    call.on('error', (error) => responded || fail(unreachable(name, url, error)));
    content?.on('error', fail);
    if (content) content.pipe(call);
    else call.end();
  });
};

const unreachable = (name: string, url: URL, error: unknown): Error =>
  new ModelUnavailableError(`The ${name} at ${url.origin} cannot be reached (${messageOf(error)})`);
