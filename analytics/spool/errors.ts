/** Why the spool takes no events; nothing of what was refused is kept. */

/** The events that wait have reached the limit. */
export class SpoolFullError extends Error {
  override readonly name = 'SpoolFullError';
  constructor() {
    super('Too many events wait to be stored: send them again later');
  }
}

/** The disk refuses, or another process owns the folder. */
export class SpoolUnavailableError extends Error {
  override readonly name = 'SpoolUnavailableError';
}
