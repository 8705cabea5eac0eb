/**
 * What is typed and not saved yet, kept in the browser by person and account: it survives a tab that is killed, a lost
 * connection, and a session that ends. Signing out clears it, because the server has the browser clear its storage.
 */

import type { LocalCopies } from './local-copies.js';

let signOuts = 0;

/** After signing out, what was open before keeps nothing any more. */
export const endLocalCopies = (): void => {
  signOuts += 1;
};

const prefixOf = (personId: number): string => `lectern:${personId}:`;

/** @param record what is edited, such as `item`, and its id */
export const localCopies = <T>(
  personId: number,
  account: string,
  ...record: readonly (string | number)[]
): LocalCopies<T> => {
  const key = prefixOf(personId) + [account, ...record].join(':');
  const openedAfter = signOuts;
  return {
    read: () => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? 'null') as T | null;
      } catch {
        return null;
      }
    },
    write: (copy) => {
      if (openedAfter !== signOuts) return;
      try {
        localStorage.setItem(key, JSON.stringify(copy));
      } catch {
        // The browser's storage is full, or switched off: what is on the server is the only copy.
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

/** How many records have text of the person that is not saved yet. */
export const countLocalCopies = (personId: number): number => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(personId))).length;
  } catch {
    return 0;
  }
};
