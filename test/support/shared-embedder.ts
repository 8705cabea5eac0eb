/** The shipped model, loaded once for all apps of a test process, because loading takes half a second. */
import { createTransformersEmbedder, type Embedder } from '../../indexer/index.js';

let shared: Promise<Embedder> | undefined;

/**
 * Stays loaded until the process ends, even if it is closed.
 * @param options of the shipped model
 */
export const loadSharedEmbedder: typeof createTransformersEmbedder = async (options) => {
  shared ??= createTransformersEmbedder(options);
  return { ...(await shared), close: () => Promise.resolve() };
};
