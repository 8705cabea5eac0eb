/** The error that says ClickHouse is away; what was asked of it is not to blame. */

export class AnalyticsUnavailableError extends Error {
  override readonly name = 'AnalyticsUnavailableError';
}

/**
 * Codes of ClickHouse that mean "not now": time-outs (159, 209), too many queries (202), the network (210), memory (241),
 * a table read-only (242), no space (243), too many parts (252), a restart in progress (236, 394).
 */
const NOT_NOW: ReadonlySet<string> = new Set([159, 202, 209, 210, 236, 241, 242, 243, 252, 394].map(String));

/** Codes of ClickHouse that speak of the rows themselves: the same rows are refused for ever. */
const BAD_ROWS: ReadonlySet<string> = new Set(
  [
    6, // CANNOT_PARSE_TEXT
    25, // CANNOT_PARSE_ESCAPE_SEQUENCE
    26, // CANNOT_PARSE_QUOTED_STRING
    27, // CANNOT_PARSE_INPUT_ASSERTION_FAILED
    38, // CANNOT_PARSE_DATE
    41, // CANNOT_PARSE_DATETIME
    53, // TYPE_MISMATCH
    69, // ARGUMENT_OUT_OF_BOUND
    70, // CANNOT_CONVERT_TYPE
    72, // CANNOT_PARSE_NUMBER
    117, // INCORRECT_DATA
    128, // TOO_LARGE_ARRAY_SIZE
    131, // TOO_LARGE_STRING_SIZE
    321, // VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE
    349, // CANNOT_INSERT_NULL_IN_ORDINARY_COLUMN
    376, // CANNOT_PARSE_UUID
    469, // VIOLATED_CONSTRAINT
    691, // UNKNOWN_ELEMENT_OF_ENUM
  ].map(String),
);

/** True where the rows are to blame, and neither ClickHouse nor how it is set up: trying again cannot help. */
export const isBadRows = (error: unknown): boolean =>
  error instanceof RangeError ||
  error instanceof TypeError ||
  error instanceof SyntaxError ||
  (error instanceof Error && 'code' in error && BAD_ROWS.has(String(error.code)));

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
