/** Tells what the parts of a file name are from the names that exist in the library, without an example. */
import type { NameReading } from '../names/read-name.js';
import { coverSegment, namesInside, fixedSpans, type Library, type RoleSpan } from './name-segments.js';
import { JOINING, KINDS, ORDINARY_KINDS, TIMES_OF_DAY } from '../names/word-lists.js';

interface Segment {
  from: number;
  to: number;
}

/** @param isNumbered whether a number at the beginning counts the files of a folder */
export const generalRoles = (reading: NameReading, library: Library, isNumbered: boolean): RoleSpan[] => {
  const fixed = fixedSpans(reading, isNumbered);
  const spans = [...fixed];
  for (const pieces of segmentsBetween(reading, fixed, library))
    for (let first = 0; first < pieces.length;) {
      const [covered, next] = coverPieces(reading, library, pieces, first, fixed);
      const { from, to } = pieces[first]!;
      spans.push(...(covered ?? namesInside(reading, library, from, to, fixed)));
      first = next;
    }
  return withoutTitleWords(reading, library, withPartOfSeries(reading, spans)).sort(
    (a, b) => a.from - b.from,
  );
};

/** The most pieces that names cover together, and the first piece after them. */
const coverPieces = (
  reading: NameReading,
  library: Library,
  pieces: readonly Segment[],
  first: number,
  fixed: readonly RoleSpan[],
): [RoleSpan[] | null, number] => {
  for (let last = pieces.length; last > first; last--) {
    const [from, to] = [pieces[first]!.from, pieces[last - 1]!.to];
    const covered = coverSegment(reading, library, from, to);
    const isWhole = first === 0 && last === pieces.length;
    if (covered && (isWhole || isApart(reading, covered, from, to, pieces, fixed))) return [covered, last];
  }
  return [null, first + 1];
};

/**
 * Whether words such as "evening" or "live" are a part of their own. In "how-to-live-well" and "silent_night" any gap
 * might separate parts, so that they count beside a name or a date and, if they can hardly be words of a title, at the
 * ends.
 */
const isApart = (
  { words }: NameReading,
  covered: readonly RoleSpan[],
  from: number,
  to: number,
  pieces: readonly Segment[],
  fixed: readonly RoleSpan[],
): boolean => {
  if (covered.some(({ match }) => match !== undefined)) return true;
  const isBeside = fixed.some(
    (span) => (span.role === 'date' || span.role === 'time') && (span.to === from || span.from === to),
  );
  if (isBeside) return true;
  const isFirst = from === pieces[0]!.from;
  if (!isFirst && to !== pieces.at(-1)!.to) return false;
  const neighbour = words[isFirst ? to : from - 1]!.folded;
  if (JOINING.has(neighbour)) return false;
  // "easter-sunday-am"
  if (TIMES_OF_DAY.has(neighbour)) return true;
  const { folded } = words[from]!;
  // "de mi hermana": a word before a name, a weekday and an honorific.
  if (covered.some(({ role }) => role === 'speaker')) return false;
  return covered.length > 1 || (KINDS.has(folded) && !ORDINARY_KINDS.has(folded));
};

/** Runs of words between strong gaps and spans, each divided at its medium gaps. */
const segmentsBetween = (
  reading: NameReading,
  spans: readonly RoleSpan[],
  { speakers }: Library,
): Segment[][] => {
  const { words, strength, gap } = reading;
  const segments: Segment[][] = [[]];
  // "Smith, John" is one name.
  const isInName = (at: number): boolean =>
    gap(at).trim() === ',' &&
    (speakers.matchAt(reading, at - 1, Math.min(at + 2, words.length))?.to ?? 0) > at;
  let isNew = true;
  for (let at = 0; at < words.length; at++) {
    if (at > 0 && strength(at) === 'strong') segments.push([]);
    const isSpan = spans.some(({ from, to }) => from <= at && at < to);
    if (isSpan) segments.push([]);
    const pieces = segments.at(-1)!;
    const last = pieces.at(-1);
    if (isSpan) isNew = true;
    else if (!last || isNew || (strength(at) !== 'weak' && !isInName(at))) {
      pieces.push({ from: at, to: at + 1 });
      isNew = false;
    } else last.to = at + 1;
  }
  return segments.filter(({ length }) => length > 0);
};

/** "Advent Part 3" is not a title if Advent is the series. */
const withPartOfSeries = ({ strength }: NameReading, spans: readonly RoleSpan[]): RoleSpan[] =>
  spans.map((span) => {
    const isAfterSeries = spans.some(
      ({ role, to, isRemovable }) => role === 'series' && isRemovable && to === span.from,
    );
    return span.role === 'number' && isAfterSeries && strength(span.to) !== 'weak'
      ? { ...span, isRemovable: true }
      : span;
  });

/**
 * If nothing would be left for a title, a surname may be its only word: "Grace". Then only those who spoke lately are
 * speakers, and of several that nothing joins, the first.
 */
const withoutTitleWords = (
  { words }: NameReading,
  { isUsual }: Library,
  spans: readonly RoleSpan[],
): RoleSpan[] => {
  const isLeft = words.some(
    (_, at) => !spans.some(({ from, to, isRemovable }) => isRemovable && from <= at && at < to),
  );
  const tells = spans.some(({ role }) => role === 'scripture' || role === 'time' || role === 'series');
  if (isLeft || tells) return [...spans];
  const isKind = spans.some(({ role }) => role === 'kind');
  const named = spans.filter(({ match }) => match !== undefined);
  return spans.filter((span) => {
    const { match } = span;
    if (!match || match.isFull || isKind) return true;
    return (
      isUsual(match.known.id) &&
      (span === named[0] || named.every((one) => !one.match!.isFull && isUsual(one.match!.known.id)))
    );
  });
};
