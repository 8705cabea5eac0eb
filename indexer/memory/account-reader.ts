/** Searches of one account's index in memory: exact, and complete whatever the filter. */
import { phrasePositions, searchedTerms, tokenize } from '../analyze.js';
import type {
  ChunkHit,
  ChunkRef,
  ChunkSearchOptions,
  ItemHit,
  KeywordQuery,
  SearchReader,
} from '../ports.js';
import { isZero, textsOf } from '../vectors/keys.js';
import { readTexts } from '../vectors/read-texts.js';
import type { AccountIndex } from './account-index.js';
import { bestOf } from './best.js';
import { createChunkScan } from './chunk-scan.js';
import { passing, type Passing } from './item-filter.js';
import { itemsWithPhrase } from './items-with-phrase.js';
import type { Postings, Scored } from './postings.js';

/** Words of a query that are searched. */
const MAX_TERMS = 64;
/** Best chunks with all words of a phrase whose texts are searched for it. */
const PHRASE_CANDIDATES = 500;

/** Read with the text. */
const NO_TIMES = { startMs: null, endMs: null };
const NO_VECTOR = new Float32Array();

/** BM25 of the search in progress, by row or position; none between searches. */
let scored: Scored = { scores: new Float32Array(0), found: new Int32Array(0), count: 0 };

/** A term's number, and what it counts. */
interface WeightedTerm {
  term: number;
  weight: number;
}

/** What throws, as an index that was replaced, rejects: a search asks for several things at once. */
const promised = <T>(work: () => T | Promise<T>): Promise<T> => new Promise((resolve) => resolve(work()));

/** @param engine searches and reads what is not in memory */
export function accountReader(index: AccountIndex, engine: SearchReader): SearchReader {
  const { holds, items, centroids, passages } = index;
  const scan = createChunkScan(index);

  const toHit = (row: number, score: number, withText: boolean): ChunkHit => {
    const { chunks } = index;
    const item = items[chunks.item[row]!]!;
    return {
      itemId: item.attributes.itemId,
      ordinal: chunks.ordinal[row]!,
      text: withText && passages ? passages.texts.get(row) : '',
      ...(passages ? passages.times.get(row) : NO_TIMES),
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
    const withText = textsOf(options);
    const hits = rows.map((row, at) => toHit(row, scores[row]!, at < withText));
    if (passages) return hits;
    return readTexts(hits, withText, (some) => engine.readChunks(accountId, some));
  };

  const termsOf = (words: readonly string[]): WeightedTerm[] =>
    words.slice(0, MAX_TERMS).flatMap((word) => weighted(word, 1));

  const queryTerms = (query: KeywordQuery): WeightedTerm[] =>
    searchedTerms(query).flatMap(({ term, weight }) => weighted(term, weight));

  const weighted = (word: string, weight: number): WeightedTerm[] => {
    const term = index.termOf(word);
    return term === undefined ? [] : [{ term, weight }];
  };

  /**
   * Hands those that pass of the documents with one of the terms to `use`, with their BM25. It must not keep them: the
   * next search overwrites both.
   * @param itemOf the position of each document's item; null where a document is an item
   */
  const withBm25 = <T>(
    postings: Postings,
    terms: readonly WeightedTerm[],
    { mask }: Passing,
    itemOf: Int32Array | null,
    use: (found: Int32Array, scores: Float32Array) => T,
  ): T => {
    if (scored.scores.length < postings.documents) {
      const length = postings.documents * 2;
      scored = { scores: new Float32Array(length), found: new Int32Array(length), count: 0 };
    }
    for (const { term, weight } of terms) postings.score(term, scored, weight);
    const { scores, found, count } = scored;
    let passed = 0;
    for (let at = 0; at < count; at++) {
      const document = found[at]!;
      if (mask[itemOf ? itemOf[document]! : document] !== 1) continue;
      found[at] = found[passed]!;
      found[passed++] = document;
    }
    try {
      return use(found.subarray(0, passed), scores);
    } finally {
      for (let at = 0; at < count; at++) scores[found[at]!] = 0;
      scored.count = 0;
    }
  };

  const rowOf = ({ itemId, ordinal }: ChunkRef): number | undefined => {
    const { firstRow = 0, rows = 0 } = items[index.positionOf(itemId) ?? -1] ?? {};
    const at = index.chunks.ordinal.subarray(firstRow, firstRow + rows).indexOf(ordinal);
    return at < 0 ? undefined : firstRow + at;
  };

  return {
    nearestChunks: async (vector, filter, limit, options) => {
      if (holds === 'heads') return engine.nearestChunks(vector, filter, limit, options);
      if (limit < 1 || isZero(vector)) return [];
      const pass = passing(index, filter);
      const rows = scan.nearest(vector, pass, limit);
      return toHits(rows, scan.cosines, filter.accountId, options);
    },

    keywordChunks: async (query, filter, limit, options) => {
      if (!passages) return engine.keywordChunks(query, filter, limit, options);
      const pass = passing(index, filter);
      return withBm25(passages.words, queryTerms(query), pass, index.chunks.item, (rows, scores) =>
        toHits(bestOf(scores, rows, limit), scores, filter.accountId, options),
      );
    },

    phraseChunks: async (text, filter, limit, options) => {
      if (!passages) return engine.phraseChunks(text, filter, limit, options);
      const phrase = tokenize(text)
        .slice(0, MAX_TERMS)
        .map(({ term }) => term);
      const terms = termsOf([...new Set(phrase)]);
      if (phrase.length < 2 || terms.length < new Set(phrase).size) return [];
      const pass = passing(index, filter);
      return withBm25(passages.words, terms, pass, index.chunks.item, (rows, scores) => {
        const matching: number[] = [];
        for (const row of bestOf(scores, rows, PHRASE_CANDIDATES)) {
          if (matching.length === limit) break;
          if (phrasePositions(tokenize(passages.texts.get(row)), phrase).length > 0) matching.push(row);
        }
        return toHits(matching, scores, filter.accountId, options);
      });
    },

    passing: (filter) => {
      const { mask } = passing(index, filter);
      return (itemId) => {
        const position = index.positionOf(itemId);
        return position !== undefined && mask[position] === 1;
      };
    },

    vocabulary: ({ accountId, publishedOnly }) => ({
      ...index.words.among(passing(index, { accountId, publishedOnly }).mask),
      isPartial: holds === 'heads',
    }),

    ...(holds !== 'heads' && {
      chunksOf: (itemId: number) => items[index.positionOf(itemId) ?? -1]?.rows ?? 0,
    }),
    ...(passages && { rarityOf: (term: string) => passages.words.rarity(index.termOf(term)) }),

    itemsWith: (text, filter, maintainedOnly) => {
      const phrase = tokenize(text)
        .slice(0, MAX_TERMS)
        .map(({ term }) => term);
      if (holds === 'heads' || (phrase.length > 1 && !passages))
        return engine.itemsWith(text, filter, maintainedOnly);
      return itemsWithPhrase(index, phrase, passing(index, filter).mask);
    },

    nearestItems: (vector, filter, limit) =>
      promised(() => {
        if (limit < 1 || isZero(vector)) return [];
        const scores = new Float32Array(centroids.length);
        centroids.scan(vector, [0, centroids.length], scores);
        const { positions } = passing(index, filter);
        return itemHits(index, bestOf(scores, positions, limit), scores);
      }),

    keywordItems: (query, filter, limit, over = 'whole') => {
      if (holds === 'heads' && over === 'whole') return engine.keywordItems(query, filter, limit, over);
      const postings = over === 'title' ? index.titles : index.whole;
      const pass = passing(index, filter);
      const hits = withBm25(postings, queryTerms(query), pass, null, (positions, scores) =>
        itemHits(index, bestOf(scores, positions, limit), scores),
      );
      return Promise.resolve(hits);
    },

    chunkScores: (vector, accountId, itemIds) =>
      promised(() => {
        if (holds === 'heads') return engine.chunkScores(vector, accountId, itemIds);
        if (isZero(vector)) return [];
        const { ranges, rows } = passing(index, { accountId, publishedOnly: false, itemIds });
        scan.measure(vector, ranges);
        const hits = Array.from(rows, (row) => toHit(row, scan.cosines[row]!, false));
        return hits.map(({ itemId, ordinal, score }) => ({ itemId, ordinal, cosine: score }));
      }),

    itemCentroid: (_, itemId) =>
      promised(() => {
        const position = index.positionOf(itemId);
        const centroid = position === undefined ? null : centroids.get(position);
        return centroid && !isZero(centroid) ? centroid : null;
      }),

    readItems: async (accountId, itemIds, options) => {
      if (options?.chunks !== false) return engine.readItems(accountId, itemIds, options);
      return itemIds.flatMap((itemId) => {
        const position = index.positionOf(itemId);
        if (position === undefined) return [];
        const { attributes, title, description, mediaAssetId } = items[position]!;
        return {
          ...attributes,
          title,
          description,
          mediaAssetId,
          centroid: NO_VECTOR,
          chunks: [],
        };
      });
    },

    readChunks: async (accountId, refs) => {
      if (!passages) return engine.readChunks(accountId, refs);
      return refs.flatMap((ref) => {
        const row = rowOf(ref);
        return row === undefined ? [] : toHit(row, 0, true);
      });
    },
  };
}

function itemHits({ items }: AccountIndex, positions: readonly number[], scores: Float32Array): ItemHit[] {
  return positions.map((position) => ({
    itemId: items[position]!.attributes.itemId,
    score: scores[position]!,
  }));
}
