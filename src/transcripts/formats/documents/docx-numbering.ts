/** Reads the numbering of lists in a Word document, which is stored in a part of its own. */
import { createXmlReader } from '../parsing/xml.js';

/** Whether the entries of a list are numbered, at a level from 0. */
export type IsNumbered = (listId: string, level: number) => boolean;

/** Number of levels in Word. */
const LEVELS = 9;
const WITHOUT_NUMBERS = new Set(['bullet', 'none']);

export interface NumberingReader {
  /** @throws {TranscriptFormatError} when it is not well-formed */
  write(xml: string): void;
  isNumbered: IsNumbered;
}

export const createNumberingReader = (): NumberingReader => {
  /** By abstract list: whether each level is numbered. */
  const levelsOf = new Map<string, boolean[]>();
  const abstractOf = new Map<string, string>();
  let levels: boolean[] = [];
  let level = 0;
  let listId: string | undefined;
  const xml = createXmlReader({
    keepPrefixes: true,
    text: () => undefined,
    open: (name, attribute) => {
      const value = attribute('w:val') ?? '';
      if (name === 'w:abstractNum') levelsOf.set(attribute('w:abstractNumId') ?? '', (levels = []));
      else if (name === 'w:lvl') level = Number(attribute('w:ilvl') ?? 0);
      else if (name === 'w:numFmt' && level < LEVELS) levels[level] = !WITHOUT_NUMBERS.has(value);
      else if (name === 'w:num') listId = attribute('w:numId');
      else if (name === 'w:abstractNumId' && listId !== undefined) abstractOf.set(listId, value);
    },
    close: (name) => {
      if (name === 'w:num') listId = undefined;
    },
  });
  return {
    write: xml.write,
    isNumbered: (id, at) => levelsOf.get(abstractOf.get(id) ?? '')?.[at] ?? false,
  };
};

/**
 * Counts the entries of lists; each sublist starts again.
 * @returns a function that returns the number of the next entry, from 1
 */
export const createCounter = (): ((listId: string, level: number) => number) => {
  const counts = new Map<string, number[]>();
  return (listId, level) => {
    const above = (counts.get(listId) ?? []).slice(0, level + 1);
    const number = (above[level] ?? 0) + 1;
    above[level] = number;
    counts.set(listId, above);
    return number;
  };
};
