/** What the words of a name may be, and the roles of its dates, numbers, scriptures and times of the day. */
import type { KnownNames, NameMatch } from '../names/known-names.js';
import { wordsIn, type NameReading } from '../names/read-name.js';

export type Role = 'date' | 'number' | 'scripture' | 'time' | 'kind' | 'speaker' | 'series' | 'title';

export interface RoleSpan {
  role: Role;
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
    const [from, to] = wordsIn(reading, start, end);
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
