/** Searches of one account's index in memory: exact, and complete whatever the filter. Texts are read from the file. */
import { beginningsOf, phrasePositions, searchedTerms, termsOf, tokenize } from '../../text/analyze.js';
import type {
  ChunkHit,
  ChunkRef,
  ChunkSearchOptions,
  ItemHit,
  KeywordQuery,
  SearchFilter,
  SearchReader,
  StoredItem,
} from '../../ports.js';
import { isZero } from '../../embedding/vectors.js';
import { textsOf } from '../keys.js';
import type { AccountIndex } from './account-index.js';
import { bestOf } from './best.js';
import { compileFilter } from './item-filter.js';
import { documentsWithAll, itemsWithPhrase } from './items-with-phrase.js';
import type { Collection, Postings, Scored } from './postings.js';
import { passageId } from './stored-rows.js';
import type { PassageText } from './stored-items.js';

/** Words of a query that are searched. */
const MAX_TERMS = 64;
/** Best chunks with all words of a phrase whose texts are searched for it, and those that are read at a time. */
const PHRASE_CANDIDATES = 500;
const PHRASE_READ = 100;

const NO_TEXT = { text: '', startMs: null, endMs: null };
const NO_VECTOR = new Float32Array();

/** BM25 of the search in progress, by row or position; none between searches. */
let scored: Scored = { scores: new Float32Array(0), found: new Int32Array(0), count: 0 };
/** Cosines of the search in progress, by row or position. */
let cosines = new Float32Array(0);

const roomForCosines = (rows: number): Float32Array => {
  if (cosines.length < rows) cosines = new Float32Array(rows * 1.5);
  return cosines;
};

/** A term's number, and what it counts. */
interface WeightedTerm {
  term: number;
  weight: number;
}

/** What throws rejects: a search asks for several things at once. */
const promised = <T>(work: () => T | Promise<T>): Promise<T> => new Promise((resolve) => resolve(work()));

/** What is read from the file. */
export interface TextFile {
  /** By id of a passage; those that are gone are missing. */
  passages(ids: readonly number[]): Map<number, PassageText>;
  items(accountId: number, itemIds: readonly number[]): StoredItem[];
}

export function accountReader(index: AccountIndex, file: TextFile): SearchReader {
  const { items, centroids, chunkVectors } = index;
  let published = { revision: -1, collections: new Map<Postings, Collection>() };

  const idOf = (row: number): number => {
    const { id, firstRow } = items[index.chunks.item[row]!]!;
    return passageId(id, row - firstRow);
  };

  const toHit = (row: number, score: number): ChunkHit => {
    const { chunks } = index;
    const item = items[chunks.item[row]!]!;
    return {
      itemId: item.attributes.itemId,
      ordinal: chunks.ordinal[row]!,
      ...NO_TEXT,
      mediaAssetId: item.mediaAssetId,
      score,
    };
  };

  /** The best with their texts, without those of these that are gone by now. */
  const toHits = (
    rows: readonly number[],
    scores: Float32Array | null,
    options?: ChunkSearchOptions,
  ): ChunkHit[] => {
    const withText = textsOf(options);
    const texts = withText > 0 ? file.passages(rows.slice(0, withText).map(idOf)) : null;
    return rows.flatMap((row, at) => {
      const hit = toHit(row, scores?.[row] ?? 0);
      if (!texts || at >= withText) return hit;
      const text = texts.get(idOf(row));
      return text ? { ...hit, ...text } : [];
    });
  };

  const queryTerms = (query: KeywordQuery): WeightedTerm[] =>
    searchedTerms(query).flatMap(({ term, weight }) => weighted(term, weight));

  const weighted = (word: string, weight: number): WeightedTerm[] => {
    const term = index.words.termOf(word);
    return term === undefined ? [] : [{ term, weight }];
  };

  /** What BM25 counts: public results do not depend on items that are not public. */
  const collectionOf = (
    postings: Postings,
    { accountId, publishedOnly }: SearchFilter,
    itemOf: Int32Array | null,
  ): Collection => {
    if (!publishedOnly) return postings.all;
    if (published.revision !== index.revision)
      published = { revision: index.revision, collections: new Map() };
    const known = published.collections.get(postings);
    if (known) return known;
    const { mask } = compileFilter(index, { accountId, publishedOnly });
    const found = postings.among((document) => mask[itemOf ? itemOf[document]! : document] === 1);
    published.collections.set(postings, found);
    return found;
  };

  /**
   * Hands those that pass of the documents with one of the terms to `use`, with their BM25. It must not keep them: the
   * next search overwrites both.
   * @param itemOf the position of each document's item; null where a document is an item
   */
  const withBm25 = <T>(
    postings: Postings,
    terms: readonly WeightedTerm[],
    filter: SearchFilter,
    itemOf: Int32Array | null,
    use: (found: Int32Array, scores: Float32Array) => T,
  ): T => {
    if (scored.scores.length < postings.documents) {
      const length = postings.documents * 2;
      scored = { scores: new Float32Array(length), found: new Int32Array(length), count: 0 };
    }
    const { mask } = compileFilter(index, filter);
    const collection = collectionOf(postings, filter, itemOf);
    for (const { term, weight } of terms) postings.score(term, scored, weight, collection);
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

  const cosinesOf = (vector: Float32Array, ranges: ArrayLike<number>): Float32Array => {
    const scores = roomForCosines(chunkVectors.length);
    chunkVectors.scan(vector, ranges, scores);
    return scores;
  };

  /** The rows with the phrase, of the best of these, best first. */
  const withPhrase = (
    phrase: readonly string[],
    candidates: Int32Array,
    scores: Float32Array,
    limit: number,
  ): number[] => {
    const matching: number[] = [];
    const beginnings = beginningsOf(phrase);
    const best = bestOf(scores, candidates, PHRASE_CANDIDATES);
    for (let start = 0; start < best.length && matching.length < limit; start += PHRASE_READ) {
      const rows = best.slice(start, start + PHRASE_READ);
      const texts = file.passages(rows.map(idOf));
      for (const row of rows) {
        const text = texts.get(idOf(row))?.text ?? '';
        if (phrasePositions(tokenize(text, beginnings), phrase).length > 0) matching.push(row);
      }
    }
    return matching.slice(0, limit);
  };

  return {
    nearestChunks: (vector, filter, limit, options) =>
      promised(() => {
        if (limit < 1 || isZero(vector)) return [];
        const { ranges, rows } = compileFilter(index, filter);
        const scores = cosinesOf(vector, ranges);
        return toHits(bestOf(scores, rows, limit), scores, options);
      }),

    keywordChunks: (query, filter, limit, options) =>
      promised(() =>
        withBm25(index.chunkWords, queryTerms(query), filter, index.chunks.item, (rows, scores) =>
          toHits(bestOf(scores, rows, limit), scores, options),
        ),
      ),

    phraseChunks: (text, filter, limit, options) =>
      promised(() => {
        const phrase = termsOf(text, MAX_TERMS);
        const distinct = [...new Set(phrase)];
        const terms = distinct.flatMap((term) => weighted(term, 1));
        if (phrase.length < 2 || terms.length < distinct.length) return [];
        const withAll = new Set(
          documentsWithAll(
            index.chunkWords,
            terms.map(({ term }) => term),
          ),
        );
        if (withAll.size === 0) return [];
        return withBm25(index.chunkWords, terms, filter, index.chunks.item, (rows, scores) => {
          const candidates = rows.filter((row) => withAll.has(row));
          return toHits(withPhrase(phrase, candidates, scores, limit), scores, options);
        });
      }),

    passing: (filter) => {
      const { mask } = compileFilter(index, filter);
      return (itemId) => {
        const position = index.positionOf(itemId);
        return position !== undefined && mask[position] === 1;
      };
    },

    vocabulary: ({ accountId, publishedOnly }) => ({
      ...index.words.among(compileFilter(index, { accountId, publishedOnly }).mask),
      isPartial: false,
    }),

    languages: languagesIn(index),

    languageOf: (itemId) => items[index.positionOf(itemId) ?? -1]?.language,
    chunksOf: (itemId) => items[index.positionOf(itemId) ?? -1]?.rows ?? 0,

    rarities: (filter) => {
      const { rarity } = collectionOf(index.chunkWords, filter, index.chunks.item);
      return (term) => rarity(index.words.termOf(term));
    },

    itemsWith: (text, filter) =>
      itemsWithPhrase(index, termsOf(text, MAX_TERMS), compileFilter(index, filter).mask, file.passages),

    nearestItems: (vector, filter, limit) =>
      promised(() => {
        if (limit < 1 || isZero(vector)) return [];
        const scores = roomForCosines(centroids.length);
        centroids.scan(vector, [0, centroids.length], scores);
        const { positions } = compileFilter(index, filter);
        return itemHits(index, bestOf(scores, positions, limit), scores);
      }),

    keywordItems: (query, filter, limit, over = 'whole') =>
      promised(() =>
        withBm25(
          over === 'title' ? index.titles : index.whole,
          queryTerms(query),
          filter,
          null,
          (positions, scores) => itemHits(index, bestOf(scores, positions, limit), scores),
        ),
      ),

    chunkScores: (vector, accountId, itemIds) =>
      promised(() => {
        if (isZero(vector)) return [];
        const { ranges, rows } = compileFilter(index, { accountId, publishedOnly: false, itemIds });
        const scores = cosinesOf(vector, ranges);
        const hits = Array.from(rows, (row) => toHit(row, scores[row]!));
        return hits.map(({ itemId, ordinal, score }) => ({ itemId, ordinal, cosine: score }));
      }),

    itemCentroid: (_, itemId) =>
      promised(() => {
        const position = index.positionOf(itemId);
        const centroid = position === undefined ? null : centroids.get(position);
        return centroid && !isZero(centroid) ? centroid : null;
      }),

    readItems: (accountId, itemIds, options) =>
      promised(() => {
        if (options?.chunks !== false) return file.items(accountId, itemIds);
        return itemIds.flatMap((itemId) => {
          const position = index.positionOf(itemId);
          if (position === undefined) return [];
          const { attributes, title, description, mediaAssetId } = items[position]!;
          return { ...attributes, title, description, mediaAssetId, centroid: NO_VECTOR, chunks: [] };
        });
      }),

    readChunks: (_, refs) =>
      promised(() => {
        const rows = refs.flatMap((ref) => rowOf(ref) ?? []);
        return toHits(rows, null);
      }),
  };
}

function itemHits({ items }: AccountIndex, positions: readonly number[], scores: Float32Array): ItemHit[] {
  return positions.map((position) => ({
    itemId: items[position]!.attributes.itemId,
    score: scores[position]!,
  }));
}

/** Counted once per change of the account. */
function languagesIn(index: AccountIndex): NonNullable<SearchReader['languages']> {
  const held = new Map<boolean, { revision: number; languages: string[] }>();
  return ({ publishedOnly }) => {
    const known = held.get(publishedOnly);
    if (known?.revision === index.revision) return known.languages;
    const found = new Set<string>();
    for (const item of index.items)
      if (item?.language && (!publishedOnly || item.attributes.published)) found.add(item.language);
    held.set(publishedOnly, { revision: index.revision, languages: [...found] });
    return [...found];
  };
}
