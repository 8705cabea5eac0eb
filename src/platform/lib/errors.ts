/** The one catalogue of errors an API caller can meet; the HTTP layer translates nothing else. */

export interface ErrorDetail {
  /** Dotted path of the field at fault, e.g. `segments.3.startMs`; a query parameter's name as it was sent. */
  path: string;
  message: string;
}

export class AppError extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
    message: string,
    readonly details?: ErrorDetail[],
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = type;
  }
}

const summary = (details: ErrorDetail[]): string =>
  details.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');

/** 400: the request itself is malformed: not JSON, an unknown query parameter, operator, sort or expansion. */
export const badRequest = (message: string, details?: ErrorDetail[]): AppError =>
  new AppError(400, 'BadRequestError', message, details);

export const badQuery = (details: ErrorDetail[]): AppError => badRequest(summary(details), details);

export const unauthenticated = (message: string): AppError =>
  new AppError(401, 'AuthenticationError', message, undefined, { 'WWW-Authenticate': 'Bearer' });

export const forbidden = (message: string): AppError => new AppError(403, 'PermissionError', message);

export const notFound = (what = 'No such record'): AppError => new AppError(404, 'NotFoundError', what);

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

export const conflict = (message: string, details?: ErrorDetail[]): AppError =>
  new AppError(409, 'ConflictError', message, details);

/** 412: `If-Match` names another version of the record. */
export const preconditionFailed = (): AppError =>
  new AppError(412, 'PreconditionFailedError', 'The record has changed since that version: read it again');

export const payloadTooLarge = (message: string): AppError =>
  new AppError(413, 'PayloadTooLargeError', message);

export const unsupportedMediaType = (message: string): AppError =>
  new AppError(415, 'UnsupportedMediaTypeError', message);

/** 422: the body was understood and is invalid; all its problems at once. */
export const invalid = (details: ErrorDetail[]): AppError =>
  new AppError(422, 'ValidationError', summary(details), details);

/** The detail of an id in a body that names no record of the account. */
export const unknownId = (path: string): ErrorDetail => ({ path, message: 'does not exist' });

/** 422: the record's state forbids what was asked. */
export const invalidState = (message: string): AppError => new AppError(422, 'InvalidStateError', message);

/** @param retryAfterSecs whole seconds until another try can succeed */
export const rateLimited = (retryAfterSecs: number): AppError =>
  new AppError(429, 'RateLimitError', `Too many requests; try again in ${retryAfterSecs} s`, undefined, {
    'Retry-After': String(retryAfterSecs),
  });

/** 501: what a foreign convention knows, and this service does not do. */
export const notImplemented = (message: string): AppError =>
  new AppError(501, 'NotImplementedError', message);

/** 503: a store this call needs is down. */
export const unavailable = (message: string, retryAfterSecs = 5): AppError =>
  new AppError(503, 'UnavailableError', message, undefined, { 'Retry-After': String(retryAfterSecs) });

/** The `code` of errors that mean: a store or model is down, the request is not to blame. The libraries' own errors carry it too. */
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

/** The message of an error; of several at once, as where each address of a host refuses, all of theirs. */
export const messageOf = (error: unknown): string => {
  if (error instanceof AggregateError && !error.message) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
};
