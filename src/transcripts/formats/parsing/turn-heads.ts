/**
 * The grammar of a line at which a turn may begin: an optional name and a time or range, in either order, with or
 * without brackets, emphasis and marks between them. Whether it does, its file decides: see `text/turns.ts`.
 */
import { isName } from './speaker-labels.js';
import { parseTime } from '../segments/times.js';

const UNIT = String.raw`(?:\d{1,2}h ?)?\d{1,3}m ?\d{1,2}s|\d{1,6}(?:\.\d{1,3})?s`;
const TIME = String.raw`(?:${UNIT}|\d{1,3}[:;]\d{1,2}[:;]\d{1,2}(?:[.,:;]\d{1,9})?|\d{1,3}:\d{2}(?:[.,]\d{1,9})?)(?!\p{L}|:?\d)`;
const TO = String.raw`(?:[ \t]*(?:to|bis|-{0,2}>|[-–—→~])[ \t]*|\t)`;
/** `12:15`, `[00:12]`, `(1:02:03,5)`, `[0.00s -> 4.20s]`, `0:0:3.40 --> 0:0:7.10`, `[a] to [b]`, `[0:12](https://…)` */
const STAMP = new RegExp(
  String.raw`(?:(?<![\p{L}\d.,:;])|(?=[[(<{]))\\?([[(<{【]?)\\?[ \t]?(${TIME})(?:${TO}(${TIME}))?[ \t]?\\?([\])>}】]?)` +
    String.raw`(?:${TO}\[\\?(${TIME})\\?\])?(?:\(https?:[^()\s]{1,300}\))?`,
  'u',
);
/** Longest beginning of a line that is read. */
const HEAD_LENGTH = 160;
/** A bullet, the sign of a quotation or of a heading before a head. */
const BULLET = /^\s*(?:(?:[-+•]|#{1,6}|>{1,2}) +)?/;
const EMPHASIS = /^(\*{1,3}|_{1,2})(?=\S)/;
const BRACKETED = /^(?:\[([^\][]{1,60})\]|\(([^()]{1,60})\)|<([^<>]{1,60})>)/;
/** A name and what parts it from the words. */
const SIGNED = /^[^:|\t\n]{1,60}?(?::(?=\s|$)|\t| \| )/;
const SEPARATORS = /^[\s:|,;·•–—-]+/;
/** Times that no chapter and verse look like. */
const SURE = /^0\d:|[:;].*[:;]|\.\d|,\d{3}$|s$/;
const UNITS = /^(?:(\d+)h ?)?(?:(\d+)m ?)?(\d+(?:\.\d+)?)s$/;

export interface TurnHead {
  /** What heads of the same form have in common: order, brackets and signs. */
  form: string;
  /** Of the speaker. */
  name: string | null;
  /** Whether a sign such as a colon parts the name from the words; otherwise it is all that follows the time. */
  isMarked: boolean;
  startMs: number;
  endMs: number | null;
  /** Whether it cannot be chapter and verse. */
  isSure: boolean;
  /** The words on its line after the time and a marked name. */
  words: string;
  /** The words on its line if there is no name. */
  line: string;
}

/** Null if the line has no time at its beginning, or only after other words than a name. */
export const readHead = (written: string): TurnHead | null => {
  const line = unwrapped(written.slice(BULLET.exec(written)![0].length));
  const match = STAMP.exec(line.slice(0, HEAD_LENGTH));
  if (!match) return null;
  const [stamp, open = '', from = '', to, close, second] = match;
  const startMs = timeOf(from);
  if (startMs === null || (open === '') !== (close === '')) return null;
  const end = to ?? second;
  const endMs = end === undefined ? null : timeOf(end);
  const times = { startMs, endMs, isSure: open === '[' || SURE.test(from) };
  const before = line.slice(0, match.index);
  const after = line.slice(match.index + stamp.length);
  if (before.trim() === '')
    return {
      form: `time ${open}`,
      ...times,
      ...namedWords(open === '' ? after.replace(SEPARATORS, '') : after.trim()),
    };
  const name = nameOf(before);
  if (name === null) return null;
  const words = after
    .replace(/^[*_]+(?=[:\s]|$)/, '')
    .replace(SEPARATORS, '')
    .trim();
  const sign = /[^\p{L}\p{N}.)\]*_\\]?$/u.exec(before.trimEnd())![0];
  // Words beside some of the times and not beside others are no form: "Thanks Ann. At 10:30 we began."
  const gap = open === '' ? `${/\t|\s{2}$/.test(before) ? 'far' : ''}${words === '' ? ' alone' : ''}` : open;
  return { form: `name ${sign}${gap}`, ...times, name, isMarked: true, words, line: words };
};

const namedWords = (line: string): Pick<TurnHead, 'name' | 'isMarked' | 'words' | 'line'> => {
  const marked = markedName(line.replace(SEPARATORS, ''));
  return marked
    ? { ...marked, isMarked: true, line }
    : { name: nameOf(line), isMarked: false, words: line, line };
};

/** A name with a colon, in brackets or emphasised, and the words after it. */
const markedName = (text: string): { name: string; words: string } | null => {
  const [emphasised, sign] = EMPHASIS.exec(text) ?? [];
  const close = sign === undefined ? -1 : text.slice(0, HEAD_LENGTH).indexOf(sign, sign.length);
  const bracketed = BRACKETED.exec(text);
  const end = close > 0 ? close + emphasised!.length : (bracketed ?? SIGNED.exec(text))?.[0].length;
  if (end === undefined) return null;
  const name = nameOf(text.slice(0, end));
  const words = text
    .slice(end)
    .replace(/^\s*[:|]/, '')
    .trim();
  return name === null ? null : { name, words };
};

/** The name that a text consists of, apart from brackets, emphasis and signs. */
export const nameOf = (text: string): string | null => {
  const bare = text
    .slice(0, HEAD_LENGTH)
    .replace(/^[\s*_\\>|–—:-]+/, '')
    .replace(/[\s*_\\:|,;@·•–—-]+$/, '');
  const inner = BRACKETED.exec(bare);
  const name = inner?.[0] === bare ? (inner[1] ?? inner[2] ?? inner[3])! : bare;
  return text.length <= HEAD_LENGTH && isName(name) ? name : null;
};

/** Without the emphasis around its beginning. */
export const unwrapped = (text: string): string => {
  const sign = EMPHASIS.exec(text)?.[1];
  const close = sign === undefined ? -1 : text.slice(0, HEAD_LENGTH).indexOf(sign, sign.length);
  return sign === undefined || close < 0
    ? text
    : text.slice(sign.length, close) + text.slice(close + sign.length);
};

const timeOf = (time: string): number | null => {
  const [units, hours = 0, minutes = 0, seconds = 0] = UNITS.exec(time) ?? [];
  if (units === undefined) return parseTime(time.replaceAll(';', ':'));
  return Math.round(((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000);
};
