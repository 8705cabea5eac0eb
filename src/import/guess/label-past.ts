/** Tells what each word of a past item's file name is, by comparing it with the fields of the item. */
import { foldedWords } from '../../../indexer/index.js';
import { createKnownNames } from '../names/known-names.js';
import { wordsInRange, type NameReading } from '../names/read-name.js';
import { KINDS } from '../names/word-lists.js';
import type { PastItem, PastName } from './past-item.js';

/** `marker`: words that say nothing of the fields, such as `AM` or `Predigt`. */
export type SlotRole = 'date' | 'number' | 'scripture' | 'speaker' | 'series' | 'title' | 'marker';

export interface LabelledName extends PastName {
  /** By word. */
  roles: SlotRole[];
}

/** Share of the names that have a word, from which on it is a marker rather than part of the title. */
const MARKER_SHARE = 0.6;
const MIN_NAMES = 3;

export const labelPast = (past: readonly PastName[]): LabelledName[] => {
  const labelled = past.map((one) => ({ ...one, roles: labelOf(one) }));
  const markers = frequentSegments(labelled);
  return labelled.map(({ roles, ...one }) => ({
    ...one,
    roles: roles.map((role, at) =>
      role === 'title' && isSegment(one.reading, roles, at) && markers.has(one.reading.words[at]!.folded)
        ? 'marker'
        : role,
    ),
  }));
};

const labelOf = ({ item, reading }: PastName): SlotRole[] => {
  const roles: (SlotRole | undefined)[] = reading.words.map(() => undefined);
  const set = (role: SlotRole, from: number, to: number): void => {
    for (let at = from; at < to; at++) roles[at] ??= role;
  };
  const { date, number, scriptures, times, words } = reading;
  if (date) set('date', ...wordsInRange(reading, date.start, date.end));
  for (const { start, end } of scriptures) set('scripture', ...wordsInRange(reading, start, end));
  if (number && (number.kind !== 'track' || number.number === item.orderInSeries))
    set('number', ...wordsInRange(reading, number.start, number.end));
  for (const [from, to] of times) set('marker', from, to);
  labelNames(item, reading, roles);
  const titleWords = new Set(foldedWords(item.title).map(({ folded }) => folded));
  for (const [at, { text, folded }] of words.entries()) {
    if (/^\d+$/.test(text) && Number(text) === item.orderInSeries) roles[at] ??= 'number';
    if (titleWords.has(folded)) roles[at] ??= 'title';
  }
  // Staff have changed a word of the title since.
  for (const [at] of words.entries())
    if (roles[at] === undefined) roles[at] = hasTitle(reading, roles, at) ? 'title' : 'marker';
  return roles as SlotRole[];
};

const labelNames = (
  { speakers, series }: PastItem,
  reading: NameReading,
  roles: (SlotRole | undefined)[],
): void => {
  const everyone = new Set(speakers.map(({ id }) => id));
  const kinds = [
    ['speaker', createKnownNames('speaker', speakers, everyone)],
    ['series', createKnownNames('series', series ? [{ id: series.id, name: series.title }] : [], new Set())],
  ] as const;
  for (const [role, known] of kinds)
    for (let at = 0; at < reading.words.length; at++) {
      if (roles[at] !== undefined) continue;
      const taken = roles.findIndex((each, index) => index > at && each !== undefined);
      const match = known.matchAt(reading, at, taken < 0 ? reading.words.length : taken);
      const to = match?.to ?? (role === 'speaker' && known.byInitials(reading.words[at]!) ? at + 1 : at);
      for (let index = at; index < to; index++) roles[index] = role;
    }
};

/** The range of words around one, up to the next gap that separates parts or the next word with another role. */
const segmentAround = (
  { words, strength }: NameReading,
  isIn: (at: number) => boolean,
  at: number,
): [from: number, to: number] => {
  let [from, to] = [at, at + 1];
  while (from > 0 && strength(from) === 'weak' && isIn(from - 1)) from--;
  while (to < words.length && strength(to) === 'weak' && isIn(to)) to++;
  return [from, to];
};

const hasTitle = (reading: NameReading, roles: readonly (SlotRole | undefined)[], at: number): boolean => {
  const isText = (index: number): boolean => [undefined, 'title'].includes(roles[index]);
  const [from, to] = segmentAround(reading, isText, at);
  return roles.slice(from, to).includes('title');
};

/** Whether the word is a part of the name by itself. */
const isSegment = (reading: NameReading, roles: readonly SlotRole[], at: number): boolean => {
  const [from, to] = segmentAround(reading, (index) => roles[index] === roles[at], at);
  return to - from === 1;
};

/** Words that are a part by themselves in most names: "Predigt", although titles contain it too. */
const frequentSegments = (labelled: readonly LabelledName[]): ReadonlySet<string> => {
  const counts = new Map<string, number>();
  for (const { reading, roles } of labelled) {
    const found = new Set(
      reading.words.flatMap(({ folded }, at) =>
        roles[at] === 'title' && isSegment(reading, roles, at) ? [folded] : [],
      ),
    );
    for (const word of found) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const isFrequent = ([word, count]: [string, number]): boolean =>
    (count >= MIN_NAMES && count >= MARKER_SHARE * labelled.length) || KINDS.has(word);
  return new Set([...counts].filter(isFrequent).map(([word]) => word));
};
