/** Finds speakers and series in a part of a file name. */
import { HONORIFICS } from '../../../indexer/index.js';
import type { NameMatch, KnownNames } from '../names/known-names.js';
import { wordsInRange, type NameReading } from '../names/read-name.js';
import { AND, BY, KINDS, NAMES_OF_DAYS, PARTICLES, TIMES_OF_DAY, WITH } from '../names/word-lists.js';

/** Capitalised words and initials, with particles between. */
const NEW_NAME = new RegExp(
  `^\\p{Lu}[\\p{L}\\p{M}'’.-]*(?: (?:(?:${[...PARTICLES].join('|')}) )*\\p{Lu}[\\p{L}\\p{M}'’.-]*){1,3}$`,
  'u',
);

/** The roles of a segment that consists of names and words around them; null if it has other words. */
export const coverSegment = (
  reading: NameReading,
  { speakers, series }: Library,
  from: number,
  to: number,
): RoleSpan[] | null => {
  const spans: RoleSpan[] = [];
  for (let at = from; at < to;) {
    const name = speakers.matchAt(reading, at, to);
    const title = series.matchAt(reading, at, to);
    const isSeries = title !== undefined && (!name || title.to > name.to);
    const initials = to - from === 1 ? speakers.byInitials(reading.words[at]!) : undefined;
    const match: NameMatch | undefined =
      (isSeries ? title : name) ?? (initials && { known: initials, from: at, to: at + 1, isFull: false });
    const role = match ? (isSeries ? 'series' : 'speaker') : roleOfWord(reading, at, spans.at(-1)?.role);
    if (!role) return null;
    const end = match?.to ?? at + 1;
    spans.push({ role, from: at, to: end, isRemovable: true, ...(match && { match }) });
    at = end;
  }
  const isTelling = ({ role, match, from: at }: RoleSpan): boolean =>
    match !== undefined || role === 'time' || (role === 'kind' && KINDS.has(reading.words[at]!.folded));
  return spans.some(isTelling) ? spans : null;
};

/** "Good Friday" is a title. */
const isInNameOfDay = (words: NameReading['words'], at: number): boolean =>
  [at - 1, at].some((first) => NAMES_OF_DAYS.has(`${words[first]?.folded} ${words[first + 1]?.folded}`));

/** Role of a word that is not a name; undefined if it may be part of a title. */
const roleOfWord = (
  { words }: NameReading,
  at: number,
  before: NamePartRole | undefined,
): NamePartRole | undefined => {
  const { folded, text } = words[at]!;
  if (HONORIFICS.has(folded)) return 'speaker';
  if (KINDS.has(folded)) return 'kind';
  if (TIMES_OF_DAY.has(folded) && !isInNameOfDay(words, at)) return 'time';
  if (/^\d+$/.test(text)) return before === 'series' ? 'number' : before === 'time' ? 'time' : undefined;
  // Removed with the name that they belong to.
  return AND.has(folded) || BY.has(folded) ? 'speaker' : undefined;
};

/** Names in a segment that has other words: "Interview with Jane Doe", "Grace by John Smith". */
export const namesInside = (
  reading: NameReading,
  { speakers, series }: Library,
  from: number,
  to: number,
  fixed: readonly RoleSpan[],
): RoleSpan[] => {
  const { words, text } = reading;
  const touches = (at: number): boolean =>
    fixed.some(({ role, from: start, to: end }) => role !== 'scripture' && (start === at || end === at));
  const spans: RoleSpan[] = [];
  for (let at = from; at < to; at++) {
    const before = words[at - 1]?.folded ?? '';
    const isBy = at - 1 > from && BY.has(before);
    const isDeclared = at > from && (isBy || HONORIFICS.has(before) || WITH.has(before));
    const match = speakers.matchAt(reading, at, to);
    if (match && (isDeclared || (match.isFull && match.to - at > 1))) {
      const isLast = match.to === to;
      const isAtEdge = (at === from && touches(from)) || (isLast && touches(to) && !isDeclared);
      const start = isBy && isLast ? at - 1 : at;
      spans.push({ role: 'speaker', from: start, to: match.to, match, isRemovable: start < at || isAtEdge });
      at = match.to - 1;
      continue;
    }
    const newName = text.slice(words[at]!.start, words[to - 1]!.end);
    const isNew = at - 1 > from && (isBy || WITH.has(before)) && before !== 'de' && NEW_NAME.test(newName);
    if (isNew) {
      spans.push({ role: 'speaker', from: isBy ? at - 1 : at, to, newName, isRemovable: isBy });
      break;
    }
    const title = series.matchAt(reading, at, to);
    if (title?.isFull && title.to - at > 1) {
      spans.push({ role: 'series', from: at, to: title.to, match: title, isRemovable: false });
      at = title.to - 1;
    }
  }
  return spans;
};

export type NamePartRole = 'date' | 'number' | 'scripture' | 'time' | 'kind' | 'speaker' | 'series' | 'title';

export interface RoleSpan {
  role: NamePartRole;
  /** Half-open range of words. */
  from: number;
  to: number;
  /** The speaker or series, if it exists. */
  match?: NameMatch;
  /** A name that does not exist in the library. */
  newName?: string;
  /** Whether the title makes sense without these words. */
  isRemovable: boolean;
}

export interface Library {
  speakers: KnownNames;
  series: KnownNames;
  /** Whether one of the recent items is by this speaker. */
  isUsual(speakerId: number): boolean;
}

/** @param isNumbered whether a number at the beginning counts the files of a folder */
export const fixedSpans = (reading: NameReading, isNumbered: boolean): RoleSpan[] => {
  const { date, number, scriptures, times, strength } = reading;
  const spans: RoleSpan[] = times.map(([from, to]) => ({ role: 'time', from, to, isRemovable: true }));
  const at = ({ start, end }: { start: number; end: number }) => {
    const [from, to] = wordsInRange(reading, start, end);
    return { from, to };
  };
  if (date) spans.push({ role: 'date', ...at(date), isRemovable: true });
  const isEdge = (word: number): boolean =>
    strength(word) !== 'weak' || spans.some(({ from, to }) => from === word || to === word);
  const isBounded = ({ from, to }: { from: number; to: number }): boolean => isEdge(from) && isEdge(to);
  if (number && (number.kind !== 'track' || isNumbered)) {
    const range = at(number);
    const isCode = number.kind === 'episode' && (number.season !== null || isBounded(range));
    spans.push({ role: 'number', ...range, isRemovable: isCode || number.kind === 'track' });
  }
  for (const scripture of scriptures) {
    const range = at(scripture);
    spans.push({ role: 'scripture', ...range, isRemovable: isBounded(range) });
  }
  return spans;
};
