/** Translates errors into responses. An unknown error is a bug: it is logged in full, and callers see no details. */
import type { Context, Middleware } from 'koa';
import {
  AppError,
  badRequest,
  conflict,
  isStoreDown,
  messageOf,
  payloadTooLarge,
  unavailable,
  unsupportedMediaType,
} from '../../lib/errors.js';
import { isUniqueViolation } from '../../db/dialect.js';
import type { Log } from '../../lib/log.js';
import type { RawResponse } from '../endpoint/endpoint.js';
import { setHeaders } from './rendered-responses.js';
import type { Tenant } from '../callers/tenant.js';

const CAPABILITIES = [
  /(\/(?:uploads|resumable)\/[^/]*\/[^/]*\/).+/i,
  /(\/files\/).+(?=\/)/i,
  /(\/preview\/)(?!items\/).+/i,
  /(\/accounts\/[^/]*\/transcripts\/[^/]*\/).+/i,
];

const redactPath = (path: string): string =>
  CAPABILITIES.reduce((text, pattern) => text.replace(pattern, '$1…'), decoded(path));

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

/** PostgreSQL: deadlock and serialization failure. */
const RACE_ERRORS = new Set(['40P01', '40001']);
/**
 * Connection refused, reset or timed out; PostgreSQL shutting down or out of connections; SQLite busy, full or
 * unreadable.
 */
const DATABASE_DOWN =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|ENOSPC|57P0[123]|53\d{3}|08\d{3}|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)\w*)$/;
/** PostgreSQL: the statement ran longer than its timeout. */
const STATEMENT_CANCELED = '57014';
/** zlib and Brotli: data that cannot be decompressed. */
const BROKEN_COMPRESSION = /^(Z_|ERR__ERROR_)/;

/** Proxies store a 404 for minutes, unless told otherwise: what is published meanwhile would be missing. */
const NOT_CACHED = { 'Cache-Control': 'no-store' };

/** The visitor of a page that failed. */
export interface ErrorReader {
  account: Tenant | undefined;
  path: string;
  /** The visitor's preferred one of these languages; the first if the visitor states none. */
  languageOf(known: string[]): string | false;
}

/** Renders errors of pages for people. */
export type ErrorPage = (
  error: AppError,
  reader: ErrorReader,
) => Pick<RawResponse, 'body' | 'contentType' | 'headers'>;

export interface ErrorHandlerOptions {
  log: Log;
  errorPage?: ErrorPage;
  /** Called with what a store or the program could not do. */
  noteFailure?(thrown: unknown): void;
}

export const errorHandler =
  ({ log, errorPage, noteFailure }: ErrorHandlerOptions): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = isAborted(ctx) ? badRequest('The request was aborted') : toAppError(thrown);
      if (error.status >= 500 && error.status !== 501) {
        noteFailure?.(thrown);
        logFailure(log, ctx, thrown);
      }
      if (errorPage && ctx.state.isPage) respondWithPage(ctx, error, errorPage);
      else respondWithError(ctx, error);
    }
  };

/** A temporary refusal is not a fault, and callers can trigger it at will, so it gets one short log line. */
const logFailure = (log: Log, { path, state: { requestId } }: Context, thrown: unknown): void => {
  const request = { requestId: requestId as string, path: redactPath(path) };
  if (thrown instanceof AppError) log.warn({ ...request, reason: thrown.message }, 'request refused');
  else log.error({ err: thrown, ...request }, 'request failed');
};

/** Whether the client disconnected before it had sent its whole body, which explains any failure. */
const isAborted = ({ req }: Context): boolean => req.destroyed && !req.complete;

const respondWithPage = (ctx: Context, error: AppError, errorPage: ErrorPage): void => {
  const {
    body,
    contentType,
    headers = {},
  } = errorPage(error, {
    account: ctx.state.account as Tenant | undefined,
    path: ctx.path,
    languageOf: (known) => ctx.acceptsLanguages(known),
  });
  ctx.status = error.status;
  ctx.set({ ...error.headers, ...NOT_CACHED });
  setHeaders(ctx, headers);
  ctx.body = body;
  ctx.type = contentType;
};

export const respondWithError = (ctx: Context, error: AppError): void => {
  const { status, type, message, details, moreProblems, conflicts, headers } = error;
  ctx.status = status;
  ctx.set({ ...headers, ...NOT_CACHED });
  ctx.body = {
    result: 'error',
    error: {
      type,
      message,
      ...(details && { details }),
      ...(moreProblems > 0 && { moreProblems }),
      ...(conflicts && { conflicts }),
      requestId: ctx.state.requestId as string,
    },
  };
};

const bodyTooLarge = (limit: number | undefined): AppError =>
  payloadTooLarge(limit === undefined ? 'The body is too large' : `The body is larger than ${limit} bytes`);

/** The error to return to the caller. */
export const toAppError = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown;
  const error = (thrown ?? {}) as { code?: unknown; status?: number; type?: string; limit?: number };
  const { status, type } = error;
  // Some libraries use numeric codes.
  const code = typeof error.code === 'string' ? error.code : undefined;
  if (isStoreDown(thrown)) return unavailable(messageOf(thrown));
  if (isUniqueViolation(thrown)) return conflict('Another record already has a unique value of this record');
  if (code && RACE_ERRORS.has(code)) return conflict('Another request changed the same records. Try again.');
  if (code && DATABASE_DOWN.test(code)) return unavailable('The database is not available');
  if (code === STATEMENT_CANCELED)
    return unavailable('The query took too long. Narrow it, or try again later.');
  if (code && BROKEN_COMPRESSION.test(code))
    return badRequest('The body does not match its Content-Encoding');
  if (status === 413) return bodyTooLarge(error.limit);
  if (status === 415) return unsupportedMediaType('The encoding of the body is not supported');
  if (status === 400 || type === 'request.size.invalid' || thrown instanceof URIError)
    return badRequest(
      status === 400 && thrown instanceof SyntaxError
        ? 'The body is not valid JSON'
        : 'The request is malformed',
    );
  return new AppError(500, 'InternalError', 'Internal server error');
};
