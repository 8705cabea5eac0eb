/**
 * Writes items to the index file. What searches see of an item, and its entry in the log of changes, are one transaction,
 * which waits for those of other threads and processes; between two transactions others have their turn.
 */
import { setImmediate } from 'node:timers/promises';
import { termsOf } from '../../text/analyze.js';
import { IndexUnavailableError, type IndexRecord, type IndexUpdate } from '../../ports.js';
import { itemKey } from '../keys.js';
import { forgetNumbers, numberWords } from './dictionary.js';
import type { IndexFile, OpenFile } from './index-file.js';
import { packTerms, packWords } from './item-terms.js';
import { prepareItem, termsByWord, type PreparedItem } from './prepare-item.js';
import { clearReplaced, PART, remove, reserveId, unreserveId } from './replaced-items.js';
import { attributesText, passageId } from './stored-rows.js';

/** Words numbered in one transaction. */
const NUMBERED = 2_000;
/** Entries that the log keeps: a process that is further behind reads whole accounts again. */
const LOGGED = 20_000;
/** Items whose attributes change in one transaction. */
const UPDATED = 50;

/** Writes several short items in one transaction, since each costs as much as an item. */
export async function replaceItems(
  index: IndexFile,
  dimensions: number,
  items: readonly IndexRecord[],
): Promise<void> {
  const last = [...new Map(items.map((item) => [itemKey(item), item])).values()];
  let some: PreparedItem[] = [];
  let passages = 0;
  const writeSome = async (): Promise<void> => {
    const written = some;
    [some, passages] = [[], 0];
    await write(index, (file) => {
      for (const item of written) insert(file, item);
      clearReplaced(file);
    });
  };
  for (const item of last) {
    const length = item.chunks.length;
    if (some.length > 0 && passages + length > PART) await writeSome();
    const prepared = await prepareItem(item, dimensions);
    if (length > PART) {
      await insertInParts(index, prepared);
      continue;
    }
    some.push(prepared);
    passages += length;
  }
  if (some.length > 0) await writeSome();
}

/** One transaction, after which others have their turn. */
async function write<T>(index: IndexFile, work: (file: OpenFile) => T): Promise<T> {
  const result = index.use((file) => {
    try {
      return file.write(() => work(file));
    } catch (error) {
      forgetNumbers(file);
      throw error;
    }
  });
  await setImmediate();
  return result;
}

function insert(file: OpenFile, prepared: PreparedItem): void {
  const id = insertItem(file, prepared, packed(file, prepared));
  insertPassages(file, id, prepared);
}

/**
 * Writes a long item: first its words and passages, which nothing refers to until the last transaction adds the item. A
 * process that ends in between leaves the version before as it was, and the passages to `clearReplaced`.
 */
async function insertInParts(index: IndexFile, prepared: PreparedItem): Promise<void> {
  const { accountId } = prepared.item;
  const { id, identity } = await write(index, (file) => ({ id: reserveId(file), identity: file.identity }));
  const writePart = <T>(work: (file: OpenFile) => T): Promise<T> =>
    write(index, (file) => {
      if (file.identity !== identity) throw new Error('it was replaced while an item was written');
      return work(file);
    });
  const words = [...wordTerms(prepared)];
  for (let from = 0; from < words.length; from += NUMBERED)
    await writePart((file) => numberWords(file, accountId, words.slice(from, from + NUMBERED)));
  for (let from = 0; from < prepared.passages.length; from += PART)
    await writePart((file) => insertPassages(file, id, prepared, from, from + PART));
  const body = await writePart((file) => packed(file, prepared));
  await writePart((file) => {
    unreserveId(file, id);
    insertItem(file, prepared, body, id);
  });
}

interface PackedWords {
  words: Uint8Array;
  terms: Uint8Array;
}

function* wordTerms({ words, headWords }: PreparedItem): Generator<[word: string, term: string]> {
  for (const [word, { term }] of words) yield [word, term.term];
  yield* headWords;
}

function packed(file: OpenFile, prepared: PreparedItem): PackedWords {
  const { item, words, terms } = prepared;
  const numbers = numberWords(file, item.accountId, wordTerms(prepared));
  const counts = [...words.values()];
  const termNumbers = new Array<number>(terms.length);
  for (const [at, { term }] of counts.entries()) termNumbers[term.at] = numbers[at]!.term;
  return {
    words: packWords(
      Array.from(counts, (_, at) => numbers[at]!.word),
      counts,
    ),
    terms: packTerms(
      Array.from(item.chunks, ({ ordinal }) => ordinal),
      termNumbers,
      terms,
    ),
  };
}

/** All of an item but its passages, in place of the version before. @param reserved its id, if it has one */
function insertItem(
  file: OpenFile,
  prepared: PreparedItem,
  body: PackedWords,
  reserved: number | null = null,
): number {
  const { item, title, description, centroid, vectors } = prepared;
  const { accountId, itemId } = item;
  remove(file, accountId, itemId);
  const { lastInsertRowid } = file
    .sql(
      'INSERT INTO item (id, accountId, itemId, published, attributes, title, description, mediaAssetId, passages, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      reserved,
      accountId,
      itemId,
      Number(item.published),
      attributesText(item),
      title,
      description,
      item.mediaAssetId,
      prepared.passages.length,
      prepared.digest,
    );
  const id = Number(lastInsertRowid);
  file
    .sql('INSERT INTO body (id, centroid, vectors, words, terms) VALUES (?, ?, ?, ?, ?)')
    .run(id, centroid, vectors, body.words, body.terms);
  addHeadTerms(file, id, accountId, { title, description });
  log(file, accountId, itemId);
  return id;
}

/** Those of these places, all by default. */
function insertPassages(
  file: OpenFile,
  id: number,
  { item, passages }: PreparedItem,
  from = 0,
  to = passages.length,
): void {
  const addPassage = file.sql(
    'INSERT INTO passage (id, ordinal, text, startMs, endMs) VALUES (?, ?, ?, ?, ?)',
  );
  const addTerms = file.sql('INSERT INTO passageTerms (rowid, terms, account) VALUES (?, ?, ?)');
  const account = accountTerm(item.accountId);
  for (let place = from; place < Math.min(to, passages.length); place++) {
    const { ordinal, startMs, endMs } = item.chunks[place]!;
    const { text, terms } = passages[place]!;
    const own = passageId(id, place);
    addPassage.run(own, ordinal, text, startMs, endMs);
    addTerms.run(own, terms, account);
  }
}

/** As full-text search knows an account. */
const accountTerm = (accountId: number): string => `a${accountId}`;

const addHeadTerms = (
  file: OpenFile,
  id: number,
  accountId: number,
  head: { title: string; description: string },
): void => {
  file
    .sql('INSERT INTO headTerms (rowid, title, description, account) VALUES (?, ?, ?, ?)')
    .run(id, termsOf(head.title).join(' '), termsOf(head.description).join(' '), accountTerm(accountId));
};

const log = (file: OpenFile, accountId: number, itemId: number): void => {
  const { lastInsertRowid } = file
    .sql('INSERT INTO change (accountId, itemId) VALUES (?, ?)')
    .run(accountId, itemId);
  file.sql('DELETE FROM change WHERE position <= ?').run(Number(lastInsertRowid) - LOGGED);
};

export async function removeItems(
  index: IndexFile,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  for (const itemId of itemIds)
    await write(index, (file) => {
      if (remove(file, accountId, itemId)) log(file, accountId, itemId);
    });
}

export async function updateAttributes(index: IndexFile, updates: readonly IndexUpdate[]): Promise<void> {
  for (let start = 0; start < updates.length; start += UPDATED) {
    const some = updates.slice(start, start + UPDATED);
    await write(index, (file) => {
      for (const item of some) update(file, item);
    });
  }
}

function update(file: OpenFile, item: IndexUpdate): void {
  const { accountId, itemId } = item;
  const known = file
    .sql('SELECT id, attributes, title, description FROM item WHERE accountId = ? AND itemId = ?')
    .get(accountId, itemId) as
    { id: number; attributes: string; title: string; description: string } | undefined;
  if (!known)
    throw new IndexUnavailableError(`The index does not know item ${itemId} of account ${accountId}`);
  const attributes = attributesText(item);
  const title = item.words?.title.normalize('NFC') ?? known.title;
  const description = item.words?.description.normalize('NFC') ?? known.description;
  const sameWords = title === known.title && description === known.description;
  if (sameWords && attributes === known.attributes) return;
  if (!sameWords) {
    numberWords(file, accountId, termsByWord(title, description));
    file.sql('DELETE FROM headTerms WHERE rowid = ?').run(known.id);
    addHeadTerms(file, known.id, accountId, { title, description });
  }
  file
    .sql('UPDATE item SET published = ?, attributes = ?, title = ?, description = ? WHERE id = ?')
    .run(Number(item.published), attributes, title, description, known.id);
  log(file, accountId, itemId);
}

/** Deletes the texts of items that were replaced a while ago. */
export async function maintain(index: IndexFile): Promise<void> {
  while (await write(index, clearReplaced));
}
