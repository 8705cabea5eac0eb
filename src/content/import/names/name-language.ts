/**
 * Parses the language code before a file's extension, as download and caption programs write it: `talk.de.vtt`,
 * `talk.en-US.srt`.
 */
import { extname } from 'node:path';
import { languageOf } from '../../transcripts/formats/languages.js';

/** Codes that are also English words: in `how.to.txt` the last word is one, but in captions hardly ever. */
const WORDS = new Set('am an as be do he if in is it my no of oh on or so to up us we'.split(' '));
const CAPTIONS = /^\.(?:vtt|srt|sbv|ttml|dfxp|json3|srv[13]|ass|ssa|lrc)$/i;
const SUFFIX = /\.([a-z]{2}(?:-(?:[a-z]{2}|[A-Z]{2}|[A-Z][a-z]{3}))?)$/;

export interface TalkName {
  /** The path without extension and language, in NFC. */
  stem: string;
  /** A BCP 47 tag; undefined if the name contains none. */
  language?: string;
}

/** @param path with `/` between folders */
export const talkName = (path: string): TalkName => {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length).normalize('NFC');
  const code = SUFFIX.exec(stem)?.[1];
  if (code === undefined || !isKnown(code) || (WORDS.has(code) && !CAPTIONS.test(extension))) return { stem };
  const rest = stem.slice(0, -code.length - 1);
  return /[^/]$/.test(rest) ? { stem: rest, ...languageOf(code) } : { stem };
};

const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
const isKnown = (code: string): boolean => names.of(code.slice(0, 2)) !== undefined;
