/** Searches of one account's index in memory: exact, and complete whatever the filter. */
import { analyzeQuery, phrasePositions, tokenize } from '../analyze.js';
import type { ChunkHit, ChunkSearchOptions, ItemHit, SearchReader } from '../ports.js';
import { chunkKey, isZero } from '../vectors/keys.js';
import type { AccountIndex } from './account-index.js';
import { bestOf } from './best.js';
import { itemMask, type ItemMask } from './item-filter.js';
import type { Postings } from './postings.js';

/** Words of a query that are searched. */
const MAX_TERMS = 64;
/** Best chunks with all words of a phrase whose texts are searched for it. */
const PHRASE_CANDIDATES = 500;

/** @param engine reads the texts that are not in memory */
export function accountReader(index: AccountIndex, engine: SearchReader): SearchReader {
  const { items, chunkVectors, centroids, chunkWords } = index;
  const { texts } = index;

  const toHit = (row: number, score: number, withText: boolean): ChunkHit => {
    const { chunks } = index;
    const item = items[chunks.item[row]!]!;
    const [startMs, endMs] = [chunks.startMs[row]!, chunks.endMs[row]!];
    return {
      itemId: item.attributes.itemId,
      ordinal: chunks.ordinal[row]!,
      text: withText && texts ? texts.get(row) : '',
      startMs: startMs < 0 ? null : startMs,
      endMs: endMs < 0 ? null : endMs,
      mediaAssetId: item.mediaAssetId,
      score,
    };
  };

  const toHits = async (
    rows: readonly number[],
    scores: Float32Array,
    accountId: number,
    options?: ChunkSearchOptions,
  ): Promise<ChunkHit[]> => {
    const withText = options?.text !== false;
    const hits = rows.map((row) => toHit(row, scores[row]!, withText));
    return withText && !texts ? withTextsOf(engine, accountId, hits) : hits;
  };

  /** Rows of the items that pass, as ranges. */
  const rangesOf = (mask: ItemMask): number[] => {
    const ranges: number[] = [];
    for (const [position, item] of items.entries()) {
      if (!item || mask[position] === 0) continue;
      if (ranges.at(-1) === item.firstRow) ranges[ranges.length - 1] = item.firstRow + item.rows;
      else if (item.rows > 0) ranges.push(item.firstRow, item.firstRow + item.rows);
    }
    return ranges;
  };

  const rowsPassing = (rows: readonly number[], mask: ItemMask): number[] => {
    const passing: number[] = [];
    for (const row of rows) if (mask[index.chunks.item[row]!] === 1) passing.push(row);
    return passing;
  };

  const termsOf = (words: readonly string[]): number[] =>
    words.slice(0, MAX_TERMS).flatMap((word) => index.termOf(word) ?? []);

  /** BM25 of all documents with one of the terms. */
  const bm25 = (postings: Postings, terms: readonly number[]) => {
    const scores = new Float32Array(postings.documents);
    const found: number[] = [];
    for (const term of terms) postings.score(term, scores, found);
    return { scores, found };
  };

  return {
    nearestChunks: async (vector, filter, limit, options) => {
      if (limit < 1 || isZero(vector)) return [];
      const mask = itemMask(index, filter);
      const ranges = rangesOf(mask);
      const scores = new Float32Array(chunkVectors.length);
      chunkVectors.scan(vector, ranges, scores);
      const rows = rowsIn(ranges);
      return toHits(bestOf(scores, rows, rows.length, limit), scores, filter.accountId, options);
    },

    keywordChunks: async (text, filter, limit, options) => {
      const mask = itemMask(index, filter);
      const { scores, found } = bm25(chunkWords, termsOf(analyzeQuery(text).terms));
      const rows = rowsPassing(found, mask);
      return toHits(bestOf(scores, rows, rows.length, limit), scores, filter.accountId, options);
    },

    phraseChunks: async (text, filter, limit, options) => {
      if (!texts) return engine.phraseChunks(text, filter, limit, options);
      const phrase = tokenize(text)
        .slice(0, MAX_TERMS)
        .map(({ term }) => term);
      const terms = termsOf([...new Set(phrase)]);
      if (phrase.length < 2 || terms.length < new Set(phrase).size) return [];
      const mask = itemMask(index, filter);
      const { scores, found } = bm25(chunkWords, terms);
      const rows = rowsPassing(found, mask);
      const matching: number[] = [];
      for (const row of bestOf(scores, rows, rows.length, PHRASE_CANDIDATES)) {
        if (matching.length === limit) break;
        if (phrasePositions(tokenize(texts.get(row)), phrase).length > 0) matching.push(row);
      }
      return toHits(matching, scores, filter.accountId, options);
    },

    nearestItems: (vector, filter, limit) => {
      if (limit < 1 || isZero(vector)) return Promise.resolve([]);
      const scores = new Float32Array(centroids.length);
      centroids.scan(vector, [0, centroids.length], scores);
      const mask = itemMask(index, filter);
      const positions = items.flatMap((_, position) => (mask[position] === 1 ? position : []));
      return Promise.resolve(itemHits(index, bestOf(scores, positions, positions.length, limit), scores));
    },

    keywordItems: (text, filter, limit, over = 'whole') => {
      const mask = itemMask(index, filter);
      const terms = termsOf(analyzeQuery(text).terms);
      const { scores, found } = bm25(over === 'title' ? index.titles : index.whole, terms);
      const positions = found.filter((position) => mask[position] === 1);
      return Promise.resolve(itemHits(index, bestOf(scores, positions, positions.length, limit), scores));
    },

    chunkScores: (vector, accountId, itemIds) => {
      if (isZero(vector)) return Promise.resolve([]);
      const mask = itemMask(index, { accountId, publishedOnly: false, itemIds });
      const ranges = rangesOf(mask);
      const scores = new Float32Array(chunkVectors.length);
      chunkVectors.scan(vector, ranges, scores);
      const hits = rowsIn(ranges).map((row) => toHit(row, scores[row]!, false));
      return Promise.resolve(hits.map(({ itemId, ordinal, score }) => ({ itemId, ordinal, cosine: score })));
    },

    itemCentroid: (_, itemId) => {
      const position = index.positionOf(itemId);
      const centroid = position === undefined ? null : centroids.get(position);
      return Promise.resolve(centroid && !isZero(centroid) ? centroid : null);
    },

    readChunks: async (accountId, refs) => {
      if (!texts) return engine.readChunks(accountId, refs);
      return refs.flatMap(({ itemId, ordinal }) => {
        const item = items[index.positionOf(itemId) ?? -1];
        if (!item) return [];
        for (let row = item.firstRow; row < item.firstRow + item.rows; row++)
          if (index.chunks.ordinal[row] === ordinal) return toHit(row, 0, true);
        return [];
      });
    },
  };
}

function rowsIn(ranges: readonly number[]): number[] {
  const rows: number[] = [];
  for (let i = 0; i < ranges.length; i += 2)
    for (let row = ranges[i]!; row < ranges[i + 1]!; row++) rows.push(row);
  return rows;
}

function itemHits({ items }: AccountIndex, positions: readonly number[], scores: Float32Array): ItemHit[] {
  return positions.map((position) => ({
    itemId: items[position]!.attributes.itemId,
    score: scores[position]!,
  }));
}

/** The hits whose texts the engine still has. */
async function withTextsOf(
  engine: SearchReader,
  accountId: number,
  hits: readonly ChunkHit[],
): Promise<ChunkHit[]> {
  const read = new Map((await engine.readChunks(accountId, hits)).map((hit) => [chunkKey(hit), hit.text]));
  return hits.flatMap((hit) => {
    const text = read.get(chunkKey(hit));
    return text === undefined ? [] : { ...hit, text };
  });
}
