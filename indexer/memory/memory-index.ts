/** An index that records its writes in a change log, and one whose searches also read from memory what fits. */
import type { IndexChange, IndexChangeLog, SearchIndex } from '../ports.js';
import { followChanges } from './follow-changes.js';
import { createMemoryReaders, type MemoryOptions, type MemoryReaders } from './memory-readers.js';

export interface MemoryIndex extends SearchIndex {
  reader: MemoryReaders['reader'];
  load: MemoryReaders['load'];
  save: MemoryReaders['save'];
  memory: MemoryReaders['state'];
}

/** In the caller's thread. */
export function withMemory(
  options: MemoryOptions & { engine: SearchIndex; changes: IndexChangeLog },
): MemoryIndex {
  const { engine, changes } = options;
  const memory = createMemoryReaders(options);
  const follow = followChanges(changes, memory);
  return {
    ...withChangeLog(engine, changes),
    reader: async (accountId) => {
      await follow();
      return memory.reader(accountId);
    },
    load: async (accountId) => {
      await follow();
      await memory.load(accountId);
    },
    save: memory.save,
    memory: memory.state,
    close: async () => {
      memory.close();
      await engine.close();
    },
  };
}

export function withChangeLog(engine: SearchIndex, changes: Pick<IndexChangeLog, 'record'>): SearchIndex {
  /** Also after a failure, which may have written a part. */
  const recorded = async (
    items: readonly { accountId: number; itemId: number }[],
    withChunks: boolean,
    write: () => Promise<void>,
  ): Promise<void> => {
    try {
      await write();
    } finally {
      await changes.record(byAccount(items, withChunks));
    }
  };

  return {
    ...engine,
    replaceItems: (items) => recorded(items, true, () => engine.replaceItems(items)),
    updateAttributes: (updates) => recorded(updates, false, () => engine.updateAttributes(updates)),
    removeItems: (accountId, itemIds) => {
      const removed = itemIds.map((itemId) => ({ accountId, itemId }));
      return recorded(removed, true, () => engine.removeItems(accountId, itemIds));
    },
  };
}

function byAccount(
  items: readonly { accountId: number; itemId: number }[],
  withChunks: boolean,
): Omit<IndexChange, 'position'>[] {
  const itemIds = new Map<number, number[]>();
  for (const { accountId, itemId } of items)
    itemIds.set(accountId, [...(itemIds.get(accountId) ?? []), itemId]);
  return [...itemIds].map(([accountId, own]) => ({ accountId, itemIds: own, withChunks }));
}
