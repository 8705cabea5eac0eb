/** Errors of a store or model that is down: a caller answers 503, or by other means. */

/** The `code` of errors that mean: a store or model is down, the request is not to blame. */
const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';

/** The search engine cannot be reached, or its index is missing or broken; the message tells an operator why. */
export class IndexUnavailableError extends Error {
  override readonly name = 'IndexUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}

/** The embedding model cannot be loaded or has stopped; the message tells an operator why. */
export class EmbedderUnavailableError extends Error {
  override readonly name = 'EmbedderUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}
