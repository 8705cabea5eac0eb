/** Links to raw transcripts: unguessable paths that need no token. */
import { randomBytes } from 'node:crypto';
import { isSameSecret } from '../../platform/lib/ids.js';

/** The path of a new link, relative to the private API. */
export const newTranscriptPath = (accountId: number, itemId: number): string =>
  `/accounts/${accountId}/transcripts/${itemId}/${randomBytes(32).toString('base64url')}`;

/** Whether `key` is the last part of the stored path. */
export const opens = (path: string | null, key: string): boolean => {
  const expected = path?.split('/').at(-1) ?? '';
  return expected !== '' && isSameSecret(expected, key);
};
