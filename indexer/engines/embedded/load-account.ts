/** Reads an account from the index file into memory, and what has changed since: in slices, so that others go on. */
import { setImmediate } from 'node:timers/promises';
import { createAccountIndex, type AccountIndex } from './account-index.js';
import type { IndexFile, OpenFile } from './index-file.js';
import {
  changedItems,
  headAt,
  itemAt,
  itemsAfter,
  lastPosition,
  termsFrom,
  wordsFrom,
} from './stored-items.js';

/** An account in memory, as of a position in the log of changes. */
export interface LoadedAccount {
  index: AccountIndex;
  position: number;
  /** Identity of the file from which the account was read. */
  identity: number;
}

/** Time between two turns of the event loop, ms. */
const SLICE_MS = 10;
/** Items, and words, that are read at a time. */
const READ_ITEMS = 8;
const READ_WORDS = 1_000;

/** Resolves at once until a slice is over, then after the next turn of the event loop. */
function createSlices(): () => Promise<void> {
  let started = performance.now();
  return async () => {
    if (performance.now() - started < SLICE_MS) return;
    await setImmediate();
    started = performance.now();
  };
}

/** @returns whether there may be more */
function learn(file: OpenFile, accountId: number, { words }: AccountIndex): boolean {
  const fresh = wordsFrom(file, accountId, words.known, READ_WORDS);
  for (const [word, term] of fresh) words.learn(word, term);
  const terms = termsFrom(file, accountId, words.knownTerms, READ_WORDS);
  for (const term of terms) words.learnTerm(term);
  return fresh.length === READ_WORDS || terms.length === READ_WORDS;
}

/** @param isDone asked between slices: true ends it, and the account is of no use */
export async function loadAccount(
  file: IndexFile,
  accountId: number,
  dimensions: number,
  isDone: () => boolean,
): Promise<LoadedAccount> {
  const index = createAccountIndex(dimensions);
  const nextSlice = createSlices();
  const { position, identity } = file.use((open) => ({
    position: lastPosition(open),
    identity: open.identity,
  }));
  for (let itemId = -1; !isDone();) {
    const items = file.use((open) => itemsAfter(open, accountId, itemId, READ_ITEMS));
    // Words are numbered with the first item that has them, so that those of the items are there by now.
    while (file.use((open) => learn(open, accountId, index))) await nextSlice();
    for (const { head, body } of items) {
      index.put(head, body);
      await nextSlice();
    }
    if (items.length < READ_ITEMS) break;
    itemId = items.at(-1)!.head.attributes.itemId;
  }
  return { index, position, identity };
}

/**
 * Takes what was written since, up to now.
 *
 * @returns false where it must be loaded again
 */
export async function catchUp(file: IndexFile, accountId: number, account: LoadedAccount): Promise<boolean> {
  const nextSlice = createSlices();
  const { changed, last, isSame } = file.use((open) => {
    const isSame = open.identity === account.identity;
    const last = lastPosition(open);
    const changed = last === account.position ? [] : changedItems(open, accountId, account.position, last);
    return { changed, last, isSame };
  });
  if (!isSame || !changed) return false;
  for (const itemId of changed) {
    refresh(file, accountId, account.index, itemId);
    await nextSlice();
  }
  account.position = last;
  return true;
}

function refresh(file: IndexFile, accountId: number, index: AccountIndex, itemId: number): void {
  file.use((open) => {
    const head = headAt(open, accountId, itemId);
    while (learn(open, accountId, index));
    if (head && index.update(head)) return;
    const item = head && itemAt(open, accountId, itemId);
    if (item) {
      while (learn(open, accountId, index));
      index.put(item.head, item.body);
    } else index.remove(itemId);
  });
}
