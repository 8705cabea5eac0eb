/** Reads a file name by the shape of earlier ones: a new speaker stands where the others stood. */
import { wordsInRange, type NameReading } from '../names/read-name.js';
import { KINDS, TIMES_OF_DAY } from '../names/word-lists.js';
import type { Library, NamePartRole, RoleSpan } from './name-segments.js';
import { separatorBefore, type Shape, type Slot } from './shapes.js';

/** Limit for the search, because titles and names may have any number of words. */
const MAX_STEPS = 2_000;
const MAX_NAME_WORDS = 5;
/** Number of names of a shape from which on a name that nobody knows is believed. */
const MIN_FOR_NEW = 3;

interface Placed {
  slot: Slot;
  /** Half-open range of words. */
  from: number;
  to: number;
}

export interface ShapeReading {
  shape: Shape;
  spans: RoleSpan[];
}

/**
 * What the names of the collection have in common only adds to what a name says by itself.
 * @param markers folded words that are markers in names of the collection
 * @param alone what the name says by itself
 */
export const readByShape = (
  reading: NameReading,
  shapes: readonly Shape[],
  library: Library,
  markers: ReadonlySet<string>,
  alone: readonly RoleSpan[],
): ShapeReading | null => {
  for (const shape of shapes) {
    // Files named like their titles teach nothing.
    if (shape.slots.every(({ role }) => role === 'title')) continue;
    const placed = place(reading, shape, library, markers);
    const spans = placed?.map((one) => spanOf(reading, one, library));
    const isSure = shape.count >= MIN_FOR_NEW;
    if (
      spans?.every(({ newName }) => newName === undefined || (isSure && isName(newName))) &&
      !losesPart(spans, alone)
    )
      return { shape, spans };
  }
  return null;
};

/** Whether a part that the name has by itself, such as its date or a speaker, would become words of the title. */
const losesPart = (spans: readonly RoleSpan[], alone: readonly RoleSpan[]): boolean =>
  alone.some(
    ({ role, from, to, isRemovable }) =>
      isRemovable &&
      role !== 'kind' &&
      role !== 'time' &&
      spans.some((span) => span.role === 'title' && span.from < to && from < span.to),
  );

/** The words of each slot; null if the name does not have the shape. */
const place = (
  reading: NameReading,
  { slots }: Shape,
  library: Library,
  markers: ReadonlySet<string>,
): Placed[] | null => {
  const { words } = reading;
  let steps = 0;
  const placeFrom = (index: number, from: number): Placed[] | null => {
    const slot = slots[index];
    if (!slot) return from === words.length ? [] : null;
    if (from >= words.length || ++steps > MAX_STEPS) return null;
    if (index > 0 && separatorBefore(reading, from) !== slot.separator) return null;
    const next = slots[index + 1];
    const isOpen = slot.role === 'title' && next?.separator === ' ' && slot.lastWord !== null;
    for (const to of endsOf(reading, slot, from, library, markers)) {
      // Nothing but its last word separates this title from what follows.
      if (isOpen && words[to - 1]?.folded !== slot.lastWord) continue;
      const rest = to <= words.length ? placeFrom(index + 1, to) : null;
      if (rest) return [{ slot, from, to }, ...rest];
    }
    return null;
  };
  return placeFrom(0, 0);
};

/** Where a slot that begins at this word may end, the most likely first. */
const endsOf = (
  reading: NameReading,
  { role, lengths }: Slot,
  from: number,
  library: Library,
  markers: ReadonlySet<string>,
): Iterable<number> => {
  const { words, date, number, scriptures } = reading;
  const startsAt = (part: { start: number; end: number } | null | undefined): number[] => {
    const [start, end] = part ? wordsInRange(reading, part.start, part.end) : [-1, -1];
    return start === from ? [end] : [];
  };
  const isMarker = (at: number): boolean => {
    const { folded } = words[at]!;
    const isTime = reading.times.some(([start, end]) => start <= at && at < end);
    return isTime || markers.has(folded) || TIMES_OF_DAY.has(folded) || KINDS.has(folded);
  };
  const names = { speaker: library.speakers, series: library.series };
  switch (role) {
    case 'date':
      return startsAt(date);
    case 'scripture':
      return scriptures.flatMap(startsAt);
    case 'number':
      return [...startsAt(number), ...(/^\d{1,4}$/.test(words[from]!.text) ? [from + 1] : [])];
    case 'marker': {
      const other = words.findIndex((_, at) => at >= from && !isMarker(at));
      const end = other < 0 ? words.length : other;
      return upTo(from + 1, end).reverse();
    }
    case 'speaker':
    case 'series': {
      const known = names[role].matchAt(reading, from, words.length);
      const usual = lengths.map((length) => from + length);
      const longest = from + (role === 'speaker' ? MAX_NAME_WORDS : words.length);
      return new Set([...(known ? [known.to] : []), ...usual, ...upTo(from + 1, longest)]);
    }
    case 'title':
      return upTo(from + 1, words.length);
  }
};

const upTo = (first: number, last: number): number[] =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

const spanOf = (reading: NameReading, { slot, from, to }: Placed, library: Library): RoleSpan => {
  const { role, isInTitle } = slot;
  const span: RoleSpan = {
    role: role === 'marker' ? 'time' : (role satisfies NamePartRole),
    from,
    to,
    isRemovable: role !== 'title' && !isInTitle,
  };
  if (role !== 'speaker' && role !== 'series') return span;
  const names = role === 'speaker' ? library.speakers : library.series;
  const match = names.matchAt(reading, from, to);
  if (match?.to === to) return { ...span, match };
  const initials = role === 'speaker' && to - from === 1 && library.speakers.byInitials(reading.words[from]!);
  if (initials) return { ...span, match: { known: initials, from, to, isFull: false } };
  const { text, words } = reading;
  return { ...span, newName: text.slice(words[from]!.start, words[to - 1]!.end).replace(/_+/g, ' ') };
};

/** Whether it may be the name of a person or a series: letters, each word of them longer than an initial or one. */
const isName = (text: string): boolean => /\p{L}{2}/u.test(text) && !/^\d|\d{4}/.test(text);
