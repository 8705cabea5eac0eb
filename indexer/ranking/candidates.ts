/** Fetches the candidate lists of a search from the engine, in parallel and under the search's filter. */
import { quotations } from '../text/analyze.js';
import type { ChunkHit, KeywordQuery, SearchFilter, SearchReader, ItemHit } from '../ports.js';
import type { CandidateLists, Candidates } from './evidence.js';
import { PROBE_HITS, readHeads, type ItemTexts } from './word-evidence.js';
import { CANDIDATES, WEIGHTS, type Weights } from './weights.js';
import { charClass, LETTER } from '../text/letters.js';

interface KeywordLists {
  keywordChunks: Candidates<ChunkHit>;
  keywordItems: Candidates<ItemHit>;
  titleItems: Candidates<ItemHit>;
}

export interface NearLists {
  nearChunks: Candidates<ChunkHit>;
  nearItems: Candidates<ItemHit>;
}

const NOTHING: Candidates<never> = { hits: [], complete: true };
export const NO_KEYWORDS: KeywordLists = {
  keywordChunks: NOTHING,
  keywordItems: NOTHING,
  titleItems: NOTHING,
};
export const NO_NEAR: NearLists = { nearChunks: NOTHING, nearItems: NOTHING };

/** Sorts again, because rows that the engine has not indexed yet may come in any order. */
const toCandidates = <Hit extends { score: number }>(
  hits: readonly Hit[],
  limit: number,
): Candidates<Hit> => ({
  hits: hits.toSorted((a, b) => b.score - a.score),
  complete: hits.length < limit,
});

/**
 * Keyword candidates, the best with texts. The scores of chunks already include word pairs and quotations.
 * @param withHeads whether to read the heads of the best items too, in parallel with the chunks
 */
export async function fetchKeywords(
  index: SearchReader,
  text: string,
  words: KeywordQuery,
  filter: SearchFilter,
  withHeads: boolean,
): Promise<KeywordLists & { heads: ItemTexts[] }> {
  const byItem = Promise.all([
    index.keywordItems(words, filter, CANDIDATES.keywordItems),
    index.keywordItems(words, filter, CANDIDATES.keywordItems, 'title'),
  ]);
  const [chunks, [items, titles], heads, ...quoted] = await Promise.all([
    index.keywordChunks(words, filter, CANDIDATES.keywordChunks, { text: WEIGHTS.pairedChunks }),
    byItem,
    withHeads ? byItem.then((lists) => readHeads(index, filter.accountId, lists)) : [],
    ...quotations(text).map((quotation) => index.phraseChunks(quotation, filter, CANDIDATES.keywordChunks)),
  ]);
  const found = toCandidates(chunks, CANDIDATES.keywordChunks);
  const paired = addWordPairs(withQuotations(found.hits, quoted), text, WEIGHTS);
  return {
    keywordChunks: { hits: paired, complete: found.complete },
    keywordItems: toCandidates(items, CANDIDATES.keywordItems),
    titleItems: toCandidates(titles, CANDIDATES.keywordItems),
    heads,
  };
}

/** Fetches just enough keyword hits to tell which words of the query occur in the library. */
export async function probeKeywords(
  index: SearchReader,
  words: KeywordQuery,
  filter: SearchFilter,
): Promise<KeywordLists> {
  const hits = await index.keywordChunks(words, filter, PROBE_HITS);
  return { ...NO_KEYWORDS, keywordChunks: toCandidates(hits, PROBE_HITS) };
}

/** Adds the chunks that contain a quotation verbatim, ahead of the others. */
function withQuotations(hits: readonly ChunkHit[], quoted: readonly ChunkHit[][]): readonly ChunkHit[] {
  if (quoted.length === 0) return hits;
  const byKey = new Map(hits.map((hit) => [`${hit.itemId}:${hit.ordinal}`, hit]));
  for (const hit of quoted.flat()) {
    const key = `${hit.itemId}:${hit.ordinal}`;
    const { score } = byKey.get(key) ?? hit;
    // Takes the hit from the quotation search, which always has its text.
    byKey.set(key, { ...hit, score: score + WEIGHTS.quotation });
  }
  return [...byKey.values()].sort((a, b) => b.score - a.score);
}

/** Candidates by meaning, without texts. */
export async function fetchNearest(
  index: SearchReader,
  vector: Float32Array,
  filter: SearchFilter,
): Promise<NearLists> {
  const [chunks, items] = await Promise.all([
    index.nearestChunks(vector, filter, CANDIDATES.nearChunks, { text: false }),
    index.nearestItems(vector, filter, CANDIDATES.nearItems),
  ]);
  return {
    nearChunks: toCandidates(chunks, CANDIDATES.nearChunks),
    nearItems: toCandidates(items, CANDIDATES.nearItems),
  };
}

/** Merges two lists, best first, without duplicates. */
function merge<Hit extends { itemId: number; ordinal?: number; score: number }>(
  a: Candidates<Hit>,
  b: Candidates<Hit>,
): Candidates<Hit> {
  const key = (hit: Hit): string => `${hit.itemId}:${hit.ordinal ?? ''}`;
  const known = new Set(a.hits.map(key));
  const hits = [...a.hits, ...b.hits.filter((hit) => !known.has(key(hit)))].sort((x, y) => y.score - x.score);
  return { hits, complete: a.complete };
}

/** Adds `extra`: candidates under a narrower filter that may be missing from the truncated wider lists. */
export function mergeLists(lists: CandidateLists, extra: CandidateLists): CandidateLists {
  return {
    nearChunks: merge(lists.nearChunks, extra.nearChunks),
    keywordChunks: merge(lists.keywordChunks, extra.keywordChunks),
    nearItems: merge(lists.nearItems, extra.nearItems),
    keywordItems: merge(lists.keywordItems, extra.keywordItems),
    titleItems: merge(lists.titleItems, extra.titleItems),
  };
}

interface WordPair {
  first: string;
  second: string;
}

const isLetter = (text: string, at: number): boolean => charClass(text.charCodeAt(at)) === LETTER;

/** Whether the words are adjacent in a lower-case text, ignoring punctuation between them. */
function areNeighbours(text: string, first: string, second: string): boolean {
  for (let at = text.indexOf(first); at >= 0; at = text.indexOf(first, at + 1)) {
    const end = at + first.length;
    if (at > 0 && isLetter(text, at - 1)) continue;
    let next = end;
    while (next < text.length && !isLetter(text, next)) next++;
    if (next === end || !text.startsWith(second, next)) continue;
    const after = next + second.length;
    if (after === text.length || !isLetter(text, after)) return true;
  }
  return false;
}

/** The distinct pairs of neighbouring words of a query. */
function wordPairs(query: string): WordPair[] {
  const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const pairs = new Map<string, WordPair>();
  for (let i = 1; i < words.length; i++) {
    const [first, second] = [words[i - 1]!, words[i]!];
    pairs.set(`${first} ${second}`, { first, second });
  }
  return [...pairs.values()];
}

/**
 * Adds the value of word pairs to the scores of the first `weights.pairedChunks` hits and sorts all hits again. A
 * pair is worth its rarity among these hits, `ln(hits / hits with the pair)`: nothing if all contain it ("there
 * is").
 */
export function addWordPairs(hits: readonly ChunkHit[], query: string, weights: Weights): ChunkHit[] {
  const pairs = wordPairs(query);
  if (pairs.length === 0) return [...hits];
  const texts = hits.slice(0, weights.pairedChunks).map((hit) => hit.text.toLowerCase());
  const added = new Float64Array(hits.length);
  for (const { first, second } of pairs) {
    const having = texts.flatMap((text, at) => (areNeighbours(text, first, second) ? at : []));
    const worth = weights.wordPairs * Math.log(texts.length / Math.max(1, having.length));
    for (const at of having) added[at]! += worth;
  }
  return hits
    .map((hit, at) => (added[at]! > 0 ? { ...hit, score: hit.score + added[at]! } : hit))
    .sort((a, b) => b.score - a.score);
}
