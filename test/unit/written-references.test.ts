/** Lines with and without Bible references in five languages: what file names, queries and talks say. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  citation,
  citationOf,
  findScriptures,
  parseReferences,
  parseScriptureQuery,
  readVerseWords,
  versificationOf,
  type Readers,
} from '../../indexer/index.js';
import { readName } from '../../src/import/names/read-name.js';

const verses = readVerseWords([]);
const readersIn = (language: string): Readers => ({ language, versification: versificationOf(language) });
const doors: Record<string, (text: string, language: string) => string[]> = {
  name: (text, language) =>
    readName(text, '2025-06-01', readersIn(language)).scriptures.flatMap(({ passages }) =>
      passages.map((one) => citation(one.book, one.chapter, one.verseStart, one.verseEnd)),
    ),
  query: (text, language) => {
    const read = parseScriptureQuery(text, readersIn(language));
    return read?.chapter === undefined ? [] : [citationOf(read)];
  },
  talk: (text) =>
    findScriptures([{ text, startMs: null, endMs: null, speaker: null }], verses).map((one) =>
      citation(one.book, one.chapter, one.verseStart, one.verseEnd),
    ),
};
const lines = readFileSync(new URL('written-references.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [door = '', language = '', expected = '', text = ''] = line.split('\t');
    return { door, language, expected, text };
  });

describe('of 400 lines in five languages', () => {
  it('95% of the references are found', () => {
    const real = lines.filter(({ expected }) => expected !== '-');
    const missed = real.flatMap(({ door, language, expected, text }) => {
      const found = doors[door]!(text, language);
      return found.includes(expected) ? [] : [`${door} ${language} ${text}: ${found.join('; ')}`];
    });
    expect(real).toHaveLength(200);
    expect(missed.slice(10)).toEqual([]);
  });

  it('at most two references are invented, whatever reads the line', () => {
    const others = lines.filter(({ expected }) => expected === '-');
    const invented = others.flatMap(({ language, text }) => {
      const found = Object.entries(doors).flatMap(([door, read]) =>
        read(text, language).map((one) => `${door} ${language} ${text}: ${one}`),
      );
      const typed = parseReferences(text).length > 0 ? [`field ${text}`] : [];
      return [...found, ...typed].slice(0, 1);
    });
    expect(others).toHaveLength(200);
    expect(invented.slice(2)).toEqual([]);
  });
});
