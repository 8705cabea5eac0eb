/**
 * Searches of an account that does not fit in memory: by words alone. SQLite's full-text search finds the rows that have
 * them, as terms of this project's own analysis; they are ranked here, as the account's own texts have its words.
 */
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { phrasePositions, searchedTerms, termsOf, tokenize, type Token } from '../../text/analyze.js';
import type { ChunkHit, IndexCounts, KeywordQuery, SearchFilter, SearchReader } from '../../ports.js';
import { createAccountCache } from '../account-cache.js';
import { textsOf } from '../keys.js';
import type { TextFile } from './account-reader.js';
import { bestOf } from './best.js';
import { HEADS, PASSAGES, rowsWith, TITLES, type TextTable } from './full-text-rows.js';
import type { IndexFile } from './index-file.js';
import { bm25, rarityAmong } from './postings.js';
import { countsOf, readRefs } from './stored-items.js';
import { itemOfPassage } from './stored-rows.js';

/** Words of a query that are searched; the rarest would do, but each costs as much. */
const MAX_TERMS = 16;
/** Rows that are read of all words together, newest first. */
const MAX_ROWS = 60_000;
/** A search that has taken so long ends with what it has found, ms. */
const MAX_MS = 1_000;
/** Passages, and titles with descriptions, that a phrase or an excluded word may be in. */
const MAX_WITH = 10_000;
/** Rows with the most and the rarest words, whose texts are read to rank them, and those that are read at a time. */
const MAX_READ = 600;
const READ = 100;
/** Passages whose items are an item's part of a keyword search. */
const PASSAGES_OF_ITEMS = 300;
const COUNTS = { max: 100, ttl: 60_000 };
/** Maximum size of the cache of all accounts' languages, at `LANGUAGE_BYTES` per language. */
const LANGUAGES_BYTES = 2 ** 20;
const LANGUAGE_BYTES = 100;

/** Terms that are side by side in what is searched. */
interface Searched {
  terms: string[];
  weight: number;
}

interface Found {
  /** A passage, or an item. */
  id: number;
  item: { itemId: number; mediaAssetId: number | null };
  score: number;
}

type PassageRow = Pick<ChunkHit, 'ordinal' | 'text' | 'startMs' | 'endMs'> & { id: number };

const SOURCES: Record<TextTable['name'], string> = {
  passageTerms: 'SELECT id, text FROM passage WHERE id IN (SELECT value FROM json_each(?))',
  headTerms: `SELECT id, title || char(10) || description AS text FROM item WHERE id IN (SELECT value FROM json_each(?))`,
};

/** `pt` of `pt-BR`. */
const LANGUAGE_CODE = `rtrim(lower(substr(attributes ->> '$.language', 1, 3)), '-')`;

/** The filter as conditions on `item`, with their parameters. */
function conditions(filter: SearchFilter): { sql: string; values: (string | number)[] } {
  const { collectionId, seriesId, speakerId, topicId, book, chapter, dateFrom, dateTo, language } = filter;
  const sql = ['item.accountId = ?'];
  const values: (string | number)[] = [filter.accountId];
  const add = (condition: string, value: string | number | undefined): void => {
    if (value === undefined) return;
    sql.push(condition);
    values.push(value);
  };
  const listed = (name: string): string =>
    `EXISTS (SELECT 1 FROM json_each(attributes, '$.${name}') WHERE value = ?)`;
  if (filter.publishedOnly) sql.push('published = 1');
  add(`attributes ->> '$.collectionId' = ?`, collectionId);
  add(`attributes ->> '$.seriesId' = ?`, seriesId);
  add(listed('speakerIds'), speakerId);
  add(listed('topicIds'), topicId);
  if (book !== undefined && chapter !== undefined) add(listed('chapters'), `${book}.${chapter}`);
  else add(listed('books'), book);
  add(`attributes ->> '$.date' >= ?`, dateFrom?.slice(0, 10));
  add(`attributes ->> '$.date' <= ?`, dateTo?.slice(0, 10));
  add(`${LANGUAGE_CODE} = ?`, language);
  if (filter.itemIds) add('itemId IN (SELECT value FROM json_each(?))', JSON.stringify(filter.itemIds));
  if (filter.excludeItemIds)
    add('itemId NOT IN (SELECT value FROM json_each(?))', JSON.stringify(filter.excludeItemIds));
  return { sql: sql.join(' AND '), values };
}

export function fullTextReader(file: IndexFile, texts: TextFile): SearchReader {
  const counts = new LRUCache<number, IndexCounts>(COUNTS);
  const run = <T>(work: Parameters<typeof file.use<T>>[0]): Promise<T> =>
    new Promise((resolve) => resolve(file.use(work)));

  // Reads all items of an account, which may take a second.
  const languages = createAccountCache(LANGUAGES_BYTES, async ({ accountId, publishedOnly }) => {
    const { sql, values } = conditions({ accountId, publishedOnly });
    const source = `SELECT DISTINCT ${LANGUAGE_CODE} AS language FROM item WHERE ${sql} AND language IS NOT NULL`;
    const value = await run(
      (open) =>
        open
          .sql(source)
          .pluck()
          .all(...values) as string[],
    );
    return { value, bytes: value.length * LANGUAGE_BYTES };
  });

  const countsNow = (accountId: number): IndexCounts => {
    const known = counts.get(accountId) ?? file.use((open) => countsOf(open, accountId));
    counts.set(accountId, known);
    return known;
  };

  /** Those of the items, by their rows, that pass. */
  const itemsMatchingFilter = (items: Iterable<number>, filter: SearchFilter): Map<number, Found['item']> => {
    const { sql, values } = conditions(filter);
    const rows = file.use((open) =>
      open
        .sql(
          `SELECT item.id, itemId, mediaAssetId FROM json_each(?) AS one CROSS JOIN item ON item.id = one.value WHERE ${sql}`,
        )
        .all(JSON.stringify([...new Set(items)]), ...values),
    ) as ({ id: number } & Found['item'])[];
    return new Map(rows.map(({ id, ...item }) => [id, item]));
  };

  const textsAt = (table: TextTable, ids: readonly number[]): { id: number; tokens: Token[] }[] => {
    const rows = file.use((open) => open.sql(SOURCES[table.name]).all(JSON.stringify(ids)));
    return (rows as { id: number; text: string }[]).map(({ id, text }) => ({
      id,
      tokens: tokenize(table === TITLES ? text.split('\n', 1)[0]! : text),
    }));
  };

  /** The best by BM25, among the rows that have the rarest and the most of what is searched. */
  const ranked = async (
    table: TextTable,
    searched: readonly Searched[],
    filter: SearchFilter,
    limit: number,
  ): Promise<Found[]> => {
    if (searched.length === 0 || limit < 1) return [];
    const deadline = performance.now() + MAX_MS;
    const found = await rowsWith(
      file,
      table,
      filter.accountId,
      searched.map(({ terms }) => terms),
      { most: Math.floor(MAX_ROWS / searched.length), isOver: () => performance.now() > deadline },
    );
    const { items, chunks } = countsNow(filter.accountId);
    const rarities = found.map(({ all }) => rarityAmong(table.name === 'headTerms' ? items : chunks, all));
    const toItem = table.name === 'headTerms' ? (id: number): number => id : itemOfPassage;
    const pass = itemsMatchingFilter(
      found.flatMap(({ ids }) => ids.map(toItem)),
      filter,
    );
    const sums = new Map<number, number>();
    for (const [at, { ids }] of found.entries())
      for (const id of ids)
        if (pass.has(toItem(id))) sums.set(id, (sums.get(id) ?? 0) + searched[at]!.weight * rarities[at]!);
    const candidates = [...sums.keys()].sort((a, b) => b - a);
    const scores = Float32Array.from(candidates, (id) => sums.get(id)!);
    const best = bestOf(
      scores,
      scores.map((_, at) => at),
      MAX_READ,
    ).map((at) => candidates[at]!);
    const read: { id: number; tokens: Token[] }[] = [];
    for (let start = 0; start < best.length; start += READ) {
      read.push(...textsAt(table, best.slice(start, start + READ)));
      await setImmediate();
    }
    const averageLength = read.reduce((sum, { tokens }) => sum + tokens.length, 0) / read.length;
    return read
      .map(({ id, tokens }): Found => {
        const score = searched.reduce((sum, { terms, weight }, at) => {
          const count = phrasePositions(tokens, terms).length;
          return sum + weight * rarities[at]! * bm25(count, tokens.length / averageLength);
        }, 0);
        return { id, item: pass.get(toItem(id))!, score };
      })
      .sort((a, b) => b.score - a.score || b.id - a.id)
      .slice(0, limit);
  };

  const wordsOf = (query: KeywordQuery): Searched[] =>
    searchedTerms(query)
      .slice(0, MAX_TERMS)
      .map(({ term, weight }) => ({ terms: [term], weight }));

  /** @param best number of hits with their texts */
  const toHits = (found: readonly Found[], best: number): ChunkHit[] => {
    const rows = file.use((open) =>
      open
        .sql(
          'SELECT id, ordinal, text, startMs, endMs FROM passage WHERE id IN (SELECT value FROM json_each(?))',
        )
        .all(JSON.stringify(found.map(({ id }) => id))),
    ) as PassageRow[];
    const byId = new Map(rows.map(({ id, ...row }) => [id, row]));
    return found.flatMap(({ id, item, score }, at) => {
      const row = byId.get(id);
      if (!row) return [];
      return { ...item, ...row, ...(at >= best && { text: '', startMs: null, endMs: null }), score };
    });
  };

  return {
    byWordsOnly: true,
    nearestChunks: () => Promise.resolve([]),
    nearestItems: () => Promise.resolve([]),
    chunkScores: () => Promise.resolve([]),
    itemCentroid: () => Promise.resolve(null),
    keywordChunks: async (query, filter, limit, options) =>
      toHits(await ranked(PASSAGES, wordsOf(query), filter, limit), textsOf(options)),
    phraseChunks: async (text, filter, limit, options) => {
      const terms = termsOf(text, MAX_TERMS);
      const searched = terms.length < 2 ? [] : [{ terms, weight: 1 }];
      return toHits(await ranked(PASSAGES, searched, filter, limit), textsOf(options));
    },
    keywordItems: async (query, filter, limit, over = 'whole') => {
      const words = wordsOf(query);
      const scores = new Map<number, number>();
      const found = [
        ...(await ranked(over === 'title' ? TITLES : HEADS, words, filter, limit)),
        ...(over === 'title' ? [] : await ranked(PASSAGES, words, filter, PASSAGES_OF_ITEMS)),
      ];
      for (const { item, score } of found)
        scores.set(item.itemId, Math.max(score, scores.get(item.itemId) ?? 0));
      return Array.from(scores, ([itemId, score]) => ({ itemId, score }))
        .sort((a, b) => b.score - a.score)
        .slice(0, limit);
    },
    languages,
    itemsWith: async (text, filter) => {
      const terms = termsOf(text, MAX_TERMS);
      if (terms.length === 0) return [];
      const rowsOf = async (table: TextTable): Promise<number[]> => {
        const [found] = await rowsWith(file, table, filter.accountId, [terms], {
          most: MAX_WITH,
          isOver: () => false,
        });
        return found!.ids;
      };
      const items = [...(await rowsOf(HEADS)), ...(await rowsOf(PASSAGES)).map(itemOfPassage)];
      return [...itemsMatchingFilter(items, filter).values()].map(({ itemId }) => itemId);
    },
    readItems: (accountId, itemIds) => run(() => texts.items(accountId, itemIds)),
    readChunks: (accountId, refs) => run((open) => readRefs(open, accountId, refs)),
  };
}
