/** Errors of requests to models: OpenAI-compatible servers, and local programs. */
import { STORE_UNAVAILABLE } from '../../platform/lib/errors.js';

/** Retrying cannot help. The message gives the reason and, if known, what to do. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}

/** The server or program is down or busy. */
export class ModelUnavailableError extends Error {
  override name = 'ModelUnavailableError';
  readonly code = STORE_UNAVAILABLE;

  constructor(
    message: string,
    /** When to retry, if the server names a time. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const MAX_QUOTED = 200;

/**
 * Quotes the error text of a server or program, on one line and truncated, because it may be anything. Starts
 * with a colon.
 */
export const quoted = (text: string): string => {
  const words = text
    .slice(0, 10 * MAX_QUOTED)
    .replace(/<[^<>]*>|[^\P{C} ]+|\s+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return words ? `: ${words.slice(0, MAX_QUOTED).toWellFormed().replace(/\.$/, '')}.` : '.';
};
