/** Applies the synonyms of an account to queries: the words that are searched beside those that were typed. */
import { QUOTED, searchedTerms, termsOf, tokenize, type Token } from '../text/analyze.js';
import type { WeightedWord } from '../ports.js';
import type { WeightedText } from './query-embedder.js';
import type { Reading } from './reading.js';
import type { QuerySynonym } from './request.js';

/** A word or phrase, and words or phrases that mean the same. */
export interface SynonymRule {
  term: string;
  synonyms: readonly string[];
  /** Whether a search for one of the synonyms also finds the term and the other synonyms. */
  bothWays: boolean;
}

export interface FoundSynonym extends QuerySynonym {
  /** Half-open range of UTF-16 offsets in the query. */
  start: number;
  end: number;
}

export interface SynonymIndex {
  /** The parts of the query that have synonyms, in order; a longer part comes before a shorter one within it. */
  find(query: string): FoundSynonym[];
}

/** Maximum number of words of a term or synonym. */
export const MAX_SYNONYM_WORDS = 8;
/** Maximum number of parts of a query that are replaced, and of synonyms for each. */
const MAX_PARTS = 8;
const MAX_INSTEAD = 20;
/** Maximum number of texts with synonyms that are embedded. */
const MAX_VARIANTS = 3;
/** Weight of a synonym relative to the typed words. */
const WEIGHT = 0.9;
/** Words whose beginning was typed, which are completed instead. */
const PREFIX = /[\p{L}\p{N}\p{M}]+\*/gu;

interface KeyedTerm {
  term: string;
  key: string;
}

const keyOf = (terms: readonly string[]): string => terms.join(' ');

/** Keeps the offsets of what follows. */
const blank = (part: string): string => '"'.repeat(part.length);

/** Synonyms match whatever the inflection and the case: "baptisms" is "baptism". */
export function createSynonymIndex(rules: readonly SynonymRule[]): SynonymIndex {
  /** By the terms of a word or phrase, joined by spaces. */
  const insteadOf = new Map<string, Set<string>>();
  let longest = 0;
  const add = ({ key }: KeyedTerm, synonyms: readonly KeyedTerm[]): void => {
    const { length } = key.split(' ');
    if (key === '' || length > MAX_SYNONYM_WORDS) return;
    const known = insteadOf.get(key) ?? new Set();
    for (const synonym of synonyms)
      if (synonym.key !== key && known.size < MAX_INSTEAD) known.add(synonym.term);
    insteadOf.set(key, known);
    longest = Math.max(longest, length);
  };
  for (const { term, synonyms, bothWays } of rules) {
    const all = [term, ...synonyms].map((text) => ({ term: text, key: keyOf(termsOf(text)) }));
    add(all[0]!, all);
    if (bothWays) for (const synonym of all.slice(1)) add(synonym, all);
  }
  const longestAt = (tokens: readonly Token[], at: number) => {
    for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
      const instead = insteadOf.get(keyOf(tokens.slice(at, at + length).map(({ term }) => term)));
      if (instead && instead.size > 0) return { length, instead: [...instead] };
    }
    return null;
  };
  const findIn = (text: string, offset: number): FoundSynonym[] => {
    const tokens = tokenize(text);
    const found: FoundSynonym[] = [];
    for (let at = 0; at < tokens.length;) {
      const match = longestAt(tokens, at);
      if (match) {
        const [{ start }, { end }] = [tokens[at]!, tokens[at + match.length - 1]!];
        const typed = text.slice(start, end);
        found.push({ typed, instead: match.instead, start: offset + start, end: offset + end });
      }
      at += match?.length ?? 1;
    }
    return found;
  };
  return {
    find: (query) => {
      if (insteadOf.size === 0) return [];
      // Nothing in quotation marks is replaced, and no phrase reaches across them.
      const open = query.replace(QUOTED, blank).replace(PREFIX, blank);
      const parts = [...open.matchAll(/[^"]+/gu)];
      return parts.flatMap((part) => findIn(part[0], part.index)).slice(0, MAX_PARTS);
    },
  };
}

/** Adds the synonyms of the request to a query that has been read. */
export const withSynonyms = (reading: Reading, synonyms: readonly QuerySynonym[] = []): Reading =>
  synonyms.length === 0
    ? reading
    : {
        ...reading,
        words: [...(reading.words ?? reading.terms), ...synonyms.flatMap(synonymWords)],
        variants: [...(reading.variants?.slice(1) ?? []), ...synonymVariants(reading.meant, synonyms)],
        synonyms: [...synonyms, ...reading.synonyms],
      };

/** All words of a phrase together weigh as much as the words that were typed. */
function synonymWords({ typed, instead }: QuerySynonym): WeightedWord[] {
  const replaced = searchedTerms(typed).length;
  return instead.flatMap((synonym) => {
    const words = searchedTerms(synonym);
    const weight = WEIGHT * Math.min(1, replaced / words.length);
    return words.map(({ word }) => ({ word, weight }));
  });
}

/** The query as typed, and with synonyms instead; together these count as much as what was typed. */
function synonymVariants(text: string, synonyms: readonly QuerySynonym[]): WeightedText[] {
  const most = Math.max(...synonyms.map(({ instead }) => instead.length));
  const texts = Array.from({ length: Math.min(most, MAX_VARIANTS) }, (_, at) =>
    synonyms.reduce(
      (replaced, { typed, instead }) => replaced.replace(typed, () => instead[at % instead.length]!),
      text,
    ),
  );
  return [{ text, weight: 1 }, ...texts.map((variant) => ({ text: variant, weight: 1 / texts.length }))];
}
