/** Translates errors into responses. An unknown error is a bug: it is logged in full and disclosed to no caller. */
import type { Middleware } from 'koa';
import {
  AppError,
  badRequest,
  conflict,
  isStoreDown,
  messageOf,
  payloadTooLarge,
  unavailable,
  unsupportedMediaType,
} from '../lib/errors.js';
import { isUniqueViolation } from '../db/dialect.js';
import type { Log } from '../lib/log.js';

/** PostgreSQL: deadlock and serialization failure. */
const RACE_ERRORS = new Set(['40P01', '40001']);
/**
 * Connection refused, reset or timed out; PostgreSQL shutting down or out of connections; SQLite busy, full or
 * unreadable.
 */
const DATABASE_DOWN =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EPIPE|ENOTFOUND|ENOSPC|57P0[123]|53\d{3}|08\d{3}|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOTADB)\w*)$/;
/** zlib and Brotli: bytes that cannot be decompressed. */
const BROKEN_COMPRESSION = /^(Z_|ERR__ERROR_)/;

export const errorHandler =
  (log: Log): Middleware =>
  async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = translate(thrown);
      const requestId = ctx.state.requestId as string;
      if (error.status >= 500 && error.status !== 501)
        log.error({ err: thrown, requestId, path: ctx.path }, 'request failed');
      ctx.status = error.status;
      ctx.set(error.headers);
      ctx.body = {
        result: 'error',
        error: {
          type: error.type,
          message: error.message,
          ...(error.details ? { details: error.details } : {}),
          requestId,
        },
      };
    }
  };

const translate = (thrown: unknown): AppError => {
  if (thrown instanceof AppError) return thrown;
  const error = (thrown ?? {}) as { code?: unknown; status?: number; type?: string };
  const { status, type } = error;
  // Some libraries use numbers.
  const code = typeof error.code === 'string' ? error.code : undefined;
  if (isStoreDown(thrown)) return unavailable(messageOf(thrown));
  if (isUniqueViolation(thrown)) return conflict('A unique value of this record is already taken');
  if (code && RACE_ERRORS.has(code)) return conflict('Another request changed the same records. Try again.');
  if (code && DATABASE_DOWN.test(code)) return unavailable('The database is not available');
  if (code && BROKEN_COMPRESSION.test(code))
    return badRequest('The body does not match its Content-Encoding');
  if (status === 413) return payloadTooLarge('The body is too large');
  if (status === 415) return unsupportedMediaType('The encoding of the body is not supported');
  if (status === 400 || type === 'request.size.invalid' || thrown instanceof URIError)
    return badRequest(
      status === 400 && thrown instanceof SyntaxError
        ? 'The body is not valid JSON'
        : 'The request is malformed',
    );
  return new AppError(500, 'InternalError', 'Internal server error');
};
