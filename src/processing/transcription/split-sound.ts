/** Decides where to cut long recordings: at the quietest moments, so that no word is split. */
import { BYTES_PER_MS } from './sound.js';

/** Loudness is measured per frame of this length. */
const FRAME_MS = 100;
const FRAME_SAMPLES = (FRAME_MS * BYTES_PER_MS) / 2;
/** Half a second, about the pause between two sentences. */
const PAUSE_FRAMES = 5;
/** Root mean square of a silent frame: −60 dB of full scale. */
const SILENCE = 33;
/** Margin kept around sound, because speech begins and ends softly. */
const MARGIN_MS = 500;

/** In ms from the start of the recording. */
export interface SoundPart {
  startMs: number;
  endMs: number;
}

export interface SoundPlan {
  durationMs: number;
  /** In order; gaps between them are silent. */
  parts: SoundPart[];
}

/**
 * Reads raw samples (16 kHz, mono, signed 16-bit little-endian); keeps 144 kB in memory per hour.
 * @param bytes chunks of any size
 * @param maxPartMs maximum length of a part, not counting the half second before its first sound
 */
export const planParts = async (bytes: AsyncIterable<Uint8Array>, maxPartMs: number): Promise<SoundPlan> => {
  const frames: number[] = [];
  let sum = 0;
  let samples = 0;
  /** The first byte of a sample that two chunks share. */
  let low: number | null = null;
  const add = (sample: number): void => {
    sum += sample * sample;
    if (++samples % FRAME_SAMPLES !== 0) return;
    frames.push(Math.sqrt(sum / FRAME_SAMPLES));
    sum = 0;
  };
  for await (const chunk of bytes) {
    const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    if (low !== null && chunk.length > 0) {
      add(((view.getUint8(at++) << 24) >> 16) | low);
      low = null;
    }
    for (; at + 1 < chunk.length; at += 2) add(view.getInt16(at, true));
    if (at < chunk.length) low = view.getUint8(at);
  }
  const durationMs = Math.floor((samples * 2) / BYTES_PER_MS);
  if (durationMs > frames.length * FRAME_MS) frames.push(Math.sqrt(sum / (samples % FRAME_SAMPLES)));
  return { durationMs, parts: splitAtSilence(frames, durationMs, Math.floor(maxPartMs / FRAME_MS)) };
};

const splitAtSilence = (loudness: readonly number[], durationMs: number, maxFrames: number): SoundPart[] => {
  const parts: SoundPart[] = [];
  const isSound = (frame: number): boolean => loudness[frame]! > SILENCE;
  const nextSound = (frame: number): number => {
    let at = frame;
    while (at < loudness.length && !isSound(at)) at++;
    return at;
  };
  for (let from = nextSound(0), end: number; from < loudness.length; from = nextSound(end)) {
    end = from + maxFrames;
    // Cuts in the second half of the longest possible part.
    end = end >= loudness.length ? loudness.length : quietest(loudness, end - (maxFrames >> 1), end);
    let last = end - 1;
    while (!isSound(last)) last--;
    parts.push({
      startMs: Math.max(parts.at(-1)?.endMs ?? 0, from * FRAME_MS - MARGIN_MS),
      endMs: Math.min(durationMs, end * FRAME_MS, (last + 1) * FRAME_MS + MARGIN_MS),
    });
  }
  return parts;
};

/** The frame in the middle of the quietest half second; the last one if several are equal. */
const quietest = (loudness: readonly number[], first: number, limit: number): number => {
  let sum = 0;
  let best = Infinity;
  let at = limit;
  for (let i = first; i < limit; i++) {
    sum += loudness[i]!;
    if (i - first >= PAUSE_FRAMES) sum -= loudness[i - PAUSE_FRAMES]!;
    // Ignores rounding differences.
    if (i - first < PAUSE_FRAMES - 1 || sum > best + 1e-6) continue;
    best = sum;
    at = i - Math.floor(PAUSE_FRAMES / 2);
  }
  return at;
};
