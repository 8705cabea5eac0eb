/** One attempt to send an event: a POST to a third-party server, which may be slow, broken or hostile. */
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { lookupPublic } from '../platform/lib/public-address.js';
import { addressProblem, type ReceiverRules } from './receiver-address.js';

const TIMEOUT_MS = 15_000;
/** A longer response is cut off. */
const MAX_RESPONSE_BYTES = 64 * 1_024;

export interface EventPost {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * @param stopping aborts the attempt
 * @returns the HTTP status of the response; redirects are not followed
 * @throws {Error} when there is no response in time, or the URL is not allowed
 */
export type PostEvent = (post: EventPost, stopping: AbortSignal) => Promise<number>;

export const createPostEvent =
  ({ timeoutMs = TIMEOUT_MS, ...rules }: ReceiverRules & { timeoutMs?: number }): PostEvent =>
  async ({ url: address, headers, body }, stopping) => {
    const url = new URL(address);
    const problem = addressProblem(url, rules);
    if (problem) throw new Error(`The URL ${problem}`);
    stopping.throwIfAborted();
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const options: RequestOptions = {
      method: 'POST',
      headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
      agent: false,
      ...(!rules.allowPrivate && { lookup: lookupPublic }),
    };
    return new Promise<number>((resolve, reject) => {
      const call = request(url, options, (response) => {
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes > MAX_RESPONSE_BYTES) call.destroy();
        });
        response.on('error', () => undefined);
        resolve(response.statusCode ?? 0);
      });
      const stop = (): void => void call.destroy(new Error('aborted'));
      const timer = setTimeout(
        () => call.destroy(new Error(`No response within ${timeoutMs / 1_000} s`)),
        timeoutMs,
      );
      stopping.addEventListener('abort', stop, { once: true });
      call.on('error', reject);
      call.on('close', () => {
        clearTimeout(timer);
        stopping.removeEventListener('abort', stop);
      });
      call.end(body);
    });
  };
