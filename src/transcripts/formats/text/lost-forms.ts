/** Notes on texts that look as if they had times, names or headings, of which none was read. */
import type { Segment } from '../../../../indexer/index.js';
import { isName } from '../parsing/speaker-labels.js';
import { unwrapped } from '../parsing/turn-heads.js';

/** At least this many lines, and this share of all lines with words, look alike. */
const MIN_LINES = 3;
const MIN_SHARE = 0.25;
/** Longest beginning or end of a line that is looked at. */
const LENGTH = 80;
const SHOWN_LENGTH = 60;

/** `0:05`, `[1.02.03]`, `Ann Lee 00:05`, `{12}{48}`, at the beginning of a line or at its end. */
const TIME =
  /^\W{0,4}(?:\p{L}[\p{L}.'’]{0,20}\W{1,3}){0,3}(?:\d{1,3}[:;.]\d{2}(?!\d)|\d{1,7}\W{1,4}\d{1,7}(?=[^\w\s.,])|\d{1,6}(?:\.\d{1,3})?s\b)|[([<{]\d{1,3}[:;.]\d{2}(?:[:;.]\d{1,3})*[)\]>}]\W?$/u;
/** A line of capitals, between signs, or in bold. */
const HEADING =
  /^(?:[\p{Lu}\d][\p{Lu}\d\s,.'’:–—-]{2,}[\p{Lu}\d:]|={2,}[^=].*=|\*{2}[^*]+\*{2}|_{2}[^_]+_{2})$/u;
const LETTER = /\p{Lu}{2}|[=*_]/u;

const isTime = (line: string): boolean =>
  TIME.test(line.length > LENGTH ? line.slice(0, LENGTH / 2) + line.slice(-LENGTH / 2) : line);
const isLabel = (line: string): boolean => {
  const end = unwrapped(line.slice(0, LENGTH)).search(/[:|\t]/);
  return end > 0 && isName(unwrapped(line.slice(0, LENGTH)).slice(0, end));
};
const isHeading = (line: string): boolean => line.length <= LENGTH && LETTER.test(line) && HEADING.test(line);

/** Lines with empty ones around them. */
const apart = (text: string): string[] => {
  const lines = ['', ...text.split('\n').map((line) => line.trim()), ''];
  return lines.filter((line, i) => line !== '' && lines[i - 1] === '' && lines[i + 1] === '');
};

/** @param segments as they were read from the text */
export const lostForms = (text: string, segments: readonly Segment[]): string[] => {
  const lines = text.split('\n').flatMap((line) => line.trim() || []);
  const lost = (what: string, like: readonly string[], share: number): string[] => {
    const isForm = like.length >= Math.min(MIN_LINES, lines.length) && like.length >= lines.length * share;
    return isForm && like.length > 1
      ? [
          `${like.length} lines look like ${what}, but were read as words; the first is "${like[0]!.slice(0, SHOWN_LENGTH)}"`,
        ]
      : [];
  };
  const isTimed = segments.some(({ startMs }) => startMs !== null);
  return [
    ...(isTimed ? [] : lost('times', lines.filter(isTime), MIN_SHARE)),
    ...(segments.some(({ speaker }) => speaker)
      ? []
      : lost('turns of speakers', lines.filter(isLabel), MIN_SHARE)),
    ...(isTimed || segments.some(({ heading }) => heading)
      ? []
      : lost('headings', apart(text).filter(isHeading), 0)),
  ];
};
