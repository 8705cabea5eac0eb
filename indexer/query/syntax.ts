/** Parses the query syntax: "a phrase" is required, -word, -"a phrase" and -word* exclude, word* matches a prefix. */
import { isStopWord, QUOTED, tokenize } from '../text/analyze.js';

/** A parsed query. */
export interface ParsedQuery {
  /** The text to search, without exclusions. Phrases keep their quotation marks, prefixes their asterisks. */
  text: string;
  /** Every result contains all of these in a passage, the title or the description. */
  phrases: readonly string[];
  /** Words, phrases, and prefixes with their asterisks; no result contains any of them there. */
  excluded: readonly string[];
  /** Prefixes, in lower case. */
  prefixes: readonly string[];
}

/** Maximum number of each kind; further phrases and asterisks are plain text, further exclusions are dropped. */
export const MAX_PARTS = 16;

const PART = new RegExp(
  String.raw`(?<![^\s(])-(?:${QUOTED.source}|([\p{L}\p{N}][^\s"“”„«»]*))|${QUOTED.source}`,
  'gu',
);
/** Quoted parts and exclusions, which are kept as written, or a word with an optional asterisk. */
const WRITTEN_OR_WORD = new RegExp(
  `${PART.source}|${String.raw`([\p{L}\p{N}][\p{L}\p{N}\p{M}]*)(\*?)`}`,
  'gu',
);
const EXCLUDED_PREFIX = /^(\p{L}[\p{L}\p{M}]+)\*$/u;
const PREFIX = /(?<![\p{L}\p{N}\p{M}'’-])(\p{L}[\p{L}\p{M}]+)\*(?![\p{L}\p{N}*])/gu;
/** "Psalm 1 -5" */
const ENDS_WITH_NUMBER = /\d\s*$/;

/** The excluded prefix in lower case; null if the part is a word or phrase. */
export function excludedPrefix(part: string): string | null {
  return EXCLUDED_PREFIX.exec(part)?.[1]!.normalize('NFC').toLowerCase() ?? null;
}

/** Any text is a valid query: whatever is not syntax is plain text. Linear time. */
export function parseQuery(query: string): ParsedQuery {
  const phrases = new Set<string>();
  const excluded = new Set<string>();
  const hasWords = (part: string): boolean => tokenize(part).length > 0;
  const isPlain = (word: string, at: number): boolean =>
    isStopWord(word) || (/^\d/.test(word) && ENDS_WITH_NUMBER.test(query.slice(Math.max(0, at - 3), at)));
  const text = query.replace(
    PART,
    (all: string, unwanted?: string, word?: string, phrase?: string, at?: number) => {
      // Asterisks inside quotation marks are not syntax.
      const part = (unwanted?.replace(/\*+\s*$/, '') ?? word ?? phrase)!.trim();
      if (!hasWords(part) || (word !== undefined && isPlain(word, at!))) return all;
      const parts = phrase === undefined ? excluded : phrases;
      if (parts.size < MAX_PARTS) parts.add(part);
      return phrase === undefined ? ' ' : all;
    },
  );
  const begun = Array.from(text.replace(QUOTED, ' ').matchAll(PREFIX), (match) =>
    match[1]!.normalize('NFC').toLowerCase(),
  );
  return {
    text: excluded.size > 0 ? text.replace(/\s+/g, ' ').trim() : text,
    phrases: [...phrases],
    excluded: [...excluded],
    prefixes: [...new Set(begun)].slice(0, MAX_PARTS),
  };
}

/** Replaces words of the query, except in quotation marks and exclusions. @param words by word, lower-case */
export function replaceWords(query: string, words: ReadonlyMap<string, string>): string {
  return query.replace(WRITTEN_OR_WORD, (all: string, ...groups: (string | undefined)[]) => {
    const [word, asterisk] = groups.slice(3);
    const other = word === undefined ? undefined : words.get(word.normalize('NFC').toLowerCase() + asterisk!);
    if (other === undefined) return all;
    const isCapital = word![0] !== word![0]!.toLowerCase();
    return isCapital ? other[0]!.toUpperCase() + other.slice(1) : other;
  });
}
