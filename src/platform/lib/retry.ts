/** Delays, and the back-off between retries. */
import { setTimeout as timeout } from 'node:timers/promises';

/**
 * Milliseconds: `baseMs`, doubled with each attempt (1-based), at most `capMs`, plus up to 20% jitter to spread
 * retries.
 */
export const backoffMs = (attempt: number, baseMs = 1_000, capMs = 60 * 60_000): number =>
  Math.min(capMs, baseMs * 2 ** (attempt - 1)) * (1 + Math.random() * 0.2);

/** Resolves after `ms`, or as soon as the signal aborts. */
export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  timeout(ms, undefined, { signal }).catch(() => undefined);
