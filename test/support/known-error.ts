/** An error with a field of its own, which the tests of the worker library send between threads. */
export class KnownError extends Error {
  constructor(
    message: string,
    readonly details: readonly string[],
  ) {
    super(message);
    this.name = 'KnownError';
  }
}
