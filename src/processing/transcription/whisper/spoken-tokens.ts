/** Reads the tokens of a window: sentences between time tokens, and the words in them. */
import { UNSPACED } from '../../../transcripts/formats/segments/clean-words.js';
import { TIME_SECS } from './decode-window.js';
import type { WhisperModel } from './whisper-model.js';

/** Times are in seconds. */
export interface SpokenWord {
  word: string;
  start: number;
  end: number;
  /** From 0 to 1. */
  probability: number;
}

/** Text between two time tokens. */
export interface Sentence {
  /** Positions of its tokens. */
  places: number[];
  /** Seconds; null if the text ends with the window. */
  end: number | null;
}

export interface Sentences {
  sentences: Sentence[];
  /** Whether another sentence begins where the last one ends. */
  goesOn: boolean;
}

export const sentencesIn = ({ settings }: WhisperModel, tokens: readonly number[]): Sentences => {
  const times = settings.no_timestamps_token_id + 1;
  const sentences: Sentence[] = [];
  let places: number[] = [];
  let goesOn = false;
  tokens.forEach((token, place) => {
    if (token < times) places.push(place);
    else if (places.length > 0) {
      sentences.push({ places, end: (token - times) * TIME_SECS });
      places = [];
      goesOn = false;
    } else goesOn = sentences.length > 0;
  });
  if (places.length > 0) sentences.push({ places, end: null });
  return { sentences, goesOn };
};

const STARTS_WORD = new RegExp(`^(?:\\s|(?=${UNSPACED})[\\p{L}\\p{N}])`, 'u');
/** What a part of a character is decoded to. */
const INCOMPLETE = '\uFFFD';

export interface WordOptions {
  chances: readonly number[];
  /** The frame at which each token starts, and the end of the last one. */
  starts: readonly number[];
}

/** @param places of tokens of text, in order */
export const wordsOf = (
  model: WhisperModel,
  tokens: readonly number[],
  places: readonly number[],
  { chances, starts }: WordOptions,
): SpokenWord[] => {
  const words: (SpokenWord & { count: number })[] = [];
  let pending: number[] = [];
  for (const place of places) {
    pending.push(place);
    const text = model.textOf(pending.map((at) => tokens[at]!));
    if (text.includes(INCOMPLETE) && place !== places.at(-1)) continue;
    const last = words.at(-1);
    const sum = pending.reduce((total, at) => total + chances[at]!, 0);
    const end = starts[place + 1]! * TIME_SECS;
    if (last && !STARTS_WORD.test(text)) {
      last.word += text;
      last.end = end;
      last.probability += sum;
      last.count += pending.length;
    } else {
      const start = starts[pending[0]!]! * TIME_SECS;
      words.push({ word: text, start, end, probability: sum, count: pending.length });
    }
    pending = [];
  }
  return words
    .filter(({ word }) => word.trim() !== '')
    .map(({ count, probability, ...word }) => ({ ...word, probability: probability / count }));
};
