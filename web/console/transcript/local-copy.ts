/**
 * What is typed and not saved yet, kept in the browser by person, account and item: it survives a tab that is killed, a
 * lost connection, and a session that ends. Signing out clears it, because the server has the browser clear its storage.
 */
import type { Operation } from './segments.js';

export interface LocalCopy {
  /** ETag of the version that the operations apply to. */
  base: string;
  operations: readonly Operation[];
  /** ETag of the draft that they continue; null if there was none. */
  draftTag: string | null;
  /** The operations of a draft that was on its way to the server, as `digestOf` has them. */
  sending: string | null;
  /** When it was written, in ms. */
  time: number;
}

export interface LocalCopies {
  read(): LocalCopy | null;
  write(copy: LocalCopy): void;
  remove(): void;
}

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

/** Tells lists of operations apart (FNV-1a). */
export const digestOf = (operations: readonly Operation[]): string => {
  const text = JSON.stringify(operations);
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return `${text.length}-${(hash >>> 0).toString(36)}`;
};
