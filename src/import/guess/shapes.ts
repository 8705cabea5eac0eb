/** Learns the shapes of a collection's file names: where the date, the speaker, the series and the title stand. */
import { foldedWords } from '../../../indexer/index.js';
import type { NameReading } from '../names/read-name.js';
import type { LabelledName, SlotRole } from './label-past.js';

export interface Slot {
  role: SlotRole;
  /** What separates it from the slot before. */
  separator: string;
  /** Numbers of words that it had, the most frequent first. */
  lengths: number[];
  /** Whether the titles of the items contain its words. */
  isInTitle: boolean;
  /** The folded word with which it always ended: "with" in "Interview with"; null if there were several. */
  lastWord: string | null;
}

export interface Shape {
  slots: Slot[];
  /** Number of past items whose names have it. */
  count: number;
}

interface RawSlot {
  role: SlotRole;
  separator: string;
  from: number;
  to: number;
}

/** A single name is no habit. */
const MIN_COUNT = 2;

/** The most frequent first. */
export const learnShapes = (labelled: readonly LabelledName[]): Shape[] => {
  const groups = new Map<string, { name: LabelledName; slots: RawSlot[] }[]>();
  for (const name of labelled) {
    const slots = slotsOf(name);
    const key = slots.map(({ role, separator }) => `${separator}\0${role}`).join('\0');
    groups.set(key, [...(groups.get(key) ?? []), { name, slots }]);
  }
  const shapes = [...groups.values()].map((group): Shape => {
    const items = new Set(group.map(({ name }) => name.item));
    return {
      count: items.size,
      slots: group[0]!.slots.map(({ role, separator }, at) => ({
        role,
        separator,
        lengths: byFrequency(group.map(({ slots }) => slots[at]!.to - slots[at]!.from)),
        isInTitle: group.filter(({ name, slots }) => isInTitle(name, slots[at]!)).length > group.length / 2,
        lastWord: onlyOne(group.map(({ name, slots }) => name.reading.words[slots[at]!.to - 1]!.folded)),
      })),
    };
  });
  return shapes.filter(({ count }) => count >= MIN_COUNT).sort((a, b) => b.count - a.count);
};

const slotsOf = ({ reading, roles }: LabelledName): RawSlot[] => {
  const slots: RawSlot[] = [];
  for (const [at, role] of roles.entries()) {
    const last = slots.at(-1);
    if (last?.role === role && (role === 'title' || reading.strength(at) !== 'strong')) last.to = at + 1;
    else slots.push({ role, separator: at === 0 ? '' : separatorBefore(reading, at), from: at, to: at + 1 });
  }
  return slots;
};

/** The gap before a word, without regard to the kind of dash and the number of spaces. */
export const separatorBefore = (reading: NameReading, at: number): string => {
  const gap = reading.gap(at).replace(/[–—]/g, '-').replace(/\s+/g, ' ');
  return gap === ' ' ? gap : gap.trim();
};

const isInTitle = ({ item, reading }: LabelledName, { from, to }: RawSlot): boolean => {
  const title = new Set(foldedWords(item.title).map(({ folded }) => folded));
  return reading.words.slice(from, to).every(({ folded }) => title.has(folded));
};

const onlyOne = (words: readonly string[]): string | null =>
  words.every((word) => word === words[0]) ? (words[0] ?? null) : null;

const byFrequency = (values: readonly number[]): number[] => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
};
