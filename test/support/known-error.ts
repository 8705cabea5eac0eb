/** An error with a field of its own, which crosses between threads in the tests of the worker library. */
export class KnownError extends Error {
  constructor(
    message: string,
    readonly details: readonly string[],
  ) {
    super(message);
    this.name = 'KnownError';
  }
}
