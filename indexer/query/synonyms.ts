/** Applies the synonyms of an account to queries: the words that are searched beside those that were typed. */
import { QUOTED, searchedTerms, termsOf, tokenize, type Token } from '../text/analyze.js';
import type { WeightedWord } from '../ports.js';
import type { Reading } from './readings.js';

/** A word or phrase, and words or phrases that mean the same. */
export interface SynonymRule {
  term: string;
  synonyms: readonly string[];
  /** Whether a search for one of the synonyms also finds the term and the other synonyms. */
  bothWays: boolean;
}

/** A part of a query with its synonyms. */
export interface QuerySynonym {
  /** As typed. */
  typed: string;
  /** Words or phrases to search as well. */
  instead: readonly string[];
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
/** Maximum number of further readings of a query whose meaning is compared. */
const MAX_READINGS = 3;
/** Weight of a synonym relative to the typed words. */
const WEIGHT = 0.9;
/** Words whose beginning was typed, which are completed instead. */
const PREFIX = /[\p{L}\p{N}\p{M}]+\*/gu;

interface KeyedTerm {
  term: string;
  /** Its terms, joined by spaces. */
  key: string;
  /** Number of its terms. */
  length: number;
}

const keyed = (term: string): KeyedTerm => {
  const terms = termsOf(term);
  return { term, key: terms.join(' '), length: terms.length };
};

/** Keeps the offsets of what follows. */
const blank = (part: string): string => '"'.repeat(part.length);

/** Synonyms match whatever the inflection and the case: "baptisms" is "baptism". */
export function createSynonymIndex(rules: readonly SynonymRule[]): SynonymIndex {
  /** By the terms of a word or phrase, joined by spaces. */
  const insteadOf = new Map<string, Set<string>>();
  let longest = 0;
  const add = ({ key, length }: KeyedTerm, others: readonly KeyedTerm[]): void => {
    if (length === 0 || length > MAX_SYNONYM_WORDS) return;
    const known = insteadOf.get(key) ?? new Set();
    for (const other of others) if (other.key !== key && known.size < MAX_INSTEAD) known.add(other.term);
    insteadOf.set(key, known);
    longest = Math.max(longest, length);
  };
  for (const { term, synonyms, bothWays } of rules) {
    const [first, ...others] = [term, ...synonyms].map(keyed);
    add(first!, others);
    if (bothWays) for (const other of others) add(other, [first!, ...others]);
  }
  const longestAt = (
    tokens: readonly Token[],
    at: number,
  ): { length: number; instead: Set<string> } | null => {
    for (let length = Math.min(longest, tokens.length - at); length > 0; length--) {
      const terms = tokens.slice(at, at + length).map(({ term }) => term);
      const instead = insteadOf.get(terms.join(' '));
      if (instead && instead.size > 0) return { length, instead };
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
        found.push({
          ...{ typed: text.slice(start, end), instead: [...match.instead] },
          ...{ start: offset + start, end: offset + end },
        });
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

/** The terms of a typed part, and those of each of its synonyms. */
export interface SynonymTerms {
  typed: readonly string[];
  instead: readonly (readonly string[])[];
}

export const synonymTerms = (synonyms: readonly QuerySynonym[] = []): SynonymTerms[] =>
  synonyms.map(({ typed, instead }) => ({
    typed: termsOf(typed),
    instead: instead.map((other) => searchedTerms(other).map(({ term }) => term)),
  }));

/** The words of the synonyms. All words of a phrase together weigh as much as the words that were typed. */
export function synonymWords(synonyms: readonly QuerySynonym[]): WeightedWord[] {
  return synonyms.flatMap(({ typed, instead }) => {
    const replaced = searchedTerms(typed).length;
    return instead.flatMap((other) => {
      const words = searchedTerms(other);
      const weight = WEIGHT * Math.min(1, replaced / words.length);
      return words.map(({ word }) => ({ word, weight }));
    });
  });
}

/** The query as typed, and with synonyms instead; together these count as much as what was typed. */
export function synonymReadings(text: string, synonyms: readonly QuerySynonym[]): Reading[] {
  const most = Math.max(...synonyms.map(({ instead }) => instead.length));
  const others: string[] = [];
  for (let at = 0; at < Math.min(most, MAX_READINGS); at++)
    others.push(
      synonyms.reduce(
        (read, { typed, instead }) => read.replace(typed, () => instead[at % instead.length]!),
        text,
      ),
    );
  return [{ text, weight: 1 }, ...others.map((other) => ({ text: other, weight: 1 / others.length }))];
}
