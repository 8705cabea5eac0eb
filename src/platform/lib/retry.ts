/** Back-off for whatever is tried again. */

/** Exponential from `baseMs`, doubled each attempt (1-based), capped, with up to 20% of jitter so that retries spread. */
export const backoffMs = (attempt: number, baseMs = 1_000, capMs = 60 * 60_000): number =>
  Math.min(capMs, baseMs * 2 ** (attempt - 1)) * (1 + Math.random() * 0.2);

export const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done, { once: true });
  });
