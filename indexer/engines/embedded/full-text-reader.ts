/**
 * Searches of an account that does not fit in memory: by words alone, with SQLite's full-text search. Terms are stored
 * as this project's own analysis makes them.
 */
import { searchedTerms, termsOf } from '../../text/analyze.js';
import type { ChunkHit, KeywordQuery, SearchFilter, SearchReader } from '../../ports.js';
import { textsOf } from '../keys.js';
import type { TextFile } from './account-reader.js';
import type { IndexFile, OpenFile } from './index-file.js';
import { readRefs } from './stored-items.js';

/** Words of a query that are searched; the rarest would do, but each costs as much. */
const MAX_TERMS = 16;
/** Items that a phrase, or an excluded word, may be in. */
const MAX_ITEMS = 10_000;
/** Chunks whose items are an item's part of a keyword search. */
const CHUNKS_OF_ITEMS = 1_000;

interface Row {
  id: number;
  itemId: number;
  ordinal: number;
  mediaAssetId: number | null;
  score: number;
}

/** A term is of letters and digits. */
const quoted = (terms: readonly string[]): string => `"${terms.join(' ').replaceAll('"', '')}"`;

const anyOf = (query: KeywordQuery): string =>
  searchedTerms(query)
    .slice(0, MAX_TERMS)
    .map(({ term }) => quoted([term]))
    .join(' OR ');

/** The filter as conditions on `item`, with their parameters. */
function conditions(filter: SearchFilter): { sql: string; values: (string | number)[] } {
  const { collectionId, seriesId, speakerId, topicId, book, chapter, dateFrom, dateTo } = filter;
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
  if (filter.itemIds) add('itemId IN (SELECT value FROM json_each(?))', JSON.stringify(filter.itemIds));
  if (filter.excludeItemIds)
    add('itemId NOT IN (SELECT value FROM json_each(?))', JSON.stringify(filter.excludeItemIds));
  return { sql: sql.join(' AND '), values };
}

function passages(file: OpenFile, match: string, filter: SearchFilter, limit: number): Row[] {
  if (match === '' || limit < 1) return [];
  const { sql, values } = conditions(filter);
  return file
    .sql(
      `SELECT passage.id, itemId, ordinal, mediaAssetId, -bm25(passageTerms, 1, 0) AS score
       FROM passageTerms JOIN passage ON passage.id = passageTerms.rowid JOIN item ON item.id = passageTerms.rowid >> 20
       WHERE passageTerms MATCH ? AND ${sql} ORDER BY score DESC LIMIT ?`,
    )
    .all(`account : "a${filter.accountId}" AND terms : (${match})`, ...values, limit) as Row[];
}

function heads(
  file: OpenFile,
  columns: string,
  match: string,
  filter: SearchFilter,
  limit: number,
): { itemId: number; score: number }[] {
  if (match === '' || limit < 1) return [];
  const { sql, values } = conditions(filter);
  return file
    .sql(
      `SELECT itemId, -bm25(headTerms, 1, 1, 0) AS score FROM headTerms JOIN item ON item.id = headTerms.rowid
       WHERE headTerms MATCH ? AND ${sql} ORDER BY score DESC LIMIT ?`,
    )
    .all(`account : "a${filter.accountId}" AND {${columns}} : (${match})`, ...values, limit) as {
    itemId: number;
    score: number;
  }[];
}

export function fullTextReader(file: IndexFile, texts: TextFile): SearchReader {
  const run = <T>(work: (open: OpenFile) => T): Promise<T> =>
    new Promise((resolve) => resolve(file.use(work)));

  const toHits = (rows: readonly Row[], best: number): ChunkHit[] => {
    const read = best > 0 ? texts.passages(rows.slice(0, best).map(({ id }) => id)) : null;
    return rows.flatMap(({ id, ...row }, at) => {
      if (at >= best) return { ...row, text: '', startMs: null, endMs: null };
      const text = read?.get(id);
      return text ? { ...row, ...text } : [];
    });
  };

  return {
    byWordsOnly: true,
    nearestChunks: () => Promise.resolve([]),
    nearestItems: () => Promise.resolve([]),
    chunkScores: () => Promise.resolve([]),
    itemCentroid: () => Promise.resolve(null),
    keywordChunks: (query, filter, limit, options) =>
      run((open) => toHits(passages(open, anyOf(query), filter, limit), textsOf(options))),
    phraseChunks: (text, filter, limit, options) =>
      run((open) => {
        const phrase = termsOf(text, MAX_TERMS);
        if (phrase.length < 2) return [];
        return toHits(passages(open, quoted(phrase), filter, limit), textsOf(options));
      }),
    keywordItems: (query, filter, limit, over = 'whole') =>
      run((open) => {
        const match = anyOf(query);
        if (over === 'title') return heads(open, 'title', match, filter, limit);
        const scores = new Map<number, number>();
        for (const { itemId, score } of [
          ...heads(open, 'title description', match, filter, limit),
          ...passages(open, match, filter, CHUNKS_OF_ITEMS),
        ])
          scores.set(itemId, Math.max(score, scores.get(itemId) ?? 0));
        return Array.from(scores, ([itemId, score]) => ({ itemId, score }))
          .sort((a, b) => b.score - a.score)
          .slice(0, limit);
      }),
    itemsWith: (text, filter) =>
      run((open) => {
        const phrase = termsOf(text, MAX_TERMS);
        if (phrase.length === 0) return [];
        const found = [
          ...heads(open, 'title description', quoted(phrase), filter, MAX_ITEMS),
          ...passages(open, quoted(phrase), filter, MAX_ITEMS),
        ];
        return [...new Set(found.map(({ itemId }) => itemId))];
      }),
    readItems: (accountId, itemIds) => run(() => texts.items(accountId, itemIds)),
    readChunks: (accountId, refs) => run((open) => readRefs(open, accountId, refs)),
  };
}
