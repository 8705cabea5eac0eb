/** Decodes the text of up to 30 s of sound, greedily, with time tokens around each sentence. */
import { deflateSync } from 'node:zlib';
import type { Tensor } from 'onnxruntime-node';
import type { DecoderState, Step, WhisperModel } from './whisper-model.js';

/** A time token stands for a multiple of this. */
export const TIME_SECS = 0.02;
/** Half of the decoder's context; the other half is for the text before. */
const MAX_TOKENS = 224;
const MAX_CONTEXT = 223;
const POSITIONS = 448;
/** The first sentence of a window starts within its first second. */
const MAX_FIRST_TIME = 50;

export interface Decoded {
  /** Including time tokens, without the end. */
  tokens: number[];
  /** The probability of each token. */
  chances: number[];
  /** For each token, the attention of each alignment head to the frames of the sound. */
  attention: Float32Array[][];
  text: string;
  /** Probability that nobody speaks. */
  noSpeech: number;
  /** Mean logarithm of the tokens' probabilities. */
  meanLog: number;
  /** Length of the text over its compressed length: more than 2.4 if it repeats itself. */
  repetition: number;
  /** As Whisper names it; undefined for a model of one language. */
  language?: { code: string; chance: number };
}

export interface DecodeOptions {
  /** As Whisper names it; null to tell it from the sound. */
  language: string | null;
  /** Tokens of the text before the window. */
  context: readonly number[];
}

export const decodeWindow = async (
  model: WhisperModel,
  sound: Tensor,
  { language, context }: DecodeOptions,
): Promise<Decoded> => {
  const { settings } = model;
  const { prev_sot_token_id: before } = settings;
  const state = model.start(sound);
  const prefix = before !== undefined && context.length > 0 ? [before, ...context.slice(-MAX_CONTEXT)] : [];
  let step = await model.step(state, [...prefix, settings.decoder_start_token_id]);
  const noSpeechToken = settings.no_timestamps_token_id - 1;
  const { logits } = step;
  const noSpeech = Math.exp(logits[noSpeechToken]! - logSum(logits, 0, logits.length));
  const spoken = settings.is_multilingual ? languageIn(model, logits, language) : undefined;
  if (spoken) step = await model.step(state, [spoken.token, settings.task_to_id.transcribe!]);
  const limit = Math.min(MAX_TOKENS, POSITIONS - prefix.length - 3);
  const { tokens, chances, attention, sum } = await readTokens(model, state, step, limit);
  const text = model.textOf(tokens);
  return {
    tokens,
    chances,
    attention,
    text,
    noSpeech,
    meanLog: sum / (tokens.length + 1),
    repetition: repetitionOf(text),
    ...(spoken && { language: spoken }),
  };
};

const languageIn = (
  { settings: { lang_to_id: ids } }: WhisperModel,
  logits: Float32Array,
  wanted: string | null,
): { code: string; token: number; chance: number } => {
  const known = wanted === null ? undefined : ids[`<|${wanted}|>`];
  if (known !== undefined) return { code: wanted!, token: known, chance: 1 };
  const all = Object.entries(ids);
  const [name, token] = all.reduce((best, one) => (logits[one[1]]! > logits[best[1]]! ? one : best));
  const sum = all.reduce((total, [, id]) => total + Math.exp(logits[id]! - logits[token]!), 0);
  return { code: name.replaceAll(/[<|>]/g, ''), token, chance: 1 / sum };
};

/** Reads tokens until the end of the text. */
const readTokens = async (model: WhisperModel, state: DecoderState, first: Step, limit: number) => {
  const { settings } = model;
  const tokens: number[] = [];
  const chances: number[] = [];
  const attention: Float32Array[][] = [];
  let sum = 0;
  for (let step = first; ; step = await model.step(state, tokens.slice(-1))) {
    const { token, log } = nextToken(settings, tokens, step.logits);
    sum += log;
    if (token === settings.eos_token_id) break;
    tokens.push(token);
    chances.push(Math.exp(log));
    attention.push(step.attention);
    if (tokens.length >= limit) break;
  }
  return { tokens, chances, attention, sum };
};

/**
 * The most probable token that may follow: time tokens come in pairs around each sentence, and never go back.
 * @param logits changed
 */
const nextToken = (
  settings: WhisperModel['settings'],
  tokens: readonly number[],
  logits: Float32Array,
): { token: number; log: number } => {
  const { eos_token_id: end, no_timestamps_token_id: noTimes, vocab_size: all } = settings;
  const times = noTimes + 1;
  const isTime = (token: number | undefined): boolean => token === undefined || token >= times;
  for (const token of settings.suppress_tokens) logits[token] = -Infinity;
  logits[noTimes] = -Infinity;
  const isFirst = tokens.length === 0;
  const afterTime = !isFirst && isTime(tokens.at(-1));
  const afterPair = afterTime && isTime(tokens.at(-2));
  if (isFirst) {
    for (const token of settings.begin_suppress_tokens) logits[token] = -Infinity;
    logits.fill(-Infinity, 0, times).fill(-Infinity, times + MAX_FIRST_TIME + 1);
  } else if (afterPair) logits.fill(-Infinity, times);
  else if (afterTime) logits.fill(-Infinity, 0, end);
  const lastTime = tokens.findLast(isTime);
  if (lastTime !== undefined)
    logits.fill(-Infinity, times, afterTime && !afterPair ? lastTime : lastTime + 1);
  let token = highest(logits, 0, all);
  const total = logSum(logits, 0, all);
  // A time token is due if all of them together are more probable than any word.
  if (token < times && logSum(logits, times, all) > logits[token]!) token = highest(logits, times, all);
  return { token, log: logits[token]! - total };
};

const highest = (values: Float32Array, from: number, to: number): number => {
  let best = from;
  for (let at = from + 1; at < to; at++) if (values[at]! > values[best]!) best = at;
  return best;
};

/** Smaller summands do not count. */
const NEGLIGIBLE = -12;

/** The logarithm of the sum of the exponentials. */
const logSum = (values: Float32Array, from: number, to: number): number => {
  const most = values[highest(values, from, to)]!;
  if (most === -Infinity) return most;
  let sum = 0;
  for (let at = from; at < to; at++) {
    const less = values[at]! - most;
    if (less > NEGLIGIBLE) sum += Math.exp(less);
  }
  return most + Math.log(sum);
};

const repetitionOf = (text: string): number => {
  const bytes = Buffer.from(text);
  return bytes.length === 0 ? 0 : bytes.length / deflateSync(bytes).length;
};
