/**
 * What is typed and not saved yet, kept in the browser by person, account and item: it survives a tab that is killed, a
 * lost connection, and a session that ends. Signing out clears it, because the server has the browser clear its storage.
 */
import type { LocalCopies, LocalCopy } from './draft-saver.js';

export const localCopies = (
  personId: number,
  account: string,
  itemId: number,
  mediaAssetId: number | null,
): LocalCopies => {
  const key = ['lectern', personId, account, 'transcript', itemId, mediaAssetId ?? ''].join(':');
  return {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as LocalCopy | null;
      } catch {
        return null;
      }
    },
    write: (copy) => {
      try {
        localStorage.setItem(key, JSON.stringify(copy));
      } catch {
        // The browser's storage is full, or switched off: the draft on the server is the only copy.
      }
    },
    remove: () => {
      try {
        localStorage.removeItem(key);
      } catch {
        // As above.
      }
    },
  };
};
