/** Waiting for what a server does in the background. */
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;

/**
 * Asks again and again until the condition holds. One that throws does not hold.
 * @returns ms from the first call to the start of the one that held; NaN if none did within the limit
 */
export const timeUntil = async (
  condition: () => Promise<boolean> | boolean,
  limitMs: number,
  pollMs = POLL_MS,
): Promise<number> => {
  const from = performance.now();
  for (;;) {
    const asked = performance.now() - from;
    if (asked >= limitMs && asked > 0) return Number.NaN;
    if (await holds(condition)) return asked;
    await sleep(pollMs);
  }
};

const holds = async (condition: () => Promise<boolean> | boolean): Promise<boolean> => {
  try {
    return await condition();
  } catch {
    return false;
  }
};

/** @throws {Error} that `what` did not happen, after the limit */
export const waitUntil = async (
  what: string,
  condition: () => Promise<boolean> | boolean,
  limitMs = 120_000,
  pollMs = POLL_MS,
): Promise<void> => {
  if (Number.isNaN(await timeUntil(condition, limitMs, pollMs)))
    throw new Error(`${what}: not within ${limitMs / 1_000} s`);
};
