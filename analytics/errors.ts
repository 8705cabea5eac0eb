/** Errors of the library, and which errors of ClickHouse mean that it is down or that rows are bad. */

/** The `code` of errors that mean: a store or model is down, the request is not to blame. */
const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';

/** ClickHouse is down; the request is not to blame. */
export class AnalyticsUnavailableError extends Error {
  override readonly name = 'AnalyticsUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}

/** The events that wait have reached the limit. Nothing of the append was kept. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
  readonly code = STORE_UNAVAILABLE;
  constructor() {
    super('Too many events are waiting to be stored. Send them again later');
  }
}

/** The disk refuses, or another process owns the spool. Nothing of the append was kept. */
export class SpoolUnavailableError extends Error {
  override readonly name = 'SpoolUnavailableError';
  readonly code = STORE_UNAVAILABLE;
}

/**
 * Codes of ClickHouse that mean "not now": time-outs (159, 209), too many queries (202), the network (210), memory
 * (241), a table read-only (242), no space (243), too many parts (252), a restart in progress (236, 394).
 */
const TEMPORARY: ReadonlySet<string> = new Set(
  [159, 202, 209, 210, 236, 241, 242, 243, 252, 394].map(String),
);

/** Codes of ClickHouse about the rows themselves: the same rows will never be accepted. */
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

/** True where trying again cannot help: the rows are to blame, not ClickHouse or its configuration. */
export const isBadRows = (error: unknown): boolean =>
  error instanceof SyntaxError || BAD_ROWS.has(codeOf(error));

/** The engine's own refusals as they are, everything else as AnalyticsUnavailableError. */
export const asAnalyticsError = (error: unknown): Error => {
  if (error instanceof AnalyticsUnavailableError || isProgrammingError(error)) return error;
  const code = codeOf(error);
  // Numbers are the engine's own codes; those of the network are words (ECONNREFUSED), a cut response has none.
  if (/^\d+$/.test(code) && !TEMPORARY.has(code)) return error as Error;
  const message = error instanceof Error ? error.message || code : String(error);
  return new AnalyticsUnavailableError(`ClickHouse is not responding: ${message}`, { cause: error });
};

/** Found before anything was sent. */
const isProgrammingError = (error: unknown): error is Error =>
  error instanceof RangeError || error instanceof TypeError || error instanceof SyntaxError;
