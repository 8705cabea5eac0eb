/** Finding the sermon in the transcript of a service. */
import { describe, expect, it } from 'vitest';
import { findSermon, type TimedText } from '../../web/console/publish-recording/find-sermon.js';
import { secondsOf } from '../../web/console/publish-recording/clock.js';
import { barsOf } from '../../web/console/recording/peaks.js';

/** Ten-second segments from one minute to another, in which somebody says so many words a minute. */
const spoken = (fromMin: number, toMin: number, wordsPerMin: number): TimedText[] =>
  Array.from({ length: (toMin - fromMin) * 6 }, (_, at) => ({
    text: Array.from({ length: Math.round(wordsPerMin / 6) }, () => 'word').join(' '),
    startMs: (fromMin * 60 + at * 10) * 1_000,
    endMs: (fromMin * 60 + at * 10 + 10) * 1_000,
  }));

const minutes = (range: { from: number; to: number } | null) =>
  range && [Math.round(range.from / 60), Math.round(range.to / 60)];

describe('finding the sermon', () => {
  const service = [
    ...spoken(0, 4, 150),
    ...spoken(4, 20, 45),
    ...spoken(20, 26, 140),
    ...spoken(28, 32, 50),
    ...spoken(33, 50, 130),
    // A song in the middle, and a silence.
    ...spoken(51, 70, 125),
    ...spoken(71, 80, 40),
    ...spoken(80, 82, 150),
  ];

  it('takes the longest speech, across a pause', () => {
    expect(minutes(findSermon(service, 83 * 60))).toEqual([33, 70]);
  });

  it('finds nothing where there is no speech, little of it, or nothing else', () => {
    expect(findSermon([], 3_600)).toBeNull();
    expect(findSermon(spoken(0, 60, 45), 3_600)).toBeNull();
    expect(findSermon([...spoken(0, 20, 40), ...spoken(20, 23, 150)], 3_600)).toBeNull();
    expect(findSermon(spoken(0, 30, 130), 1_800)).toBeNull();
    expect(
      findSermon([{ text: 'without times '.repeat(500), startMs: null, endMs: null }], 3_600),
    ).toBeNull();
  });

  it('stays within the recording, also with a transcript that is longer', () => {
    const found = findSermon([...spoken(0, 20, 40), ...spoken(20, 61, 130)], 3_600);
    expect(found?.to).toBe(3_600);
  });
});

describe('times as people type them', () => {
  it.each([
    ['21:05', 1_265],
    ['1:21:05', 4_865],
    [' 0:07 ', 7],
    ['90:00', 5_400],
    ['21', null],
    ['21:65', null],
    ['', null],
    ['-1:00', null],
  ])('%j', (text, seconds) => {
    expect(secondsOf(text)).toBe(seconds);
  });
});

describe('bars of a waveform', () => {
  it('are the loudest of their stretches, relative to the loudest of all', () => {
    expect(barsOf({ data: [-10, 5, -4, 20, 0, 0, -40, 3] }, 2)).toEqual([0.5, 1]);
    expect(barsOf({ data: [-10, 5, -4, 20] }, 600)).toEqual([0.5, 1]);
    expect(barsOf({ data: [] }, 600)).toEqual([]);
    expect(barsOf({ data: [0, 0, 0, 0] }, 600)).toEqual([0, 0]);
  });
});
