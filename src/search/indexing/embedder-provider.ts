/** Provides the embedder: loads it on first use, and again after a failure. */
import type { Embedder } from '../../../indexer/index.js';

/** Delay in ms before a failed load is retried, so that not every search waits for the same failure. */
const RETRY_AFTER_MS = 2_000;

export type EmbedderProvider = ReturnType<typeof createEmbedderProvider>;

export const createEmbedderProvider = (load: () => Promise<Embedder>) => {
  let loading: Promise<Embedder> | undefined;
  let failedAt = 0;

  /** @throws {EmbedderUnavailableError} */
  const get = (): Promise<Embedder> => {
    if (loading && (failedAt === 0 || performance.now() - failedAt < RETRY_AFTER_MS)) return loading;
    failedAt = 0;
    const attempt = load();
    attempt.catch(() => (failedAt = performance.now()));
    return (loading = attempt);
  };

  return {
    get,
    /**
     * Resolves when the model can embed.
     * @throws {Error} with the reason when it cannot
     */
    check: async (): Promise<void> => {
      await (await get()).embedQuery('ready');
    },
    close: async (): Promise<void> => {
      await (await loading?.catch(() => undefined))?.close();
    },
  };
};
