/** Retries a request while its server is busy or down. */
import { setTimeout } from 'node:timers/promises';
import { backoffMs } from '../../platform/lib/retry.js';
import { ModelUnavailableError } from './http-client.js';

/**
 * Waits as long as the server requests, otherwise with increasing delays.
 * @throws the error of the last attempt, or of one after which the wait would exceed `maxWaitMs`
 */
export const whileBusy = async <T>(
  { attempts, maxWaitMs }: { attempts: number; maxWaitMs: number },
  signal: AbortSignal,
  request: () => Promise<T>,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ModelUnavailableError)) throw error;
      const waitMs = error.retryAfterMs ?? backoffMs(attempt);
      if (attempt === attempts || waitMs > maxWaitMs) throw error;
      await setTimeout(waitMs, undefined, { signal });
    }
  }
};
