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

/** The passages that are played again most, in the order of the talk. */
export const repeatedOf = (passages: readonly Passage[]): Passage[] =>
  passages
    .filter(({ repeats }) => repeats > 0)
    .sort((one, other) => other.repeats - one.repeats)
    .slice(0, SHOWN)
    .sort((one, other) => one.part - other.part);
