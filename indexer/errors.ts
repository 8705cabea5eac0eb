/** The two faults that callers of the indexer must expect: an engine or a model that is not there. */

/** The search index cannot be reached or read; the message says why, in words for an operator. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
}

/** The embedding model cannot be loaded or has stopped; the message says why, in words for an operator. */
export class EmbedderUnavailableError extends Error {
  override readonly name = 'EmbedderUnavailableError';
}
