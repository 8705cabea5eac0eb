/** The embedder as the rest of the app reaches it: loaded at the first need, and again after a failure. */
import type { Embedder } from '../../../indexer/index.js';

/** How long a failed load is believed, ms: searches need not wait for the same failure again and again. */
const RETRY_AFTER_MS = 2_000;

export type EmbedderProvider = ReturnType<typeof createEmbedderProvider>;

export const createEmbedderProvider = (load: () => Promise<Embedder>) => {
  let loading: Promise<Embedder> | undefined;
  let failedAt = 0;

  /** @throws EmbedderUnavailableError */
  const get = (): Promise<Embedder> => {
    if (loading && (failedAt === 0 || performance.now() - failedAt < RETRY_AFTER_MS)) return loading;
    failedAt = 0;
    const attempt = load();
    attempt.catch(() => (failedAt = performance.now()));
    return (loading = attempt);
  };

  return {
    get,
    /** Resolves when the model makes vectors. @throws Error that says why it does not */
    check: async (): Promise<void> => {
      await (await get()).embedQuery('ready');
    },
    close: async (): Promise<void> => {
      await (await loading?.catch(() => undefined))?.close();
    },
  };
};
