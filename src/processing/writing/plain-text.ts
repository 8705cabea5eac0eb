/**
 * Extracts plain text from a model's output. It is untrusted, because a speaker in the talk may have tried to
 * influence the model.
 */
import { sentenceSpans } from '../../../indexer/index.js';
import { singleSpaced } from '../../platform/lib/white-space.js';

/** The rest is ignored. */
const MAX_READ = 4_000;
const MIN_WORDS = 3;

/** Markdown formatting, which is removed. */
const LINK = /!?\[([^[\]\n]*)\]\([^()\n]*\)/g;
const LINE_START = /^[^\S\n]*(?:#{1,6}|[-*+>•]|\d{1,2}[.)])[^\S\n]+/gm;
const STRESS = /\*\*|__|~~|`+|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu;
/** Characters that are invisible or change the text direction. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
/** Tags, URLs and templates, which do not belong in a description. */
const FORBIDDEN = /[<>{}\\|]|:\/\/|\bwww\.|\S@\S|\bjavascript:/i;

const plain = (text: string): string | undefined => {
  const read = text.slice(0, MAX_READ).toWellFormed().replace(/\r\n?/g, '\n');
  const bare = read.replace(LINK, '$1').replace(LINE_START, '').replace(STRESS, '');
  if (FORBIDDEN.test(bare)) return undefined;
  const words = singleSpaced(bare.replace(/\n/g, ' ').replace(INVISIBLE, '')).normalize('NFC');
  return words.replace(/^["“„«](.*)["”“»]$/su, '$1');
};

/**
 * A description of whole sentences, cut after a sentence if it is too long.
 * @returns undefined if no part of it is usable
 */
export const plainDescription = (text: unknown, maxLength: number): string | undefined => {
  const words = typeof text === 'string' ? plain(text) : undefined;
  if (words === undefined || words.split(' ').length < MIN_WORDS) return undefined;
  if (words.length <= maxLength) return words;
  const last = sentenceSpans(words).findLast(({ end }) => end <= maxLength);
  return last && words.slice(0, last.end);
};

const MAX_TOPIC_LENGTH = 60;

/** A topic's name, capitalised. */
export const plainTopic = (text: unknown): string | undefined => {
  const name = typeof text === 'string' ? plain(text)?.replace(/[.;,]+$/, '') : undefined;
  if (!name || name.length > MAX_TOPIC_LENGTH) return undefined;
  return name.charAt(0).toUpperCase() + name.slice(1);
};
