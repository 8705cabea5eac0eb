/** The HTTP status of a ClickHouse error by its name (`exceptionCodeToHTTPStatus`). */

const BY_NAME: Record<string, number> = {
  ...named(400, [
    'ARGUMENT_OUT_OF_BOUND',
    'BAD_ARGUMENTS',
    'CANNOT_PARSE_DATE',
    'CANNOT_PARSE_DATETIME',
    'CANNOT_PARSE_ESCAPE_SEQUENCE',
    'CANNOT_PARSE_INPUT_ASSERTION_FAILED',
    'CANNOT_PARSE_NUMBER',
    'CANNOT_PARSE_QUOTED_STRING',
    'CANNOT_PARSE_TEXT',
    'CANNOT_PARSE_UUID',
    'INCORRECT_DATA',
    'SYNTAX_ERROR',
    'TOO_BIG_AST',
    'TOO_DEEP_AST',
    'TYPE_MISMATCH',
    'UNEXPECTED_AST_STRUCTURE',
    'UNKNOWN_ELEMENT_IN_AST',
    'VALUE_IS_OUT_OF_RANGE_OF_DATA_TYPE',
  ]),
  ...named(403, ['AUTHENTICATION_FAILED', 'UNKNOWN_USER', 'WRONG_PASSWORD']),
  ...named(404, [
    'UNKNOWN_AGGREGATE_FUNCTION',
    'UNKNOWN_DATABASE',
    'UNKNOWN_FORMAT',
    'UNKNOWN_FUNCTION',
    'UNKNOWN_IDENTIFIER',
    'UNKNOWN_SETTING',
    'UNKNOWN_STORAGE',
    'UNKNOWN_TABLE',
    'UNKNOWN_TYPE',
  ]),
  ...named(408, ['TIMEOUT_EXCEEDED']),
  ...named(413, ['QUERY_IS_TOO_LARGE']),
  ...named(501, ['NOT_IMPLEMENTED']),
  ...named(503, ['CANNOT_SCHEDULE_TASK', 'SOCKET_TIMEOUT']),
};

function named(status: number, names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, status]));
}

/** @param message `Code: N. DB::Exception: … (NAME)` */
export const statusOf = (message: string): number =>
  BY_NAME[/\(([A-Z_]+)\)\s*$/.exec(message)?.[1] ?? ''] ?? 500;

export const codeOf = (message: string): string => /^Code: (\d+)/.exec(message)?.[1] ?? '1002';
