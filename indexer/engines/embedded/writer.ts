/**
 * Writes items to the index file. An item and its entry in the log of changes are one transaction, which waits for
 * those of other threads and processes; between two items others have their turn.
 */
import { setImmediate } from 'node:timers/promises';
import { termsOf, tokenize } from '../../text/analyze.js';
import type { ItemRecord, ItemUpdate } from '../../ports.js';
import { chunksDigest } from '../chunks-digest.js';
import { overlapLength } from '../item-words.js';
import { itemKey } from '../keys.js';
import { numberWords, type Terms } from './dictionary.js';
import type { IndexFile, OpenFile } from './index-file.js';
import { toInt8 } from './int8.js';
import { packTerms, packWords, type WordCount } from './item-terms.js';
import { attributesText, passageId } from './stored-rows.js';

/** How long the texts of a replaced item stay, ms: searches under way may read them. */
const REPLACED_MS = 60_000;
/** Replaced items whose texts are deleted with a write. */
const CLEARED = 20;
/** Entries that the log keeps: a process that is further behind reads whole accounts again. */
const LOGGED = 20_000;
/** Passages analysed between two turns of the event loop. */
const SLICE = 40;
/** Items whose attributes change in one transaction. */
const UPDATED = 50;

/** A passage, analysed: its terms in their order, and how often it has each. */
interface AnalyzedPassage {
  text: string;
  terms: string;
  counts: Map<string, number>;
}

interface Prepared {
  item: ItemRecord;
  title: string;
  description: string;
  passages: AnalyzedPassage[];
  centroid: Uint8Array;
  vectors: Uint8Array;
  /** By word of the item, title and description included. */
  terms: Terms;
  /** By word of the passages. */
  words: Map<string, Omit<WordCount, 'word'>>;
}

export async function replaceItems(
  index: IndexFile,
  dimensions: number,
  items: readonly ItemRecord[],
): Promise<void> {
  const last = [...new Map(items.map((item) => [itemKey(item), item])).values()];
  for (const item of last) {
    const prepared = await prepare(item, dimensions);
    index.use((file) => file.write(() => insert(file, prepared)));
    await setImmediate();
  }
}

async function prepare(item: ItemRecord, dimensions: number): Promise<Prepared> {
  const terms = new Map<string, string>();
  const words: Prepared['words'] = new Map();
  const passages: AnalyzedPassage[] = [];
  const vectors = toInt8(
    item.chunks.map(({ vector }) => vector),
    dimensions,
  );
  let before = '';
  for (const [at, chunk] of item.chunks.entries()) {
    if (at % SLICE === SLICE - 1) await setImmediate();
    const text = chunk.text.normalize('NFC');
    passages.push(analyzed(text, overlapLength(before, text), { terms, words }));
    before = text;
  }
  const [title, description] = [item.title.normalize('NFC'), item.description.normalize('NFC')];
  addTerms(title, terms);
  addTerms(description, terms);
  return {
    item,
    title,
    description,
    passages,
    centroid: toInt8([item.centroid], dimensions),
    vectors,
    terms,
    words,
  };
}

/**
 * @param overlap length of what it repeats of the passage before: the item as a whole counts that once
 * @param ofItem takes its words
 */
function analyzed(
  text: string,
  overlap: number,
  ofItem: { terms: Map<string, string>; words: Prepared['words'] },
): AnalyzedPassage {
  const counts = new Map<string, number>();
  const tokens = tokenize(text);
  for (const { word, term, start } of tokens) {
    counts.set(term, (counts.get(term) ?? 0) + 1);
    let ofWord = ofItem.words.get(word);
    if (!ofWord) {
      ofItem.words.set(word, (ofWord = { all: 0, fresh: 0 }));
      ofItem.terms.set(word, term);
    }
    ofWord.all++;
    if (start >= overlap) ofWord.fresh++;
  }
  return { text, terms: tokens.map(({ term }) => term).join(' '), counts };
}

const addTerms = (text: string, terms: Map<string, string>): void => {
  for (const { word, term } of tokenize(text)) terms.set(word, term);
};

function insert(file: OpenFile, prepared: Prepared): void {
  const { item, title, description, passages } = prepared;
  const { accountId, itemId } = item;
  const numbers = numberWords(file, accountId, prepared.terms);
  remove(file, accountId, itemId);
  const { lastInsertRowid } = file
    .sql(
      'INSERT INTO item (accountId, itemId, published, attributes, title, description, mediaAssetId, passages, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    )
    .run(
      accountId,
      itemId,
      Number(item.published),
      attributesText(item),
      title,
      description,
      item.mediaAssetId,
      passages.length,
      chunksDigest(item.chunks),
    );
  const id = Number(lastInsertRowid);
  const words = Array.from(prepared.words, ([word, counts]) => ({
    word: numbers.words.get(word)!,
    ...counts,
  }));
  const terms = passages.map(({ counts }, at) => ({
    ordinal: item.chunks[at]!.ordinal,
    counts: new Map(Array.from(counts, ([term, count]) => [numbers.terms.get(term)!, count])),
  }));
  file
    .sql('INSERT INTO body (id, centroid, vectors, words, terms) VALUES (?, ?, ?, ?, ?)')
    .run(id, prepared.centroid, prepared.vectors, packWords(words), packTerms(terms));
  const addPassage = file.sql(
    'INSERT INTO passage (id, ordinal, text, startMs, endMs) VALUES (?, ?, ?, ?, ?)',
  );
  const addTermsOf = file.sql('INSERT INTO passageTerms (rowid, terms, account) VALUES (?, ?, ?)');
  for (const [place, { text, terms }] of passages.entries()) {
    const { ordinal, startMs, endMs } = item.chunks[place]!;
    const own = passageId(id, place);
    addPassage.run(own, ordinal, text, startMs, endMs);
    addTermsOf.run(own, terms, `a${accountId}`);
  }
  addHeadTerms(file, id, accountId, { title, description });
  log(file, accountId, itemId);
  clearReplaced(file, CLEARED);
}

const addHeadTerms = (
  file: OpenFile,
  id: number,
  accountId: number,
  head: { title: string; description: string },
): void => {
  file
    .sql('INSERT INTO headTerms (rowid, title, description, account) VALUES (?, ?, ?, ?)')
    .run(id, termsOf(head.title).join(' '), termsOf(head.description).join(' '), `a${accountId}`);
};

const log = (file: OpenFile, accountId: number, itemId: number): void => {
  const { lastInsertRowid } = file
    .sql('INSERT INTO change (accountId, itemId) VALUES (?, ?)')
    .run(accountId, itemId);
  file.sql('DELETE FROM change WHERE position <= ?').run(Number(lastInsertRowid) - LOGGED);
};

/** All but the texts, which searches under way may read. @returns whether it was there */
function remove(file: OpenFile, accountId: number, itemId: number): boolean {
  const known = file.sql('SELECT id FROM item WHERE accountId = ? AND itemId = ?').get(accountId, itemId) as
    { id: number } | undefined;
  if (!known) return false;
  const { id } = known;
  file
    .sql('DELETE FROM passageTerms WHERE rowid BETWEEN ? AND ?')
    .run(passageId(id, 0), passageId(id + 1, 0) - 1);
  for (const table of ['headTerms', 'body', 'item']) file.sql(`DELETE FROM ${table} WHERE rowid = ?`).run(id);
  file.sql('INSERT INTO replaced (id, at) VALUES (?, ?)').run(id, Date.now());
  return true;
}

function clearReplaced(file: OpenFile, limit: number): number {
  const due = file
    .sql('SELECT id FROM replaced WHERE at < ? LIMIT ?')
    .all(Date.now() - REPLACED_MS, limit) as { id: number }[];
  for (const { id } of due) {
    file.sql('DELETE FROM passage WHERE id BETWEEN ? AND ?').run(passageId(id, 0), passageId(id + 1, 0) - 1);
    file.sql('DELETE FROM replaced WHERE id = ?').run(id);
  }
  return due.length;
}

export async function removeItems(
  index: IndexFile,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> {
  for (const itemId of itemIds) {
    index.use((file) =>
      file.write(() => {
        if (remove(file, accountId, itemId)) log(file, accountId, itemId);
      }),
    );
    await setImmediate();
  }
}

export async function updateAttributes(index: IndexFile, updates: readonly ItemUpdate[]): Promise<void> {
  for (let start = 0; start < updates.length; start += UPDATED) {
    const some = updates.slice(start, start + UPDATED);
    index.use((file) =>
      file.write(() => {
        for (const item of some) update(file, item);
      }),
    );
    await setImmediate();
  }
}

function update(file: OpenFile, item: ItemUpdate): void {
  const { accountId, itemId } = item;
  const known = file
    .sql('SELECT id, attributes, title, description FROM item WHERE accountId = ? AND itemId = ?')
    .get(accountId, itemId) as
    { id: number; attributes: string; title: string; description: string } | undefined;
  if (!known) return;
  const attributes = attributesText(item);
  const title = item.words?.title.normalize('NFC') ?? known.title;
  const description = item.words?.description.normalize('NFC') ?? known.description;
  const sameWords = title === known.title && description === known.description;
  if (sameWords && attributes === known.attributes) return;
  if (!sameWords) {
    const terms = new Map<string, string>();
    addTerms(title, terms);
    addTerms(description, terms);
    numberWords(file, accountId, terms);
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
  while (index.use((file) => file.write(() => clearReplaced(file, CLEARED))) === CLEARED)
    await setImmediate();
}
