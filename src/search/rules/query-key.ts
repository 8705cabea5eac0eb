/** Compares queries without regard to case, accents, punctuation and spacing. */
import { foldedWords, parseQuery } from '../../../indexer/index.js';

const folded = (text: string): string =>
  foldedWords(text)
    .map((word) => word.folded)
    .join(' ');

/** Whether a text has something to search for. */
export const isSearchable = (text: string): boolean => folded(text) !== '';

/** Equal for queries that differ only in how they are written. What a query excludes is part of it. */
export const queryKey = (query: string): string => {
  const { text, excluded } = parseQuery(query);
  return [folded(text), ...excluded.map((part) => `-${folded(part)}`)].join(' ').trim();
};
