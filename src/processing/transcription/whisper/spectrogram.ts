/**
 * The log-mel spectrogram that Whisper reads, as @huggingface/transformers computes it from the same settings, in a
 * quarter of the time: 400 is no power of two, for which its transform is made.
 */
import { Tensor } from 'onnxruntime-node';

/** A transform of 400 samples is 25 of 16 and then 16 of 25. */
const OUTER = 16;
const INNER = 25;
const FIFTH = 5;
const SIZE = OUTER * INNER;
const BINS = SIZE / 2 + 1;
/** The others mirror these, because sound is real. */
const HALF = OUTER / 2 + 1;
const HOP = 160;
const FLOOR = 1e-10;
/** Quieter than the loudest by more than this, in powers of ten, is silence. */
const RANGE = 8;

export interface SpectrogramSettings {
  /** The weight of each frequency, by mel band. */
  filters: readonly ArrayLike<number>[];
  window: ArrayLike<number>;
}

const cosines = Float64Array.from({ length: SIZE }, (_, at) => Math.cos((2 * Math.PI * at) / SIZE));
const sines = Float64Array.from({ length: SIZE }, (_, at) => -Math.sin((2 * Math.PI * at) / SIZE));

/** @returns a function of samples (16 kHz) that computes 30 s, with silence after them */
export const createSpectrogram = ({ filters, window }: SpectrogramSettings, secs = 30) => {
  const frames = (secs * 16_000) / HOP;
  const bands = filters.map((weights) => {
    const used = Array.from(weights);
    const from = Math.max(
      0,
      used.findIndex((weight) => weight !== 0),
    );
    return {
      from,
      weights: Float64Array.from(used.slice(from, used.findLastIndex((weight) => weight !== 0) + 1)),
    };
  });
  const frame = new Float64Array(SIZE);
  const powers = new Float64Array(BINS);

  return (samples: Float32Array): Tensor => {
    const total = frames * HOP;
    const output = new Float32Array(bands.length * frames);
    let most = -Infinity;
    for (let at = 0; at < frames; at++) {
      for (let n = 0; n < SIZE; n++) {
        let place = Math.abs(at * HOP + n - SIZE / 2);
        if (place >= total) place = 2 * total - 2 - place;
        frame[n] = (samples[place] ?? 0) * window[n]!;
      }
      powersOf(frame, powers);
      for (const [band, { from, weights }] of bands.entries()) {
        let sum = 0;
        for (let bin = 0; bin < weights.length; bin++) sum += weights[bin]! * powers[from + bin]!;
        const log = Math.log10(Math.max(FLOOR, sum));
        output[band * frames + at] = log;
        if (log > most) most = log;
      }
    }
    for (let at = 0; at < output.length; at++) output[at] = (Math.max(output[at]!, most - RANGE) + 4) / 4;
    return new Tensor('float32', output, [1, bands.length, frames]);
  };
};

const real = new Float64Array(HALF * INNER);
const imaginary = new Float64Array(HALF * INNER);

/** The squared magnitude of each frequency. */
const powersOf = (frame: Float64Array, powers: Float64Array): void => {
  for (let inner = 0; inner < INNER; inner++)
    for (let outer = 0; outer < HALF; outer++) {
      let re = 0;
      let im = 0;
      for (let n = 0; n < OUTER; n++) {
        const value = frame[n * INNER + inner]!;
        const turn = ((n * outer) % OUTER) * INNER;
        re += value * cosines[turn]!;
        im += value * sines[turn]!;
      }
      const turn = inner * outer;
      real[outer * INNER + inner] = re * cosines[turn]! - im * sines[turn]!;
      imaginary[outer * INNER + inner] = re * sines[turn]! + im * cosines[turn]!;
    }
  for (let outer = 0; outer < HALF; outer++) transformInner(outer, powers);
};

const partReal = new Float64Array(INNER);
const partImaginary = new Float64Array(INNER);

/** 25 values are 5 transforms of 5 and then 5 of 5. */
const transformInner = (outer: number, powers: Float64Array): void => {
  const from = outer * INNER;
  for (let a = 0; a < FIFTH; a++)
    for (let k = 0; k < FIFTH; k++) {
      let re = 0;
      let im = 0;
      for (let n = 0; n < FIFTH; n++) {
        const at = from + n * FIFTH + a;
        const turn = ((n * k * FIFTH + a * k) % INNER) * OUTER;
        re += real[at]! * cosines[turn]! - imaginary[at]! * sines[turn]!;
        im += real[at]! * sines[turn]! + imaginary[at]! * cosines[turn]!;
      }
      partReal[k * FIFTH + a] = re;
      partImaginary[k * FIFTH + a] = im;
    }
  for (let k = 0; k < INNER; k++) {
    let re = 0;
    let im = 0;
    const part = (k % FIFTH) * FIFTH;
    // The turn by a * (k % 5) is done.
    const step = Math.floor(k / FIFTH) * FIFTH * OUTER;
    for (let a = 0; a < FIFTH; a++) {
      const turn = (a * step) % SIZE;
      re += partReal[part + a]! * cosines[turn]! - partImaginary[part + a]! * sines[turn]!;
      im += partReal[part + a]! * sines[turn]! + partImaginary[part + a]! * cosines[turn]!;
    }
    const bin = outer + OUTER * k;
    powers[bin < BINS ? bin : SIZE - bin] = re * re + im * im;
  }
};
