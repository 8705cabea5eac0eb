/** The shipped model once for all apps of a test process: to load it takes half a second of the processor. */
import { createTransformersEmbedder, type Embedder } from '../../indexer/index.js';

let shared: Promise<Embedder> | undefined;

/** Stays loaded until the process ends, whoever closes it. @param options of the model that ships */
export const loadSharedEmbedder: typeof createTransformersEmbedder = async (options) => {
  shared ??= createTransformersEmbedder(options);
  return { ...(await shared), close: () => Promise.resolve() };
};
