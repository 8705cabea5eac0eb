/** A talk in hundredths: who listens to each, how often it is played again, and what is said there. */
import type { Schemas } from '../../../../client/index.js';

/** A hundredth of the talk. */
export type AudiencePart = Schemas['Retention']['audience'][number];

export interface Passage extends AudiencePart {
  /** What is said from here to the next passage. */
  text: string;
  /** Titles of the chapters that begin here. */
  chapters: string[];
}

type Segment = Pick<Schemas['Segment'], 'text' | 'startMs'>;
type Chapter = Pick<Schemas['Chapter'], 'title' | 'startMs'>;

/** The last passage that has begun at a time; the first for what is before all of them. */
const passageAt = (passages: readonly Passage[], startMs: number): Passage | undefined =>
  passages.findLast(({ fromSeconds }) => fromSeconds * 1000 <= startMs) ?? passages[0];

/** @param segments those without a time belong to the one before them */
export const passagesOf = (
  audience: readonly AudiencePart[],
  segments: readonly Segment[],
  chapters: readonly Chapter[],
): Passage[] => {
  const passages: Passage[] = audience.map((part) => ({ ...part, text: '', chapters: [] }));
  let passage: Passage | undefined;
  for (const { text, startMs } of segments) {
    if (startMs !== null) passage = passageAt(passages, startMs);
    if (passage) passage.text = passage.text === '' ? text : `${passage.text} ${text}`;
  }
  for (const { title, startMs } of chapters) passageAt(passages, startMs)?.chapters.push(title);
  return passages;
};

const SHOWN = 5;
/** Fewer leave everywhere. */
const LEAST_SHARE = 0.03;
/** From here on, the talk is over for most. */
const END = 96;

export interface Leaving {
  passage: Passage;
  /** Share of the plays that go no further, 0..1. */
  share: number;
}

/** The passages with which most people stop, in the order of the talk. */
export const leavingOf = (passages: readonly Passage[]): Leaving[] =>
  passages
    .slice(1)
    .map((passage, at) => ({ passage, share: passages[at]!.share - passage.share }))
    .filter(({ passage, share }) => share >= LEAST_SHARE && passage.part < END)
    .sort((one, other) => other.share - one.share)
    .slice(0, SHOWN)
    .sort((one, other) => one.passage.part - other.passage.part);

/** Neighbours that are played again at least this often, relative to the passage that is most, belong to its stretch. */
const STRETCH_SHARE = 0.25;

/** Neighbouring passages that are played again. */
export interface Stretch {
  first: Passage;
  last: Passage;
  /** Of the passage that is played again most. */
  repeats: number;
}

/** The stretches that are played again most, in the order of the talk. */
export const repeatedOf = (passages: readonly Passage[]): Stretch[] => {
  const stretches: Stretch[] = [];
  const taken = new Set<number>();
  const isIn = (at: number, repeats: number): boolean =>
    !taken.has(at) && (passages[at]?.repeats ?? 0) >= repeats * STRETCH_SHARE;
  const isFalling = (at: number, from: number): boolean =>
    !taken.has(at) && passages[at] !== undefined && passages[at].repeats <= passages[from]!.repeats;
  for (const { part, repeats } of passages.toSorted((a, b) => b.repeats - a.repeats)) {
    if (stretches.length === SHOWN || repeats === 0) break;
    if (taken.has(part)) continue;
    let [first, last] = [part, part];
    while (isIn(first - 1, repeats)) first--;
    while (isIn(last + 1, repeats)) last++;
    for (let at = first; at <= last; at++) taken.add(at);
    // What falls away from it on both sides is no stretch of its own.
    for (let at = first - 1; isFalling(at, at + 1); at--) taken.add(at);
    for (let at = last + 1; isFalling(at, at - 1); at++) taken.add(at);
    stretches.push({ first: passages[first]!, last: passages[last]!, repeats });
  }
  return stretches.sort((a, b) => a.first.part - b.first.part);
};
