/** Bounds of JSON bodies, which are checked on the bytes, before anything is parsed. */
import { invalid, type AppError } from '../../lib/errors.js';

/** More than any list in a JSON body may have. */
const MAX_ENTRIES = 1_000;
const MAX_FIELDS = 100;
const MAX_DEPTH = 32;
/** Maximum number of values, including lists and objects: parsing them takes some milliseconds. */
const MAX_VALUES = 50_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
const SPACE = 0x20;
/** Longest name of a field in a path, bytes. */
const MAX_NAME = 200;

/** A list or an object that is open at a place in the JSON. */
interface Container {
  isList: boolean;
  commas: number;
  /** Where the name of an object's current field is. */
  nameStart: number;
  nameEnd: number;
}

/**
 * Checks depth and counts in one pass. Whether it is JSON is left to the parser.
 * @throws {ValidationError} with the first place that exceeds a bound
 */
export const assertJsonBounds = (bytes: Buffer): void => {
  const open: Container[] = [];
  let values = 1;
  let previous = SPACE;
  let text = { start: 0, end: 0 };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const container = open.at(-1);
    if (byte <= SPACE) continue;
    if (byte === QUOTE) {
      text = { start: at + 1, end: endOfText(bytes, at + 1) };
      at = text.end;
    } else if (byte === COLON && container) {
      container.nameStart = text.start;
      container.nameEnd = text.end;
    } else if (byte === COMMA && container) {
      container.commas++;
      values++;
      const { isList, commas } = container;
      if (isList && commas >= MAX_ENTRIES)
        throw exceeds(bytes, open, `must have at most ${MAX_ENTRIES} entries`);
      if (!isList && commas >= MAX_FIELDS)
        throw exceeds(bytes, open, `must have at most ${MAX_FIELDS} fields`);
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (open.length === MAX_DEPTH)
        throw exceeds(bytes, open, `must be at most ${MAX_DEPTH} levels deep`, open.length);
      open.push({ isList: byte === OPEN_LIST, commas: 0, nameStart: 0, nameEnd: 0 });
      values++;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      open.pop();
      if (previous === OPEN_LIST || previous === OPEN_OBJECT) values--;
    }
    if (values > MAX_VALUES) throw exceeds(bytes, [], `must have at most ${MAX_VALUES} values`);
    previous = byte;
  }
};

/** The place of the closing quote; the end of the bytes if there is none. */
const endOfText = (bytes: Buffer, start: number): number => {
  // No `indexOf`: a call for each escaped quote takes ten times as long.
  let at = start;
  for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
  return Math.min(at, bytes.length);
};

/** @param length number of names in the path; by default those that lead to the innermost container */
const exceeds = (
  bytes: Buffer,
  open: readonly Container[],
  message: string,
  length = Math.max(0, open.length - 1),
): AppError => {
  const names = open
    .slice(0, length)
    .map(({ isList, commas, nameStart, nameEnd }) =>
      isList ? commas : bytes.toString('utf8', nameStart, Math.min(nameEnd, nameStart + MAX_NAME)),
    );
  return invalid([{ path: names.join('.'), message }]);
};
