/** How loud a recording is, in frames of 10 ms, and where sound begins and ends. */

const SAMPLE_RATE = 16_000;
export const FRAME_SECS = 0.01;
const FRAME_SAMPLES = SAMPLE_RATE * FRAME_SECS;
/** Of full scale. Quieter sound is silence: Whisper hears "you" in it. */
const SILENCE_DB = -55;
/** Sound is between the noise of the room and loud speech: this far up from the noise. */
const SOUND_SHARE = 0.35;
/** Shares of the frames that are quieter than the noise of the room, and than loud speech. */
const NOISE_QUANTILE = 0.05;
const SPEECH_QUANTILE = 0.9;

export interface SoundLevel {
  /** Whether there is sound in a frame. */
  isSound(frame: number): boolean;
  frames: number;
}

/** @param samples from -1 to 1 */
export const levelOf = (samples: Float32Array): SoundLevel => {
  const frames = Math.floor(samples.length / FRAME_SAMPLES);
  const levels = new Float32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    let sum = 1e-12;
    const end = (frame + 1) * FRAME_SAMPLES;
    for (let at = end - FRAME_SAMPLES; at < end; at++) sum += samples[at]! ** 2;
    levels[frame] = 10 * Math.log10(sum / FRAME_SAMPLES);
  }
  const sorted = levels.slice().sort();
  const noise = Math.max(SILENCE_DB - 20, sorted[Math.floor(frames * NOISE_QUANTILE)] ?? 0);
  const speech = sorted[Math.floor(frames * SPEECH_QUANTILE)] ?? 0;
  const least = Math.max(SILENCE_DB, noise + (speech - noise) * SOUND_SHARE);
  return { frames, isSound: (frame) => (levels[frame] ?? -Infinity) > least };
};

/** A sound at a word's edge that is shorter than this belongs to the word beside it. */
const SCRAP_FRAMES = 12;
/** A pause between words. */
const PAUSE_FRAMES = 12;
/** How far a word's edge is moved to the sound beyond it. */
const REACH_FRAMES = 15;

export interface Timed {
  /** Seconds. */
  start: number;
  end: number;
}

/** Moves the edges of words to where their sound begins and ends, in order. Words without sound keep theirs. */
export const pullToSound = <T extends Timed>(words: readonly T[], { isSound }: SoundLevel): T[] => {
  let earliest = 0;
  return words.map((word, at) => {
    const from = Math.round(word.start / FRAME_SECS);
    const to = Math.round(word.end / FRAME_SECS);
    const latest = at + 1 < words.length ? Math.round(words[at + 1]!.end / FRAME_SECS) : to + REACH_FRAMES;
    let start = firstSound(isSound, from, to);
    let end = lastSound(isSound, start, to);
    if (start === from)
      start = whileSound((frame) => isSound(frame - 1), from, -1, Math.max(earliest, from - REACH_FRAMES));
    if (end === to) end = whileSound(isSound, to, 1, Math.min(latest, to + REACH_FRAMES));
    if (end <= start) [start, end] = [from, Math.max(to, from + 1)];
    earliest = end;
    return { ...word, start: start * FRAME_SECS, end: end * FRAME_SECS };
  });
};

/** Where the sound ends in this direction; `from` if that is not before the limit, because another word is there. */
const whileSound = (
  isSound: (frame: number) => boolean,
  from: number,
  step: 1 | -1,
  limit: number,
): number => {
  let at = from;
  while (at !== limit && isSound(at)) {
    at += step;
    if ((limit - at) * step < 0) return from;
  }
  return at === limit ? from : at;
};

/** The first frame with sound, after a scrap of the word before and a pause. */
const firstSound = (isSound: SoundLevel['isSound'], from: number, to: number): number => {
  let start = from;
  while (start < to && !isSound(start)) start++;
  if (start > from) return start < to ? start : from;
  let quiet = from;
  while (quiet < to && isSound(quiet)) quiet++;
  let next = quiet;
  while (next < to && !isSound(next)) next++;
  return quiet - from <= SCRAP_FRAMES && next - quiet >= PAUSE_FRAMES && next < to ? next : from;
};

/** The end of the last frame with sound, before a pause and a scrap of the word after. */
const lastSound = (isSound: SoundLevel['isSound'], from: number, to: number): number => {
  let end = to;
  while (end > from && !isSound(end - 1)) end--;
  if (end < to) return end > from ? end : to;
  let quiet = to;
  while (quiet > from && isSound(quiet - 1)) quiet--;
  let last = quiet;
  while (last > from && !isSound(last - 1)) last--;
  return to - quiet <= SCRAP_FRAMES && quiet - last >= PAUSE_FRAMES && last > from ? last : to;
};
