/** The errors that callers of the indexer must expect: the engine or the model is unavailable. */

/** The search index cannot be reached or read; the message tells an operator why. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
}

/** The embedding model cannot be loaded or has stopped; the message tells an operator why. */
export class EmbedderUnavailableError extends Error {
  override readonly name = 'EmbedderUnavailableError';
}
