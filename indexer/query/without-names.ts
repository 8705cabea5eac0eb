/** Reduces a query to what it asks besides the speakers and series that it names. */
import { foldedWords } from '../text/fold.js';
import { HONORIFICS, LEAD_WORDS, QUESTION_WORDS } from './lead-words.js';

/**
 * Removes these parts, and the words that lead to them, from the query: "what does … say about patience" becomes
 * "patience". Empty if nothing else is left.
 *
 * @param parts half-open ranges of UTF-16 offsets, in order and without overlap
 */
export function withoutNames(query: string, parts: readonly { start: number; end: number }[]): string {
  let rest = '';
  let from = 0;
  for (const { start, end } of parts) {
    rest += `${query.slice(from, start)} `;
    from = end;
  }
  rest += query.slice(from);
  const words = foldedWords(rest);
  const isAside = ({ folded }: { folded: string }): boolean =>
    LEAD_WORDS.has(folded) || QUESTION_WORDS.has(folded) || HONORIFICS.has(folded);
  const first = words.find((word) => !isAside(word));
  const last = words.findLast((word) => !isAside(word));
  // Keeps quotation marks, brackets and asterisks next to the remaining words.
  if (!first || !last) return '';
  const begin = /["“„«(]*$/u.exec(rest.slice(0, first.start))![0].length;
  const [end = ''] = /^["”“»)*?!]*/u.exec(rest.slice(last.end)) ?? [];
  return rest
    .slice(first.start - begin, last.end + end.length)
    .replace(/\s+/g, ' ')
    .trim();
}
