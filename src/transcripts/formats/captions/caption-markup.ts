/** Removes the markup of captions from their words. */
import { decodeHTMLStrict } from 'entities';
import { cleanWords } from '../segments/clean-words.js';

/** Stops at the next `<`, so that a run of unclosed tags is scanned only once. */
export const VOICE = /<\/?v(?:\.[^\s<>]*)?(?:\s([^<>]*))?>/g;
/** Annotations of ruby text, which repeat its words in another script. */
const RUBY = /<rt>[^<]*(?:<\/rt>)?|<rp>[^<]*(?:<\/rp>)?/g;
const TAG = /<\/?(?:[a-zA-Z][^<>]*|[\d:.]+)>/g;
const BRACE_TAG = /\{\\[^{}]*\}/g;

/** Strips tags (`<i>`, `<c.yellow>`, `<00:00:01.000>`, `{\an8}`) and decodes character references. */
export const plainText = (line: string): string =>
  decodeHTMLStrict(line.replace(RUBY, '').replace(TAG, '').replace(BRACE_TAG, ''));

export const plainWords = (line: string): string => cleanWords(plainText(line));
