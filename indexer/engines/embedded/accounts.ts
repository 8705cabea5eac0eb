/** The accounts that are in memory: read at their first search, least recently used first to give way to others. */
import pLimit from 'p-limit';
import type { IndexCounts, SearchReader } from '../../ports.js';
import { accountReader, type TextFile } from './account-reader.js';
import type { IndexFile } from './index-file.js';
import { catchUp, loadAccount, type LoadedAccount } from './load-account.js';
import { countsOf } from './stored-items.js';

export interface AccountsOptions {
  file: IndexFile;
  /** Searches accounts that do not fit. */
  byWords: SearchReader;
  texts: TextFile;
  dimensions: number;
  limitBytes: number;
  /** Told of an account that does not fit. */
  warn: (message: string) => void;
}

/** Numbers and memory of the accounts that are in memory. */
export type MemoryState = {
  accounts: number;
  /** Those that were searched and do not fit: they are searched by their words, in the file. */
  accountsBeyondMemory: number;
  items: number;
  passages: number;
  bytes: number;
  limitBytes: number;
};

export interface Accounts {
  /**
   * What searches of the account read, as current as the file.
   * @throws {IndexUnavailableError}
   */
  reader(accountId: number): Promise<SearchReader>;
  /** Takes what was written meanwhile to the accounts in memory. */
  follow(): Promise<void>;
  state(): MemoryState;
  close(): void;
}

interface Held extends LoadedAccount {
  reader: SearchReader;
  usedAt: number;
  catchingUp: Promise<boolean> | null;
}

/** An account gives way to another once it has not been searched for this long, ms. */
const IDLE_MS = 60_000;
/** Time before an account that did not fit is tried again, ms. */
const RETRY_MS = 30_000;
/** More chunks of one account are not read: `bestOf` numbers two million rows, removed ones included. */
const MAX_CHUNKS = 1.5 * 2 ** 20;

/** Memory that an empty account takes. */
const ACCOUNT_BYTES = 500_000;
/** Memory that a chunk takes without its vector: its columns, its terms and its part of the item's. */
const CHUNK_BYTES = 250;
/** An item's attributes, title, description and their words. */
const ITEM_BYTES = 1_500;
/**
 * Memory of the dictionary, per root of the number of chunks: it grows with the root of the texts' length
 * (Heaps' law).
 */
const WORDS_BYTES = 45_000;

/** Memory that an account takes, about. */
export const memoryNeeded = ({ items, chunks }: IndexCounts, dimensions: number): number =>
  ACCOUNT_BYTES +
  items * (dimensions + ITEM_BYTES) +
  chunks * (dimensions + CHUNK_BYTES) +
  Math.sqrt(chunks) * WORDS_BYTES;

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 2 ** 20)} MiB`;

const beyondMemory = (accountId: number, chunks: number, needed: number, limitBytes: number): string => {
  const searched = `Account ${accountId} is searched by keywords only`;
  if (chunks > MAX_CHUNKS)
    return `${searched}: it has ${chunks} passages, and ${MAX_CHUNKS} can be searched in memory. Set QDRANT_URL.`;
  return (
    `${searched}: its ${chunks} passages need ${mebibytes(needed)} of memory, ` +
    `and SEARCH_MEMORY_BYTES allows ${mebibytes(limitBytes)} for all accounts. Raise it, or set QDRANT_URL.`
  );
};

export function createAccounts({
  file,
  byWords,
  texts,
  dimensions,
  limitBytes,
  warn,
}: AccountsOptions): Accounts {
  const accounts = new Map<number, Held>();
  const loading = new Map<number, Promise<SearchReader>>();
  /** Accounts that do not fit, by the time to try again. */
  const beyond = new Map<number, number>();
  /** One at a time, so that strangers who ask for many accounts do not make them all slow. */
  const oneByOne = pLimit(1);
  let closed = false;

  const bytes = (): number => [...accounts.values()].reduce((sum, { index }) => sum + index.bytes(), 0);

  /** Whether so many bytes fit, once accounts that are idle have given way. */
  const makeRoom = (needed: number): boolean => {
    const idle = [...accounts]
      .filter(([, { usedAt }]) => usedAt < Date.now() - IDLE_MS)
      .sort(([, a], [, b]) => a.usedAt - b.usedAt);
    for (let used = bytes(); used + needed > limitBytes; used = bytes()) {
      const next = idle.shift();
      if (!next) return false;
      accounts.delete(next[0]);
    }
    return true;
  };

  const load = async (accountId: number): Promise<SearchReader> => {
    accounts.delete(accountId);
    const counts = file.use((open) => countsOf(open, accountId));
    const needed = memoryNeeded(counts, dimensions);
    if (counts.chunks > MAX_CHUNKS || !makeRoom(needed)) {
      if (!beyond.has(accountId)) warn(beyondMemory(accountId, counts.chunks, needed, limitBytes));
      beyond.set(accountId, Date.now() + RETRY_MS);
      return byWords;
    }
    beyond.delete(accountId);
    const loaded = await loadAccount(file, accountId, dimensions, () => closed);
    const reader = accountReader(loaded.index, texts);
    accounts.set(accountId, { ...loaded, reader, usedAt: Date.now(), catchingUp: null });
    return reader;
  };

  const loaded = (accountId: number): Promise<SearchReader> => {
    let under = loading.get(accountId);
    if (!under) {
      under = oneByOne(() => load(accountId)).finally(() => loading.delete(accountId));
      loading.set(accountId, under);
    }
    return under;
  };

  /** @returns false where the account must be loaded again */
  const follow = (accountId: number, account: Held): Promise<boolean> =>
    (account.catchingUp ??= catchUp(file, accountId, account)
      .then((isCurrent) => isCurrent && !account.index.isSparse())
      .finally(() => (account.catchingUp = null)));

  return {
    reader: async (accountId) => {
      const account = accounts.get(accountId);
      if (!account) {
        if ((beyond.get(accountId) ?? 0) > Date.now()) return byWords;
        return loaded(accountId);
      }
      account.usedAt = Date.now();
      // What is under way may have begun before the last write.
      await account.catchingUp;
      if (await follow(accountId, account)) return account.reader;
      return loaded(accountId);
    },
    follow: async () => {
      for (const [accountId, account] of [...accounts]) await follow(accountId, account);
    },
    state: () => {
      const held = [...accounts.values()].filter(({ index }) => index.items.some(Boolean));
      return {
        accounts: held.length,
        accountsBeyondMemory: beyond.size,
        items: held.reduce((sum, { index }) => sum + index.items.filter(Boolean).length, 0),
        passages: held.reduce((sum, { index }) => sum + index.chunkVectors.length, 0),
        bytes: bytes(),
        limitBytes,
      };
    },
    close: () => {
      closed = true;
      accounts.clear();
    },
  };
}
