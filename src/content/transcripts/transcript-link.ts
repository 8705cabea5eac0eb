/** Links to raw transcripts: a path that nobody can guess and that needs no token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';

/** A new link's path, relative to the private API; the answer of a call gives it whole. */
export const newTranscriptPath = (accountId: number, itemId: number): string =>
  `/accounts/${accountId}/transcripts/${itemId}/${randomBytes(32).toString('base64url')}`;

/** Whether `key` is the last part of the stored path. */
export const opens = (path: string | null, key: string): boolean => {
  const expected = Buffer.from(path?.split('/').at(-1) ?? '');
  const given = Buffer.from(key);
  return expected.length > 0 && expected.length === given.length && timingSafeEqual(expected, given);
};
