/** Where sound begins and ends, and the edges of words that are pulled to it. */
import { describe, expect, it } from 'vitest';
import { levelOf, pullToSound } from '../../src/processing/transcription/whisper/sound-level.js';

const RATE = 16_000;
const SECS = 4;
/** A quiet hiss, with a loud tone within these seconds. */
const sound = (...spans: [number, number][]): Float32Array =>
  Float32Array.from({ length: SECS * RATE }, (_, n) => {
    const isLoud = spans.some(([from, to]) => n >= from * RATE && n < to * RATE);
    return (isLoud ? 0.3 : 0.002) * Math.sin(n * 0.3);
  });
const edges = (samples: Float32Array, ...words: [number, number][]): [number, number][] =>
  pullToSound(
    words.map(([start, end]) => ({ start, end })),
    levelOf(samples),
  ).map(({ start, end }) => [Number(start.toFixed(2)), Number(end.toFixed(2))]);

describe('the level of a recording', () => {
  it('tells sound from the noise of the room, and hears nothing in silence', () => {
    const { isSound, frames } = levelOf(sound([1, 2]));
    expect([frames, isSound(50), isSound(150), isSound(250)]).toEqual([400, false, true, false]);
    const silent = levelOf(new Float32Array(RATE));
    expect(Array.from({ length: silent.frames }, (_, at) => silent.isSound(at))).not.toContain(true);
  });
});

describe('the edges of words', () => {
  it('move out of a pause, to the sound on both sides', () => {
    expect(edges(sound([0.5, 1], [2, 2.5]), [0.3, 1.4], [1.4, 2.9])).toEqual([
      [0.5, 1],
      [2, 2.5],
    ]);
  });

  it('leave a scrap of the word beside them, and reach for sound that they miss', () => {
    expect(edges(sound([0.5, 1], [2, 2.5]), [0.58, 0.95], [0.95, 2.5])).toEqual([
      [0.5, 1],
      [2, 2.5],
    ]);
  });

  it('stay where words follow without a pause, or where there is no sound', () => {
    expect(edges(sound([0.5, 2]), [0.5, 1.2], [1.2, 2])).toEqual([
      [0.5, 1.2],
      [1.2, 2],
    ]);
    expect(edges(sound([3, 3.5]), [0.5, 1])).toEqual([[0.5, 1]]);
  });
});
