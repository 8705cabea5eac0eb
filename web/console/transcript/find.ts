/** Finding words in the transcript, and what replacing them changes. */
import type { EditorSegment } from './segments.js';

export interface Search {
  find: string;
  replaceWith: string;
  wholeWords: boolean;
  matchCase: boolean;
}

/** A place where the words are. */
export interface Hit {
  /** Tells hits apart: the segment and the place in its text. */
  key: string;
  id: string;
  startMs: number | null;
  start: number;
  end: number;
  /** The surroundings. */
  before: string;
  found: string;
  after: string;
}

/** Characters of the surroundings on either side. */
const CONTEXT = 40;
const ELLIPSIS = '…';
const LETTER = String.raw`[\p{L}\p{N}\p{M}]`;

const patternOf = ({ find, wholeWords, matchCase }: Search): RegExp => {
  // Any white space between words is the same.
  const words = find
    .trim()
    .split(/\s+/)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`))
    .join(String.raw`\s+`);
  const whole = wholeWords ? `(?<!${LETTER})(?:${words})(?!${LETTER})` : words;
  return new RegExp(whole, matchCase ? 'gu' : 'giu');
};

/** In order of the transcript; none for an empty search. */
export const findHits = (segments: readonly EditorSegment[], search: Search): Hit[] => {
  if (search.find.trim() === '') return [];
  const pattern = patternOf(search);
  return segments.flatMap(({ id, text, startMs }) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index: start }) => {
      const end = start + found.length;
      const from = Math.max(0, start - CONTEXT);
      return {
        key: `${id} ${start}`,
        id,
        startMs,
        start,
        end,
        before: (from > 0 ? ELLIPSIS : '') + text.slice(from, start),
        found,
        after: text.slice(end, end + CONTEXT) + (end + CONTEXT < text.length ? ELLIPSIS : ''),
      };
    }),
  );
};

/** The texts of the segments in which these places are replaced, by id. */
export const replacedTexts = (
  segments: readonly EditorSegment[],
  hits: readonly Hit[],
  replaceWith: string,
): Map<string, string> => {
  const texts = new Map<string, string>();
  const known = new Map(segments.map(({ id, text }) => [id, text]));
  // From the end, so that the places before stay right.
  for (const { id, start, end } of hits.toReversed()) {
    const text = texts.get(id) ?? known.get(id);
    if (text !== undefined) texts.set(id, text.slice(0, start) + replaceWith + text.slice(end));
  }
  return texts;
};
