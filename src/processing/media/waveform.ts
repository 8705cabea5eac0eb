/** Computes peaks of sound in the audiowaveform format, which peaks.js and others draw. */

/** Decoded samples per second. */
export const WAVEFORM_RATE = 8_000;
/** One pair of peaks per 0.1 s. */
const SAMPLES_PER_PEAK = WAVEFORM_RATE / 10;
/** One day. */
const MAX_PEAKS = 864_000;

export interface Waveform {
  /** Signed 16-bit little-endian samples, mono. */
  add(chunk: Buffer): void;
  /** Seconds of sound added so far. */
  secs(): number;
  /**
   * JSON as in https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md: the lowest and highest sample
   * of each 0.1 s, in 8 bits.
   */
  json(): string;
}

export const createWaveform = (): Waveform => {
  const data: number[] = [];
  let low = 0;
  let high = 0;
  let samples = 0;
  let rest: Buffer = Buffer.alloc(0);

  const push = (): void => {
    if (data.length < 2 * MAX_PEAKS) data.push(low >> 8, high >> 8);
    low = high = 0;
  };

  return {
    add: (chunk) => {
      const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const end = bytes.length - (bytes.length % 2);
      for (let i = 0; i < end; i += 2) {
        const sample = bytes.readInt16LE(i);
        if (sample < low) low = sample;
        else if (sample > high) high = sample;
        if (++samples % SAMPLES_PER_PEAK === 0) push();
      }
      rest = bytes.subarray(end);
    },
    secs: () => samples / WAVEFORM_RATE,
    json: () => {
      if (samples % SAMPLES_PER_PEAK !== 0) push();
      return JSON.stringify({
        version: 2,
        channels: 1,
        sample_rate: WAVEFORM_RATE,
        samples_per_pixel: SAMPLES_PER_PEAK,
        bits: 8,
        length: data.length / 2,
        data,
      });
    },
  };
};
