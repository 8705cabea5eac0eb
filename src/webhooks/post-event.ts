/** One try to send an event: a POST to somebody else's server, which may be slow, wrong or hostile. */
import { request as overHttp, type RequestOptions } from 'node:http';
import { request as overHttps } from 'node:https';
import { lookupPublic } from '../platform/lib/public-address.js';
import { addressProblem } from './receiver-address.js';

const TIMEOUT_MS = 15_000;
/** What is read of an answer. */
const ANSWER_BYTES = 64 * 1_024;

export interface EventPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * @param stopping breaks the try off
 * @returns the HTTP status of the answer; redirects are not followed
 * @throws Error in words where there is no answer in time, or the address is not allowed
 */
export type PostEvent = (post: EventPost, stopping: AbortSignal) => Promise<number>;

/** @param allowPrivate lets it connect to private and local addresses, and over http */
export const createPostEvent =
  ({ allowPrivate, timeoutMs = TIMEOUT_MS }: { allowPrivate: boolean; timeoutMs?: number }): PostEvent =>
  async ({ url: address, headers, body }, stopping) => {
    const url = new URL(address);
    const problem = addressProblem(url, allowPrivate);
    if (problem) throw new Error(`The address ${problem}`);
    stopping.throwIfAborted();
    const request = url.protocol === 'https:' ? overHttps : overHttp;
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      ...(!allowPrivate && { lookup: lookupPublic }),
    };
    return new Promise<number>((resolve, reject) => {
      const call = request(url, options, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > ANSWER_BYTES) call.destroy();
        });
        response.on('error', () => undefined);
        resolve(response.statusCode ?? 0);
      });
      const stop = (): void => void call.destroy(new Error('broken off'));
      const late = setTimeout(
        () => call.destroy(new Error(`no answer within ${timeoutMs / 1_000} s`)),
        timeoutMs,
      );
      stopping.addEventListener('abort', stop, { once: true });
      call.on('error', reject);
      call.on('close', () => {
        clearTimeout(late);
        stopping.removeEventListener('abort', stop);
      });
      call.end(body);
    });
  };
