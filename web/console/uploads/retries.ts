/** Which failures of an upload are worth another attempt, and how long to wait before it. */
import { LecternError } from '../../../client/index.js';
import { InterruptedError } from './send-piece.js';

const FIRST_MS = 1_000;
const MAX_MS = 30_000;
/** Request timeout, another offset than expected, a piece that is still being stored, too many requests. */
const TEMPORARY = [408, 409, 423, 429];

export const isTemporary = (error: unknown): boolean =>
  error instanceof LecternError
    ? error.status >= 500 || TEMPORARY.includes(error.status)
    : // fetch throws a TypeError when there is no connection.
      error instanceof InterruptedError || error instanceof TypeError;

/**
 * Waits longer after each failure, but not once the connection is back or the person looks at the tab again.
 * @param failures since something was sent, from 0
 */
export const waitBeforeRetry = (failures: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') proceed();
    };
    const proceed = (): void => {
      clearTimeout(timer);
      window.removeEventListener('online', proceed);
      document.removeEventListener('visibilitychange', onVisible);
      signal.removeEventListener('abort', proceed);
      resolve();
    };
    const timer = setTimeout(proceed, Math.min(FIRST_MS * 2 ** failures, MAX_MS));
    window.addEventListener('online', proceed);
    document.addEventListener('visibilitychange', onVisible);
    signal.addEventListener('abort', proceed);
  });
