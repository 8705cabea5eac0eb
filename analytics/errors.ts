/** The error that says ClickHouse is away; what was asked of it is not to blame. */

export class AnalyticsUnavailableError extends Error {
  override readonly name = 'AnalyticsUnavailableError';
}

/**
 * Codes of ClickHouse that mean "not now": time-outs (159, 209), too many queries (202), the network (210), memory (241),
 * a table read-only (242), no space (243), too many parts (252), a restart in progress (236, 394).
 */
const NOT_NOW: ReadonlySet<string> = new Set([159, 202, 209, 210, 236, 241, 242, 243, 252, 394].map(String));

/** A mistake in what was asked, found before it was sent. */
const isOurFault = (error: unknown): error is Error =>
  error instanceof RangeError || error instanceof TypeError;

/** An error of the client as callers should see it: the engine's own refusals as they are, all else as "it is down". */
export const asAnalyticsError = (error: unknown): Error => {
  if (error instanceof AnalyticsUnavailableError || isOurFault(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  // Numbers are the engine's own codes; the network's are words (ECONNREFUSED), a cut answer has none.
  if (/^\d+$/.test(code) && !NOT_NOW.has(code)) return error as Error;
  const message = error instanceof Error ? error.message || code : String(error);
  return new AnalyticsUnavailableError(`ClickHouse does not answer: ${message}`, { cause: error });
};
