/** How requests to models fail: servers that speak OpenAI's protocol, and programs of this machine. */
import { STORE_UNAVAILABLE } from '../../platform/lib/errors.js';

/** Another attempt would end the same way. The message says why, and what to do where that is known. */
export class PermanentError extends Error {
  override name = 'PermanentError';
}

/** The server or program is down, or busy. */
export class ModelUnavailableError extends Error {
  override name = 'ModelUnavailableError';
  readonly code = STORE_UNAVAILABLE;

  constructor(
    message: string,
    /** When to try again, if it said so. */
    readonly retryAfterMs?: number,
  ) {
    super(message);
  }
}

const MAX_QUOTED = 200;

/** What a server or a program says of an error, on one line and cut: it may be anything. Begins with a colon. */
export const quoted = (text: string): string => {
  const words = text
    .slice(0, 10 * MAX_QUOTED)
    .replace(/<[^<>]*>|[^\P{C} ]+|\s+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim();
  return words ? `: ${words.slice(0, MAX_QUOTED).toWellFormed().replace(/\.$/, '')}.` : '.';
};
