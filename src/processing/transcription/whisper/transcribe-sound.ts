/** Transcribes sound of any length with a Whisper model, window by window of 30 s. */
import { alignTokens } from './align-tokens.js';
import { decodeWindow, TIME_SECS, type Decoded } from './decode-window.js';
import { FRAME_SECS, levelOf, pullToSound, type SoundLevel } from './sound-level.js';
import { sentencesIn, wordsOf, type SpokenWord } from './spoken-tokens.js';
import type { WhisperModel } from './whisper-model.js';

const SAMPLE_RATE = 16_000;
const WINDOW_SECS = 30;
/** Kept before the first sound of a window, because speech begins softly. */
const LEAD_SECS = 0.3;
/** Shorter sound has no words. */
const MIN_SECS = 0.1;
const MIN_ADVANCE_SECS = 0.5;
/** Time tokens may be early by this. */
const MARGIN_SECS = 0.2;
/** Where a sentence ends by its last word, unless its time token is further away than this. */
const MAX_ERROR_SECS = 1;
/** Nobody speaks if this is more probable, and the text is less probable than that: OpenAI's thresholds. */
const MAX_NO_SPEECH = 0.6;
const MIN_MEAN_LOG = -1;
/** Text that repeats itself is no speech, but what the model makes of noise, music or another language. */
const MAX_REPETITION = 2.4;
/** From here, the language of a window is that of the recording. */
const SURE_LANGUAGE = 0.6;

/** In seconds from the start of the sound, as `whisper-json.ts` reads it. */
export interface SpokenSegment {
  start: number;
  end: number;
  text: string;
  words: SpokenWord[];
}

export interface SpokenText {
  /** As Whisper names it; null if nobody speaks. */
  language: string | null;
  segments: SpokenSegment[];
}

export interface TranscribeOptions {
  /** ISO 639-1; null to tell it from the sound. */
  language: string | null;
  /** Text with words that the recording may have; empty without one. */
  prompt: string;
}

/** Tokens of the prompt and of the text before, together less than half of the decoder's context. */
const MAX_NAMES = 100;
const MAX_BEFORE = 80;

/**
 * @param samples 16 kHz, from -1 to 1
 * @param onWindow awaited before each window
 */
export const transcribeSound = async (
  model: WhisperModel,
  samples: Float32Array,
  { language: wanted, prompt }: TranscribeOptions,
  onWindow: () => Promise<void> = () => Promise.resolve(),
): Promise<SpokenText> => {
  const segments: SpokenSegment[] = [];
  const names = prompt ? model.tokensOf(` ${prompt}`).slice(-MAX_NAMES) : [];
  const level = levelOf(samples);
  let before: number[] = [];
  let language = model.settings.is_multilingual ? wanted : 'en';
  let guess: string | null = null;
  for (let from = 0; ;) {
    from = nextSound(level, from);
    const piece = samples.subarray(toSample(from), toSample(from + WINDOW_SECS));
    const secs = piece.length / SAMPLE_RATE;
    if (secs < MIN_SECS) return { language: segments.length > 0 ? (language ?? guess) : null, segments };
    await onWindow();
    const decoded = await decode(model, piece, { language, names, before });
    if (!decoded) {
      before = [];
      from += secs;
      continue;
    }
    const { code = null, chance = 0 } = decoded.language ?? {};
    guess = code ?? guess;
    if (chance >= SURE_LANGUAGE) language ??= code;
    const { spoken, kept, upTo } = segmentsOf(model, decoded, piece);
    segments.push(...spoken.map((segment) => later(segment, from)));
    // With its time tokens: without them, the model would go on without times.
    before = [...before, ...kept].slice(-MAX_BEFORE);
    from += upTo;
  }
};

const toSample = (secs: number): number => Math.round(secs * SAMPLE_RATE);

/** @returns seconds, a little before the next sound; the end if there is none */
const nextSound = ({ isSound, frames }: SoundLevel, from: number): number => {
  let frame = Math.floor(from / FRAME_SECS);
  while (frame < frames && !isSound(frame)) frame++;
  return frame < frames ? Math.max(from, frame * FRAME_SECS - LEAD_SECS) : Infinity;
};

interface Before {
  language: string | null;
  names: readonly number[];
  before: readonly number[];
}

/** @returns undefined if nobody speaks */
const decode = async (
  model: WhisperModel,
  piece: Float32Array,
  { language, names, before }: Before,
): Promise<Decoded | undefined> => {
  const sound = await model.listen(piece);
  const contexts = names.length + before.length > 0 ? [[...names, ...before], []] : [[]];
  for (const context of contexts) {
    const decoded = await decodeWindow(model, sound, { language, context });
    const isUnsure = decoded.meanLog < MIN_MEAN_LOG;
    if (isUnsure && decoded.noSpeech > MAX_NO_SPEECH) return undefined;
    // The text before can lead astray: without it, the next attempt is another one.
    if (decoded.repetition <= MAX_REPETITION && !(isUnsure && context.length > 0)) return decoded;
  }
  return undefined;
};

/** @returns the segments, in seconds from the start of the window, and where the next window starts */
const segmentsOf = (
  model: WhisperModel,
  { tokens, chances, attention }: Decoded,
  piece: Float32Array,
): { spoken: SpokenSegment[]; kept: number[]; upTo: number } => {
  const secs = piece.length / SAMPLE_RATE;
  const { sentences, goesOn } = sentencesIn(model, tokens);
  const isFull = secs >= WINDOW_SECS;
  // A sentence that the window cuts off is heard again in the next one.
  const isCut = isFull && sentences.length > 1 && sentences.at(-1)!.end === null;
  const whole = isCut ? sentences.slice(0, -1) : sentences;
  // Beyond the last time token, there may be sound whose words have not been decoded.
  const heardSecs = Math.min(secs, (sentences.at(-1)?.end ?? secs) + MARGIN_SECS);
  const starts = alignTokens(attention, Math.ceil(heardSecs / TIME_SECS));
  const words = whole.map(({ places }) => wordsOf(model, tokens, places, { chances, starts }));
  const level = levelOf(piece);
  const pulled = pullToSound(words.flat(), level);
  const spoken = words.map((own): SpokenSegment => {
    const timed = pulled.splice(0, own.length);
    const text = own.map(({ word }) => word).join('');
    return { start: timed[0]?.start ?? 0, end: timed.at(-1)?.end ?? 0, text, words: timed };
  });
  const heard = spoken.filter(({ words: own, start, end }) => own.length > 0 && hasSound(level, start, end));
  const kept = isCut ? tokens.slice(0, sentences.at(-1)!.places[0]) : [...tokens];
  const end = isCut || (goesOn && isFull) ? (whole.at(-1)?.end ?? secs) : secs;
  const last = heard.at(-1)?.end ?? end;
  const upTo = end < secs && Math.abs(last - end) <= MAX_ERROR_SECS ? last : end;
  return { spoken: heard, kept, upTo: Math.max(upTo, Math.min(secs, MIN_ADVANCE_SECS)) };
};

const hasSound = ({ isSound }: SoundLevel, start: number, end: number): boolean => {
  for (let frame = Math.floor(start / FRAME_SECS); frame < end / FRAME_SECS; frame++)
    if (isSound(frame)) return true;
  return false;
};

const later = ({ start, end, words, ...segment }: SpokenSegment, secs: number): SpokenSegment => ({
  ...segment,
  start: start + secs,
  end: end + secs,
  words: words.map((word) => ({ ...word, start: word.start + secs, end: word.end + secs })),
});
