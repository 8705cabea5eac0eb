/** The embedded search index: one SQLite file, and the accounts that are searched, in memory. */
import type { SearchIndex } from '../../ports.js';
import { createAccounts, type MemoryState } from './accounts.js';
import type { TextFile } from './account-reader.js';
import { fullTextReader } from './full-text-reader.js';
import { createIndexFile, openIndexFile, type IndexFileOptions } from './index-file.js';
import {
  countsOf,
  digestsOf,
  itemAt,
  lastPosition,
  passageCounts,
  passagesAt,
  readRefs,
  storedItem,
  writtenSince,
} from './stored-items.js';
import { maintain, removeItems, replaceItems, updateAttributes } from './writer.js';

export { dropIndexFile } from './index-file.js';

export interface EmbeddedOptions extends IndexFileOptions {
  /** Memory for accounts that are searched. */
  limitBytes?: number;
  /** Told of an account that does not fit there. */
  warn?: (message: string) => void;
}

export interface EmbeddedIndex extends SearchIndex {
  reader: NonNullable<SearchIndex['reader']>;
  position: NonNullable<SearchIndex['position']>;
  /** Takes what was written meanwhile to the accounts in memory. */
  follow(): Promise<void>;
  memory(): MemoryState;
}

/** Creates the file where there is none, then opens it. */
export function createEmbeddedIndex(options: EmbeddedOptions): EmbeddedIndex {
  createIndexFile(options);
  return openEmbeddedIndex(options);
}

/**
 * Opens an existing file at the first call. An account is read into memory by the first search of it, in the thread of
 * the caller; nothing else does that.
 */
export function openEmbeddedIndex(options: EmbeddedOptions): EmbeddedIndex {
  const { dimensions, limitBytes = Infinity, warn = () => undefined } = options;
  const file = openIndexFile(options);
  const texts: TextFile = {
    passages: (ids) => file.use((open) => passagesAt(open, ids)),
    items: (accountId, itemIds) =>
      file.use((open) =>
        itemIds.flatMap((itemId) => {
          const item = itemAt(open, accountId, itemId);
          return item ? storedItem(open, dimensions, item) : [];
        }),
      ),
  };
  const byWords = fullTextReader(file, texts);
  const accounts = createAccounts({ file, byWords, texts, dimensions, limitBytes, warn });
  const { reader } = accounts;
  // What throws rejects.
  const use = <T>(work: Parameters<typeof file.use<T>>[0]): Promise<T> =>
    new Promise((resolve) => resolve(file.use(work)));
  return {
    replaceItems: (items) => replaceItems(file, dimensions, items),
    updateAttributes: (updates) => updateAttributes(file, updates),
    removeItems: (accountId, itemIds) => removeItems(file, accountId, itemIds),
    nearestChunks: async (vector, filter, ...rest) =>
      (await reader(filter.accountId)).nearestChunks(vector, filter, ...rest),
    keywordChunks: async (query, filter, ...rest) =>
      (await reader(filter.accountId)).keywordChunks(query, filter, ...rest),
    phraseChunks: async (text, filter, ...rest) =>
      (await reader(filter.accountId)).phraseChunks(text, filter, ...rest),
    // Processing asks for it too, which must not read accounts into the memory of its thread.
    itemsWith: byWords.itemsWith,
    nearestItems: async (vector, filter, limit) =>
      (await reader(filter.accountId)).nearestItems(vector, filter, limit),
    keywordItems: async (query, filter, ...rest) =>
      (await reader(filter.accountId)).keywordItems(query, filter, ...rest),
    chunkScores: async (vector, accountId, itemIds) =>
      (await reader(accountId)).chunkScores(vector, accountId, itemIds),
    itemCentroid: async (accountId, itemId) => (await reader(accountId)).itemCentroid(accountId, itemId),
    readChunks: (accountId, refs) => use((open) => readRefs(open, accountId, refs)),
    readItems: (accountId, itemIds) => use(() => texts.items(accountId, itemIds)),
    reader,
    position: () => file.use(lastPosition),
    changedSince: (position) => file.use((open) => writtenSince(open, position)),
    follow: accounts.follow,
    memory: accounts.state,
    counts: (accountId) => use((open) => countsOf(open, accountId)),
    chunkCounts: (accountId) => use((open) => passageCounts(open, accountId)),
    chunkDigests: (accountId) => use((open) => digestsOf(open, accountId)),
    maintain: () => maintain(file),
    assertPresent: file.assertPresent,
    ping: () => use((open) => void countsOf(open)),
    close: () => {
      accounts.close();
      file.close();
      return Promise.resolve();
    },
  };
}
