/** The errors of the API. */

export interface ErrorDetail {
  /** Dotted path of the invalid field, e.g. `segments.3.startMs`, or the name of a query parameter. */
  path: string;
  message: string;
}

/** What two have changed at the same time. */
export interface Conflict {
  /** A field, or a part of the record such as `segments.3fa9c1d2-17`. */
  path: string;
  /** What it was before; null where it did not exist. */
  base: unknown;
  /** What somebody else has made of it. */
  theirs: unknown;
  /** What the caller wants. */
  yours: unknown;
}

/** Maximum number of problems in an error; `moreProblems` counts the rest. */
export const MAX_DETAILS = 20;
const MAX_PATH_LENGTH = 100;
/** Longer than quoted input, because messages may list allowed values. */
const MAX_MESSAGE_LENGTH = 1_000;

/** Truncates text to `max` characters. */
export const truncate = (text: string, max: number): string => {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).toWellFormed()}…`;
};

/** Truncates the parts of a problem that come from the caller. */
export const truncateDetail = ({ path, message }: ErrorDetail): ErrorDetail => ({
  path: truncate(path, MAX_PATH_LENGTH),
  message: truncate(message, MAX_MESSAGE_LENGTH),
});

export class AppError extends Error {
  /** The first problems. */
  readonly details: ErrorDetail[] | undefined;
  /** Number of further problems. */
  readonly moreProblems: number;
  /** What somebody else has changed too. */
  conflicts?: readonly Conflict[];

  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    details?: readonly ErrorDetail[],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = type;
    this.details = details?.slice(0, MAX_DETAILS).map(truncateDetail);
    this.moreProblems = Math.max(0, (details?.length ?? 0) - MAX_DETAILS);
  }
}

const summary = (details: readonly ErrorDetail[]): string => {
  const named = details.slice(0, MAX_DETAILS).map(truncateDetail);
  const problems = named.map(({ path, message }) => (path ? `${path}: ${message}` : message));
  if (details.length > MAX_DETAILS) problems.push(`and ${details.length - MAX_DETAILS} more problems`);
  return problems.join('; ');
};

/** 400: the request is malformed: not JSON, or an unknown query parameter, operator, sort or expansion. */
export const badRequest = (message: string, details?: readonly ErrorDetail[]): AppError =>
  new AppError(400, 'BadRequestError', message, details);

export const badQuery = (details: readonly ErrorDetail[]): AppError => badRequest(summary(details), details);

export const unauthenticated = (message: string): AppError =>
  new AppError(401, 'AuthenticationError', message, undefined, { 'WWW-Authenticate': 'Bearer' });

export const forbidden = (message: string): AppError => new AppError(403, 'PermissionError', message);

/** 401 for people: without a session, or with a wrong password or code. */
export const signInRequired = (message = 'Sign in first'): AppError =>
  new AppError(401, 'AuthenticationError', message);

/** 403: the person must prove again who they are. */
export const reauthenticationRequired = (): AppError =>
  new AppError(403, 'ReauthenticationRequiredError', 'Confirm who you are first: POST /auth/reauthenticate');

/** 403: the account demands a second factor, and the session has none. */
export const secondFactorRequired = (): AppError =>
  new AppError(
    403,
    'SecondFactorRequiredError',
    'This account requires a second factor. Set up an authenticator app or a passkey first.',
  );

export const notFound = (message = 'No such record'): AppError => new AppError(404, 'NotFoundError', message);

export const methodNotAllowed = (allowed: string[]): AppError =>
  new AppError(
    405,
    'MethodNotAllowedError',
    `Method not allowed. Allowed: ${allowed.join(', ')}`,
    undefined,
    {
      Allow: allowed.join(', '),
    },
  );

export const conflict = (message: string, details?: readonly ErrorDetail[]): AppError =>
  new AppError(409, 'ConflictError', message, details);

/** 409: somebody else has changed the same in the meantime. */
export const editConflict = (message: string, conflicts: readonly Conflict[]): AppError =>
  Object.assign(conflict(message), { conflicts });

/** 409: somebody else has changed fields that the caller changes, so nothing was saved. */
export const conflictingChanges = (conflicts: readonly Conflict[]): AppError => {
  const paths = conflicts.slice(0, MAX_DETAILS).map(({ path }) => truncate(path, MAX_PATH_LENGTH));
  const more = conflicts.length - paths.length;
  const fields = more > 0 ? [...paths, `${more} more`] : paths;
  return editConflict(
    `Nothing was saved, because somebody else has changed these fields since you read them: ${fields.join(', ')}`,
    conflicts,
  );
};

/** 412: `If-Match` does not match the record's ETag. */
export const preconditionFailed = (): AppError =>
  new AppError(412, 'PreconditionFailedError', 'The record has changed since that version. Read it again.');

/** 408: the body did not arrive in time. */
export const requestTimeout = (message: string): AppError =>
  new AppError(408, 'RequestTimeoutError', message);

export const payloadTooLarge = (message: string): AppError =>
  new AppError(413, 'PayloadTooLargeError', message);

export const unsupportedMediaType = (message: string): AppError =>
  new AppError(415, 'UnsupportedMediaTypeError', message);

/** 422: the body is invalid; lists all problems. */
export const invalid = (details: readonly ErrorDetail[]): AppError =>
  new AppError(422, 'ValidationError', summary(details), details);

/** The problem of an id that does not exist in the account. */
export const unknownId = (path: string): ErrorDetail => ({ path, message: 'does not exist' });

/** 422: the state of the record does not allow the operation. */
export const invalidState = (message: string): AppError => new AppError(422, 'InvalidStateError', message);

/** 422: the account would exceed a limit. */
export const quotaExceeded = (name: string, limit: number, used: number): AppError =>
  new AppError(
    422,
    'QuotaExceededError',
    `The account's limit for ${name} is ${limit}, and ${used} are in use. Delete some, or ask for a higher limit.`,
    [{ path: `limits.${name}`, message: `is ${limit}, and ${used} are in use` }],
  );

/** @param retryAfterSecs whole seconds until a request can succeed */
export const rateLimited = (retryAfterMs: number): AppError => {
  const secs = Math.max(1, Math.ceil(retryAfterMs / 1_000));
  return new AppError(429, 'RateLimitError', `Too many requests. Try again in ${secs} s.`, undefined, {
    'Retry-After': String(secs),
  });
};

/** 501: part of a standard that this service does not implement. */
export const notImplemented = (message: string): AppError =>
  new AppError(501, 'NotImplementedError', message);

/** 503: a store that the request needs is down. */
export const unavailable = (message: string, retryAfterSecs = 5): AppError =>
  new AppError(503, 'UnavailableError', message, undefined, { 'Retry-After': String(retryAfterSecs) });

/** The `code` of errors that mean a store or model is down. The libraries use it too. */
export const STORE_UNAVAILABLE = 'STORE_UNAVAILABLE';

export const isStoreDown = (error: unknown): error is Error =>
  error instanceof Error && (error as { code?: unknown }).code === STORE_UNAVAILABLE;

/** The database cannot be reached, or the connection to it was lost. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
  readonly code = STORE_UNAVAILABLE;

  constructor(cause: unknown) {
    super('The database is not available', { cause });
  }
}

/** An error of a command that scripts can tell from others by its exit code. */
export abstract class ExitError extends Error {
  abstract readonly exitCode: number;
}

/** The message of an error. For an AggregateError, such as a failed connection to several addresses, all messages. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};

/** The message as a sentence, to which others can be appended. */
export const sentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);
