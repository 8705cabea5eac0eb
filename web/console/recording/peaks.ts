/** The peaks of a recording, from the file that the server makes of them, as bars to draw. */

/** As in https://github.com/bbc/audiowaveform/blob/master/doc/DataFormat.md, with one channel. */
interface PeakFile {
  sample_rate: number;
  samples_per_pixel: number;
  bits: number;
  /** The lowest and the highest sample of each stretch, in turn. */
  data: number[];
}

/**
 * @param count number of bars at most
 * @returns the loudness of equally long stretches, from 0 to 1, relative to the loudest
 */
export const barsOf = ({ data }: Pick<PeakFile, 'data'>, count: number): number[] => {
  const stretches = Math.floor(data.length / 2);
  const bars = Math.min(count, stretches);
  const loudness = Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor((bar * stretches) / bars);
    const to = Math.floor(((bar + 1) * stretches) / bars);
    let peak = 0;
    for (let at = from; at < to; at++) peak = Math.max(peak, -(data[2 * at] ?? 0), data[2 * at + 1] ?? 0);
    return peak;
  });
  const loudest = Math.max(1, ...loudness);
  return loudness.map((peak) => peak / loudest);
};

/** @throws {Error} when the file cannot be read */
export const readPeaks = async (url: string, signal: AbortSignal): Promise<PeakFile> => {
  const response = await fetch(url, { signal });
  if (!response.ok) throw new Error(`The waveform cannot be read (${response.status})`);
  return (await response.json()) as PeakFile;
};
