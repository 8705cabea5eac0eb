/** Sends an event once: a POST to a third-party server, which may be slow, broken or hostile. */
import { Agent, request } from 'undici';
import { lookupPublic } from '../platform/lib/public-address.js';
import { addressProblem, type OutgoingRules } from '../platform/outgoing/address-rules.js';

const TIMEOUT_MS = 15_000;
/** Longer responses are cut off. */
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

export const createPostEvent = ({
  timeoutMs = TIMEOUT_MS,
  ...rules
}: OutgoingRules & { timeoutMs?: number }): PostEvent => {
  const dispatcher = new Agent({
    // Each event has its own connection, to the address that was checked.
    pipelining: 0,
    connect: { timeout: timeoutMs, ...(!rules.allowPrivate && { lookup: lookupPublic }) },
  });
  return async ({ url: address, headers, body }, stopping) => {
    const url = new URL(address);
    const problem = addressProblem(url, rules);
    if (problem) throw new Error(`The URL ${problem}`);
    stopping.throwIfAborted();
    const attempt = new AbortController();
    const { signal } = attempt;
    const stop = (): void => attempt.abort(stopping.reason);
    const timer = setTimeout(
      () => attempt.abort(new Error(`No response within ${timeoutMs / 1_000} s`)),
      timeoutMs,
    );
    stopping.addEventListener('abort', stop, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      stopping.removeEventListener('abort', stop);
    };
    try {
      const response = await request(url, { dispatcher, method: 'POST', headers, body, signal });
      // Reads the rest, because some receivers fail when the connection closes early.
      response.body.dump({ limit: MAX_RESPONSE_BYTES, signal }).then(settle, settle);
      return response.statusCode;
    } catch (error) {
      settle();
      throw error;
    }
  };
};
