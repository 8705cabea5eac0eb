/**
 * Keeps the accounts that are searched in memory, as far as a limit allows: read from the engine at their first search
 * and whenever they are told of new writes, by whichever process. The engine answers for the others.
 */
import type { IndexChange, SearchIndex, SearchReader } from '../ports.js';
import { createAccountIndex } from './account-index.js';
import { newAccount, type Account } from './account.js';
import { accountReader } from './account-reader.js';
import { addItems, batches } from './add-items.js';
import type { Follower } from './follow-changes.js';
import { HOLDS, memoryNeeded, type Holds } from './memory-needed.js';
import type { Snapshots } from './snapshots.js';
import { canScan, createVectorStore } from './vector-store.js';

/** What accounts are read from, and what answers for those that are not in memory. */
export type MemoryEngine = SearchReader & Pick<SearchIndex, 'counts' | 'chunkCounts' | 'assertPresent'>;

export interface MemoryOptions {
  engine: MemoryEngine;
  dimensions: number;
  limitBytes: number;
  /** Where accounts are kept between starts, if anywhere. */
  snapshots?: Snapshots;
  /** Called when an account could not be read, or saved. */
  onError: (error: unknown) => void;
}

export interface MemoryReaders extends Follower {
  /**
   * What searches of the account read, as current as the changes told of.
   * @throws {IndexUnavailableError}
   */
  reader(accountId: number): Promise<SearchReader>;
  /** Resolves once the account is in memory, or does not fit. */
  load(accountId: number): Promise<void>;
  /** Saves the accounts that have changed since. */
  save(): Promise<void>;
  state(): MemoryState;
  /** Empties the memory. */
  forget(): void;
  close(): void;
}

/** Of the accounts in memory. */
export type MemoryState = {
  accounts: number;
  /** Those that were searched and are left to the engine. */
  accountsInEngine: number;
  items: number;
  passages: number;
  bytes: number;
  limitBytes: number;
};

/** More chunks than this of one account are left to the engine: `bestOf` numbers two million rows, removed ones included. */
const MAX_CHUNKS = 2 ** 20;
/** Changed items above which a search does not wait for them to be read. */
const MANY_CHANGED = 200;
/** About the chunks of an item that is read for the first time. */
const USUAL_CHUNKS = 32;
/** An account gives way to another once it has not been searched for this long, ms. */
const IDLE_MS = 60_000;
/** Time before an account that does not fit, or could not be read, is tried again, ms. */
const RETRY_MS = 30_000;

/** What is read of items. */
const partOf = (holds: Holds) => (holds === 'heads' ? { chunks: false, centroids: true } : {});

export function createMemoryReaders(options: MemoryOptions): MemoryReaders {
  const { engine, dimensions, limitBytes, snapshots, onError } = options;
  const accounts = new Map<number, Account>();
  const store = canScan() ? createVectorStore(dimensions) : null;
  /** Position in the change log; null until it is known. */
  let position: number | null = null;
  let closed = false;

  const report = (error: unknown): void => {
    if (!closed) onError(error);
  };

  const bytes = (): number =>
    [...accounts.values()].reduce((sum, { index }) => sum + (index?.bytes() ?? 0), store?.bytes() ?? 0);

  const note = ({ accountId, itemIds, withChunks }: IndexChange): void => {
    const account = accounts.get(accountId);
    if (!account) return;
    for (const target of [account.index && account.changed, account.changedMeanwhile])
      for (const itemId of itemIds) target?.set(itemId, withChunks || target.get(itemId) === true);
  };

  const forget = (accountId: number): void => {
    accounts.get(accountId)?.index?.free();
    accounts.delete(accountId);
  };
  const forgetAll = (): void => {
    for (const accountId of [...accounts.keys()]) forget(accountId);
  };

  /** What is in memory must not outlive the index: it may be built anew under the same name. */
  const assertPresent = (): void => {
    try {
      engine.assertPresent();
    } catch (error) {
      forgetAll();
      throw error;
    }
  };

  /** Whether so many bytes fit, once accounts that are idle have given way. */
  const makeRoom = (needed: number, accountId: number): boolean => {
    const idle = [...accounts]
      .filter(([id, { index, usedAt }]) => id !== accountId && index && usedAt < Date.now() - IDLE_MS)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (let used = bytes(); used + needed > limitBytes; used = bytes()) {
      const next = idle.shift();
      if (!next) return false;
      forget(next[0]);
    }
    return true;
  };

  const build = async (accountId: number, counts: ReadonlyMap<number, number>, holds: Holds) => {
    const index = createAccountIndex(store!, { holds });
    const read = holds === 'heads' ? [...counts.keys()].map((itemId) => [itemId, 0] as const) : counts;
    for (const itemIds of batches(read)) {
      await addItems(index, await engine.readItems(accountId, itemIds, partOf(holds)));
      if (closed || bytes() + index.bytes() > limitBytes) {
        index.free();
        return null;
      }
    }
    return index;
  };

  const loadInto = async (accountId: number, account: Account): Promise<void> => {
    const counts = await engine.counts(accountId);
    const needed = memoryNeeded(counts, dimensions);
    const possible = counts.chunks > MAX_CHUNKS ? (['heads'] as const) : HOLDS;
    const holds = possible.find((one) => makeRoom(needed[one], accountId));
    if (!holds) return;
    account.changedMeanwhile = new Map();
    const restored = account.index ? null : await restore(accountId, holds);
    const index = restored?.index ?? (await build(accountId, await engine.chunkCounts(accountId), holds));
    while (account.reading) await account.reading.catch(() => undefined);
    if (accounts.get(accountId) !== account) {
      index?.free();
      return;
    }
    account.index?.free();
    account.index = index;
    account.reader = index && accountReader(index, engine);
    account.changed = account.changedMeanwhile;
    account.savedRevision = restored && restored.index.revision;
    for (const change of restored?.since ?? []) if (change.accountId === accountId) note(change);
    catchUp(accountId, account);
    if (!restored) void save(accountId, account);
  };

  /** Null also where it holds more than fits, or less. */
  const restore = async (accountId: number, holds: Holds): ReturnType<Snapshots['restore']> => {
    const restored = await snapshots?.restore(accountId, (saved) => createAccountIndex(store!, saved));
    if (!restored) return null;
    const { index } = restored;
    if (!closed && index.holds === holds && bytes() + index.bytes() <= limitBytes) return restored;
    index.free();
    return null;
  };

  const save = (accountId: number, account: Account): Promise<void> =>
    (account.saving ??= write(accountId, account)
      .catch(report)
      .finally(() => (account.saving = null)));

  const write = async (accountId: number, account: Account): Promise<void> => {
    const { index, savedRevision } = account;
    if (!snapshots || !index || position === null || account.changed.size > 0 || account.reading) return;
    const { revision } = index;
    if (revision === savedRevision || index.items.length === 0) return;
    const isCurrent = (): boolean =>
      accounts.get(accountId) === account && account.index === index && index.revision === revision;
    if (await snapshots.write(accountId, index, position, isCurrent)) account.savedRevision = revision;
  };

  const load = (accountId: number, account: Account): Promise<void> =>
    (account.loading ??= loadInto(accountId, account)
      .catch(report)
      .finally(() => {
        account.changedMeanwhile = null;
        account.loading = null;
        if (!account.index) account.loadAt = Date.now() + RETRY_MS;
      }));

  const isHeld = (accountId: number, account: Account): boolean =>
    account.index !== null && accounts.get(accountId) === account;

  /** Reads the changed items again, not many at once. */
  const readChanged = async (accountId: number, account: Account): Promise<void> => {
    const { index } = account;
    if (!index) return;
    try {
      while (account.changed.size > 0) {
        const taken = (account.taken = account.changed);
        account.changed = new Map();
        const light = [...taken].flatMap(([itemId, withChunks]) => (withChunks ? [] : itemId));
        for (const itemIds of batches(light.map((itemId) => [itemId, 1])))
          for (const item of await engine.readItems(accountId, itemIds, { chunks: false }))
            if (index.update(item)) taken.delete(item.itemId);
        for (const itemIds of batches([...taken.keys()].map((itemId) => [itemId, USUAL_CHUNKS]))) {
          const items = await engine.readItems(accountId, itemIds, partOf(index.holds));
          const found = new Set(items.map(({ itemId }) => itemId));
          for (const itemId of itemIds) if (!found.has(itemId)) index.remove(itemId);
          await addItems(index, items);
          for (const itemId of itemIds) taken.delete(itemId);
          if (!isHeld(accountId, account)) return index.free();
          if (bytes() > limitBytes) return forget(accountId);
        }
      }
    } catch (error) {
      for (const [itemId, withChunks] of account.taken)
        account.changed.set(itemId, withChunks || account.changed.get(itemId) === true);
      throw error;
    } finally {
      account.taken = new Map();
    }
    if (index.isSparse()) void load(accountId, account);
  };

  const read = (accountId: number, account: Account): Promise<void> =>
    (account.reading ??= readChanged(accountId, account).finally(() => (account.reading = null)));

  /** Before a search waits for it. */
  const catchUp = (accountId: number, account: Account): void => {
    if (account.index && account.changed.size > 0) read(accountId, account).catch(report);
  };

  const accountOf = (accountId: number): Account => {
    let account = accounts.get(accountId);
    if (!account) {
      account = newAccount();
      accounts.set(accountId, account);
    }
    account.usedAt = Date.now();
    return account;
  };

  return {
    reader: async (accountId) => {
      if (!store || closed) return engine;
      const account = accountOf(accountId);
      if (!account.index) {
        if (account.loadAt <= Date.now()) void load(accountId, account);
        return engine;
      }
      assertPresent();
      while (isHeld(accountId, account) && (account.changed.size > 0 || account.reading)) {
        const reading = read(accountId, account);
        if (account.changed.size + account.taken.size > MANY_CHANGED) {
          reading.catch(report);
          return engine;
        }
        await reading;
      }
      return isHeld(accountId, account) ? account.reader! : engine;
    },
    load: async (accountId) => {
      if (!store) return;
      const account = accountOf(accountId);
      if (!account.index) await load(accountId, account);
    },
    save: async () => {
      for (const [accountId, account] of [...accounts]) await save(accountId, account);
    },
    state: () => {
      const loaded = [...accounts.values()].flatMap(({ index }) => (index?.items.some(Boolean) ? index : []));
      const items = loaded.reduce((sum, index) => sum + index.items.filter(Boolean).length, 0);
      const passages = loaded.reduce((sum, index) => sum + index.chunkVectors.length, 0);
      const accountsInEngine = [...accounts].filter(([id, { index }]) => id > 0 && !index).length;
      return {
        accounts: loaded.length,
        accountsInEngine,
        items,
        passages,
        bytes: bytes(),
        limitBytes,
      };
    },
    begin: (first) => void (position = first),
    changes: (since, last) => {
      if (since) for (const change of since) note(change);
      else forgetAll();
      position = last;
      for (const [accountId, account] of accounts) catchUp(accountId, account);
    },
    forget: forgetAll,
    close: () => {
      closed = true;
      forgetAll();
    },
  };
}
