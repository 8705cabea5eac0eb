/** Finds the sermon in the transcript of a whole service. */

export interface TimedText {
  text: string;
  startMs: number | null;
  endMs: number | null;
}

/** In seconds. */
export interface Range {
  from: number;
  to: number;
}

const BIN_SECS = 15;
/** People who preach say 100 to 170 words a minute; songs have 30 to 70, and liturgy has pauses. */
const LEAST_WORDS_PER_MIN = 85;
/** Over so many bins the words are averaged: a breath is no end of a sermon. */
const AVERAGED = 5;
/** A song, a film or a silence in the middle of a sermon is shorter. */
const LONGEST_PAUSE_SECS = 90;
const LEAST_SECS = 5 * 60;
/** A recording of which this much is speech is no service. */
const MOST_OF_RECORDING = 0.9;

/**
 * The longest stretch in which somebody speaks without a long pause.
 * @returns null where there is none, or where the recording is little else
 */
export const findSermon = (segments: readonly TimedText[], durationSecs: number): Range | null => {
  const words = wordsPerBin(segments, durationSecs);
  const speaks = averaged(words).map((count) => count * (60 / BIN_SECS) >= LEAST_WORDS_PER_MIN);
  const longest = longestRun(speaks, LONGEST_PAUSE_SECS / BIN_SECS);
  if (!longest) return null;
  const [first, last] = longest;
  const range = { from: first * BIN_SECS, to: Math.min(durationSecs, (last + 1) * BIN_SECS) };
  const length = range.to - range.from;
  if (length < LEAST_SECS || length > MOST_OF_RECORDING * durationSecs) return null;
  return onSentences(range, segments, durationSecs);
};

const wordsPerBin = (segments: readonly TimedText[], durationSecs: number): number[] => {
  const bins = Array.from({ length: Math.ceil(durationSecs / BIN_SECS) }, () => 0);
  for (const { text, startMs, endMs } of segments) {
    if (startMs === null) continue;
    const count = text.split(/\s+/u).filter(Boolean).length;
    const first = Math.floor(startMs / 1_000 / BIN_SECS);
    const last = Math.max(first, Math.floor((endMs ?? startMs) / 1_000 / BIN_SECS));
    for (let bin = first; bin <= Math.min(last, bins.length - 1); bin++)
      bins[bin] = (bins[bin] ?? 0) + count / (last - first + 1);
  }
  return bins;
};

const averaged = (bins: readonly number[]): number[] =>
  bins.map((_, at) => {
    const near = bins.slice(Math.max(0, at - (AVERAGED - 1) / 2), at + (AVERAGED + 1) / 2);
    return near.reduce((sum, count) => sum + count, 0) / near.length;
  });

/** @returns the first and the last index of the longest run of `true`, with gaps of at most `gap` */
const longestRun = (values: readonly boolean[], gap: number): [number, number] | null => {
  let longest: [number, number] | null = null;
  let run: [number, number] | null = null;
  for (const [at, value] of values.entries()) {
    if (!value) continue;
    run = run && at - run[1] - 1 <= gap ? [run[0], at] : [at, at];
    if (!longest || run[1] - run[0] > longest[1] - longest[0]) longest = run;
  }
  return longest;
};

/** From the start of the first sentence to the end of the last one. */
const onSentences = (range: Range, segments: readonly TimedText[], durationSecs: number): Range => {
  const within = segments.filter(
    ({ startMs }) => startMs !== null && startMs / 1_000 >= range.from && startMs / 1_000 < range.to,
  );
  const first = within[0]?.startMs ?? range.from * 1_000;
  const last = within.at(-1);
  const end = last?.endMs ?? last?.startMs ?? range.to * 1_000;
  return { from: Math.floor(first / 1_000), to: Math.min(durationSecs, Math.ceil(end / 1_000)) };
};
