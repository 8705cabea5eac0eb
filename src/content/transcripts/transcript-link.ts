/** Links to raw transcripts: unguessable paths that need no token. */
import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The path of a new link, relative to the private API. */
export const newTranscriptPath = (accountId: number, itemId: number): string =>
  `/accounts/${accountId}/transcripts/${itemId}/${randomBytes(32).toString('base64url')}`;

/** Whether `key` is the last part of the stored path. */
export const opens = (path: string | null, key: string): boolean => {
  const expected = Buffer.from(path?.split('/').at(-1) ?? '');
  const actual = Buffer.from(key);
  return expected.length > 0 && expected.length === actual.length && timingSafeEqual(expected, actual);
};
