/**
 * Determines what the library knows of a query's words: which ones it contains, and how many of them one text
 * contains.
 */
import { beginningsOf, contentTerms, searchedTerms, termsOf, tokenize } from '../text/analyze.js';
import type {
  ChunkHit,
  Embedder,
  ItemHit,
  KeywordQuery,
  SearchFilter,
  SearchReader,
  StoredItem,
} from '../ports.js';
import type { CandidateLists } from './evidence.js';
import type { QuerySynonym } from '../query/request.js';

/** Shares, 0..1, are of the content words: those that say what the query is about. */
export interface WordEvidence {
  /** Number of content words. */
  words: number;
  /** Share that the library contains. */
  inLibrary: number;
  /** Share that the library contains or the model's vocabulary knows. */
  known: number;
  /**
   * The greatest share in one passage, or in the title and description of one item. Rare words count more; items
   * count less the further they are from the query than the nearest one.
   */
  coverage: number;
  /**
   * The greatest share of the whole query in one text, regardless of its meaning. Common words count half: a
   * remembered sentence contains the same ones, while a question in one's own words has others.
   */
  together: number;
}

/** Weight of a common word in `together`, against 1 for a content word. */
const COMMON_WORD = 0.5;
/** Number of best keyword hits searched for the query's words: chunks with a rare word come first in that list. */
export const PROBE_HITS = 40;
/** Number of these hits from which the chunk size is estimated. */
const SIZED_HITS = 20;
/**
 * Number of items whose title and description are searched too: the best by all of their words, and the best by
 * title.
 */
const PROBE_ITEMS = 8;

interface WordEvidenceOptions {
  /** What was searched by keyword, if not the words of the text. */
  searched: KeywordQuery | undefined;
  /** A text with one of the synonyms counts as having what was typed. */
  synonyms: readonly QuerySynonym[];
  index: SearchReader;
  filter: Pick<SearchFilter, 'accountId' | 'publishedOnly'>;
  lists: CandidateLists;
  heads: readonly ItemTexts[];
  /** Standard deviation of the model's cosines between unrelated texts. */
  spread: number;
  /** Consulted only for words that the library lacks; null if it is unavailable. */
  embedder: Pick<Embedder, 'countPieces'> | null;
  /** Language of the text, ISO 639-1. The embedder looks up the words in this language's table. */
  language: string;
  /**
   * Whether the query is in a language that the model knows and the library does not contain: then only its
   * meaning counts.
   */
  isMeant: boolean;
}

/** @param text the searched text, including corrections */
export async function wordEvidence(
  text: string,
  {
    searched,
    synonyms,
    index,
    filter,
    lists,
    heads,
    spread,
    embedder,
    language,
    isMeant,
  }: WordEvidenceOptions,
): Promise<WordEvidence> {
  const words = contentTerms(text);
  if (words.size === 0 || isMeant)
    return { words: 0, inLibrary: Number(isMeant), known: Number(isMeant), coverage: 0, together: 1 };
  const common = tokenize(text).flatMap(({ term }) => (words.has(term) ? [] : [term]));
  const instead = synonyms.map(synonymTerms);
  const others =
    typeof searched === 'object' ? otherTerms(text, searched, instead) : new Map<string, number>();
  const asWords = new Map([...words, ...Array.from(others.keys(), (term) => [term, term] as const)]);
  const rarities = await raritiesOf(index, filter, asWords);
  const texts = createTexts(words, new Set(common), others, instead, rarities);
  const nearness = nearnessOf(lists.nearItems.hits, spread);
  for (const { itemId, text: passage } of lists.keywordChunks.hits.slice(0, PROBE_HITS)) {
    if (texts.isWorthReading(nearness(itemId))) texts.read(passage, nearness(itemId));
  }
  for (const { itemId, title, description } of heads) {
    if (texts.isWorthReading(nearness(itemId))) texts.read(`${title} ${description}`, nearness(itemId));
  }
  const vocabulary = texts.missing().length > 0 ? await index.vocabulary?.(filter) : undefined;
  const missing = texts.missing().filter((word) => vocabulary?.has(word) !== true);
  const pieces = missing.length > 0 ? ((await embedder?.countPieces?.(missing, language)) ?? []) : [];
  const absent = Math.max(0, missing.length - texts.replaced());
  const unknown = Math.max(0, absent - pieces.filter((count) => count === 1).length);
  return {
    words: words.size,
    inLibrary: 1 - absent / words.size,
    known: 1 - unknown / words.size,
    coverage: texts.coverage(),
    together: texts.together(),
  };
}

/** The terms of a typed part, and those of each of its synonyms. */
interface SynonymTerms {
  typed: readonly string[];
  instead: readonly (readonly string[])[];
}

const synonymTerms = ({ typed, instead }: QuerySynonym): SynonymTerms => ({
  typed: termsOf(typed),
  instead: instead.map((synonym) => searchedTerms(synonym).map(({ term }) => term)),
});

/** Terms that stand for words of the query (likely corrections and completions), with their weights. */
function otherTerms(
  text: string,
  searched: Exclude<KeywordQuery, string>,
  synonyms: readonly SynonymTerms[],
): Map<string, number> {
  const own = new Set([...termsOf(text), ...synonyms.flatMap(({ instead }) => instead.flat())]);
  const others = searched.flatMap(({ word, weight }) => tokenize(word).map(({ term }) => ({ term, weight })));
  return new Map(others.flatMap(({ term, weight }) => (own.has(term) ? [] : [[term, weight]])));
}

/**
 * Tracks which of the words occur in texts.
 *
 * @param rarities weight of each term in the coverage
 */
function createTexts(
  words: ReadonlyMap<string, string>,
  common: ReadonlySet<string>,
  others: ReadonlyMap<string, number>,
  synonyms: readonly SynonymTerms[],
  rarities: ReadonlyMap<string, number>,
) {
  const sumOf = (terms: readonly string[]): number =>
    terms.reduce((sum, term) => sum + rarities.get(term)!, 0);
  const total = sumOf([...words.keys()]);
  const beginnings = beginningsOf([
    ...words.keys(),
    ...common,
    ...others.keys(),
    ...synonyms.flatMap(({ instead }) => instead.flat()),
  ]);
  const all = words.size + COMMON_WORD * common.size;
  const missing = new Map(words);
  let covered = 0;
  let replaced = 0;
  let together = 0;
  return {
    /** Whether reading another text could still change the result. */
    isWorthReading: (worth: number): boolean =>
      together < all || (missing.size > 0 ? covered < total : worth * total > covered),
    read: (text: string, worth: number): void => {
      const terms = new Set(tokenize(text, beginnings).map(({ term }) => term));
      for (const { typed, instead } of synonyms)
        if (instead.some((all) => all.every((term) => terms.has(term))))
          for (const term of typed) terms.add(term);
      const own = [...words.keys()].filter((term) => terms.has(term));
      for (const term of own) missing.delete(term);
      const present = [...others].filter(([term]) => terms.has(term));
      const instead = Math.max(0, ...present.map(([, weight]) => weight));
      replaced = Math.max(replaced, instead);
      const rareInstead = Math.max(0, ...present.map(([term, weight]) => weight * rarities.get(term)!));
      covered = Math.max(covered, worth * Math.min(total, sumOf(own) + rareInstead));
      const found = Math.min(words.size, own.length + instead);
      const beside = [...common].filter((term) => terms.has(term)).length;
      together = Math.max(together, found + COMMON_WORD * beside);
    },
    coverage: (): number => covered / total,
    together: (): number => together / all,
    replaced: (): number => replaced,
    missing: (): string[] => [...missing.values()],
  };
}

/** The title and description of an item. */
export type ItemTexts = Pick<StoredItem, 'itemId' | 'title' | 'description'>;

/** Reads the heads of the items that match the words of the query best. */
export async function readHeads(
  index: Pick<SearchReader, 'readItems'>,
  accountId: number,
  found: readonly (readonly ItemHit[])[],
): Promise<ItemTexts[]> {
  const best = found.flatMap((hits) => hits.slice(0, PROBE_ITEMS));
  const itemIds = [...new Set(best.map(({ itemId }) => itemId))];
  return itemIds.length > 0 ? index.readItems(accountId, itemIds, { chunks: false }) : [];
}

/** Distance behind the nearest item, in spreads, at which the words of an item are worth e times less. */
const NEARNESS_SCALE = 3;

/**
 * Returns the weight of words in an item's texts: 1 for the nearest item, and for all items if their distance is
 * unknown.
 */
function nearnessOf(nearest: readonly ItemHit[], spread: number): (itemId: number) => number {
  const cosines = new Map(nearest.map(({ itemId, score }) => [itemId, score]));
  const [best, last] = [nearest[0]?.score ?? 0, nearest.at(-1)?.score ?? 0];
  return (itemId) =>
    Math.exp(((cosines.get(itemId) ?? last) - best) / (NEARNESS_SCALE * Math.max(spread, 1e-6)));
}

/** Mean number of words of the best keyword chunks; 0 if there are none. */
export function meanWords(hits: readonly ChunkHit[]): number {
  const texts = hits.slice(0, SIZED_HITS).map((hit) => hit.text);
  const words = texts.reduce((sum, text) => sum + 1 + spacesIn(text), 0);
  return texts.length > 0 ? words / texts.length : 0;
}

function spacesIn(text: string): number {
  let spaces = 0;
  for (let at = text.indexOf(' '); at >= 0; at = text.indexOf(' ', at + 1)) spaces++;
  return spaces;
}

/** Maximum number of words searched alone; further words get the mean of these. */
const MAX_SEARCHED = 16;
/** Rarity of a word in no chunk, relative to the rarest word found: about its idf in libraries of any size. */
const ABSENT = 1.25;

/**
 * Rarities by term; only their proportions matter. The best BM25 of a single word is its idf times the
 * contribution of its frequency in a chunk, which is similar for most words.
 *
 * @param words by term
 */
async function raritiesOf(
  index: Pick<SearchReader, 'rarities' | 'keywordChunks'>,
  filter: SearchFilter,
  words: ReadonlyMap<string, string>,
): Promise<Map<string, number>> {
  const rarityOf = await index.rarities?.(filter);
  if (rarityOf) return new Map(Array.from(words.keys(), (term) => [term, rarityOf(term)]));
  const searched = [...words].slice(0, MAX_SEARCHED);
  const hits = await Promise.all(
    searched.map(([, word]) => index.keywordChunks(word, filter, 1, { text: false })),
  );
  const best = hits.map(([first]) => first?.score ?? 0);
  const most = Math.max(0, ...best) || 1;
  const found = best.map((score) => (score > 0 ? score : most * ABSENT));
  const mean = found.reduce((sum, rarity) => sum + rarity, 0) / Math.max(1, found.length);
  return new Map(Array.from(words.keys(), (term, at) => [term, found[at] ?? mean]));
}
