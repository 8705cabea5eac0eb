/** Fetches the candidates of a search: the four kinds at once, from the engine, under its filters. */
import type { PassageHit, SearchFilter, SearchIndex, ItemHit } from '../ports.js';
import type { CandidateLists, Candidates } from './evidence.js';
import { LOOKED_THROUGH } from './relevance-threshold.js';
import { CANDIDATES, WEIGHTS } from './weights.js';
import { addWordPairs } from './word-pairs.js';

export interface KeywordLists {
  keywordPassages: Candidates<PassageHit>;
  keywordItems: Candidates<ItemHit>;
  titleItems: Candidates<ItemHit>;
}

export interface NearLists {
  nearPassages: Candidates<PassageHit>;
  nearItems: Candidates<ItemHit>;
}

const NOTHING: Candidates<never> = { hits: [], complete: true };
export const NO_KEYWORDS: KeywordLists = {
  keywordPassages: NOTHING,
  keywordItems: NOTHING,
  titleItems: NOTHING,
};
export const NO_MEANING: NearLists = { nearPassages: NOTHING, nearItems: NOTHING };

/** Sorted here too: rows that an engine has not indexed yet may come in any order. */
const listed = <Hit extends { score: number }>(hits: readonly Hit[], limit: number): Candidates<Hit> => ({
  hits: hits.toSorted((a, b) => b.score - a.score),
  complete: hits.length < limit,
});

/** Keyword candidates, with texts; neighbouring words and quotations are already counted in the passages' scores. */
export async function fetchKeywords(
  index: SearchIndex,
  text: string,
  filter: SearchFilter,
): Promise<KeywordLists> {
  const quotations = [...text.matchAll(/["“„«]([^"“”„«»]+)["”“»]/gu)].map((match) => match[1]!);
  const [passages, items, titles, ...quoted] = await Promise.all([
    index.keywordPassages(text, filter, CANDIDATES.keywordPassages),
    index.keywordItems(text, filter, CANDIDATES.keywordItems),
    index.keywordItems(text, filter, CANDIDATES.keywordItems, 'title'),
    ...quotations.map((quotation) => index.phrasePassages(quotation, filter, CANDIDATES.keywordPassages)),
  ]);
  const found = listed(passages, CANDIDATES.keywordPassages);
  const paired = addWordPairs(withQuotations(found.hits, quoted), text, WEIGHTS);
  return {
    keywordPassages: { hits: paired, complete: found.complete },
    keywordItems: listed(items, CANDIDATES.keywordItems),
    titleItems: listed(titles, CANDIDATES.keywordItems),
  };
}

/** Just enough keyword hits to tell whether the query's words are words. */
export async function probeKeywords(
  index: SearchIndex,
  text: string,
  filter: SearchFilter,
): Promise<KeywordLists> {
  const hits = await index.keywordPassages(text, filter, LOOKED_THROUGH);
  return { ...NO_KEYWORDS, keywordPassages: listed(hits, LOOKED_THROUGH) };
}

/** Passages that hold a quotation word for word come to the others and before them. */
function withQuotations(hits: readonly PassageHit[], quoted: readonly PassageHit[][]): PassageHit[] {
  const byKey = new Map(hits.map((hit) => [`${hit.itemId}:${hit.ordinal}`, hit]));
  for (const hit of quoted.flat()) {
    const key = `${hit.itemId}:${hit.ordinal}`;
    const known = byKey.get(key) ?? hit;
    byKey.set(key, { ...known, score: known.score + WEIGHTS.quotation });
  }
  return [...byKey.values()].sort((a, b) => b.score - a.score);
}

/** Candidates by meaning, without texts. */
export async function fetchNear(
  index: SearchIndex,
  vector: Float32Array,
  filter: SearchFilter,
): Promise<NearLists> {
  const [passages, items] = await Promise.all([
    index.nearestPassages(vector, filter, CANDIDATES.nearPassages, { text: false }),
    index.nearestItems(vector, filter, CANDIDATES.nearItems),
  ]);
  return {
    nearPassages: listed(passages, CANDIDATES.nearPassages),
    nearItems: listed(items, CANDIDATES.nearItems),
  };
}

/** Both lists as one, best first; what stands in both counts once. */
function merge<Hit extends { itemId: number; ordinal?: number; score: number }>(
  a: Candidates<Hit>,
  b: Candidates<Hit>,
): Candidates<Hit> {
  const key = (hit: Hit): string => `${hit.itemId}:${hit.ordinal ?? ''}`;
  const known = new Set(a.hits.map(key));
  const hits = [...a.hits, ...b.hits.filter((hit) => !known.has(key(hit)))].sort((x, y) => y.score - x.score);
  return { hits, complete: a.complete };
}

/** `extra` are candidates under a narrower filter: they add hits that the wider lists were too short for. */
export function mergeLists(lists: CandidateLists, extra: CandidateLists): CandidateLists {
  return {
    nearPassages: merge(lists.nearPassages, extra.nearPassages),
    keywordPassages: merge(lists.keywordPassages, extra.keywordPassages),
    nearItems: merge(lists.nearItems, extra.nearItems),
    keywordItems: merge(lists.keywordItems, extra.keywordItems),
    titleItems: merge(lists.titleItems, extra.titleItems),
  };
}
