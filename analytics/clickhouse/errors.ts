/** Classifies ClickHouse errors: the server is down, or the rows are bad. */

/** ClickHouse is down; the request is not to blame. */
export class AnalyticsUnavailableError extends Error {
  override readonly name = 'AnalyticsUnavailableError';
  readonly code = 'STORE_UNAVAILABLE';
}

/** Classes that errors keep on their way from the process of the embedded ClickHouse. */
export const ENGINE_ERRORS = { AnalyticsUnavailableError, RangeError, SyntaxError, TypeError };

/**
 * Temporary ClickHouse error codes: time-outs (159, 209), too many queries (202), network (210), memory (241),
 * read-only table (242), no space (243), too many parts (252), restart in progress (236, 394).
 */
const TEMPORARY: ReadonlySet<string> = new Set(
  [159, 202, 209, 210, 236, 241, 242, 243, 252, 394].map(String),
);

/** ClickHouse error codes about the rows themselves: the same rows will never be accepted. */
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

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Whether the rows are to blame rather than ClickHouse or its configuration, so that retrying cannot help. */
export const isBadRows = (error: unknown): boolean =>
  error instanceof SyntaxError || BAD_ROWS.has(codeOf(error));

/** Passes ClickHouse's own errors through, and wraps everything else in AnalyticsUnavailableError. */
export const asAnalyticsError = (error: unknown): Error => {
  if (error instanceof AnalyticsUnavailableError || isProgrammingError(error)) return error;
  const code = codeOf(error);
  // ClickHouse codes are numbers; network codes are words (ECONNREFUSED), and a truncated response has none.
  if (/^\d+$/.test(code) && !TEMPORARY.has(code)) return error as Error;
  const message = error instanceof Error ? error.message || code : String(error);
  return new AnalyticsUnavailableError(`ClickHouse is not responding: ${message}`, { cause: error });
};

/** Errors found before anything was sent. */
const isProgrammingError = (error: unknown): error is Error =>
  error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
