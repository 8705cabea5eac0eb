/** Lists of English words beside the tables: looked up in both directions, and taught. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTranslatedWords, listedWords, readWordList } from '../../indexer/embedding/word-lists.js';
import { EmbedderUnavailableError } from '../../indexer/index.js';
import { readTaught, withTaught } from '../../scripts/teach-words/taught.js';

const LINES = [
  'angst\tafraid 0.89\tfear 0.73',
  'buße\trepentance 0.95',
  'furcht\tfear 0.98',
  'furchten\tfear 0.95',
  'uber\tabout 0.60',
];

describe('a list of English words', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-lists-'));
    mkdirSync(join(folder, 'table-de'));
    writeFileSync(join(folder, 'table-de/english.tsv'), `${LINES.join('\n')}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));
  const words = () => createTranslatedWords(readWordList(join(folder, 'table-de/english.tsv')));

  it('has the words of a language, whatever their case and accents', () => {
    expect(words().english(['Angst', 'furcht', 'über', 'Buße'])).toEqual([
      [
        { word: 'afraid', cosine: 0.89 },
        { word: 'fear', cosine: 0.73 },
      ],
      [{ word: 'fear', cosine: 0.98 }],
      [{ word: 'about', cosine: 0.6 }],
      [{ word: 'repentance', cosine: 0.95 }],
    ]);
  });

  it('has nothing for others, for beginnings, and for what sorts before or after all', () => {
    expect(words().english(['furch', 'furchtbar', 'a', 'zzz', '', 'ang\tst', '0'])).toEqual(
      Array.from({ length: 7 }, () => []),
    );
  });

  it('has the words for an English one, nearest first', async () => {
    expect(await words().fromEnglish(['fear', 'Repentance', 'nothing'])).toEqual([
      [
        { word: 'furcht', cosine: 0.98 },
        { word: 'furchten', cosine: 0.95 },
        { word: 'angst', cosine: 0.73 },
      ],
      [{ word: 'buße', cosine: 0.95 }],
      [],
    ]);
  });

  it('may lack its last line end', async () => {
    const path = join(folder, 'unended.tsv');
    writeFileSync(path, LINES.join('\n'));
    const list = readWordList(path);
    expect(createTranslatedWords(list).english(['uber'])).toEqual([[{ word: 'about', cosine: 0.6 }]]);
    expect(await createTranslatedWords(list).fromEnglish(['about'])).toEqual([
      [{ word: 'uber', cosine: 0.6 }],
    ]);
    expect(await listedWords(list, ['Über', 'unter'])).toEqual(['Über']);
  });

  it('has nothing without a list', async () => {
    expect(createTranslatedWords(null).english(['angst'])).toEqual([[]]);
    expect(await createTranslatedWords(null).fromEnglish(['fear'])).toEqual([[]]);
  });

  it('is named if it is missing', () => {
    const missing = () => readWordList(join(folder, 'table-es/english.tsv'));
    expect(missing).toThrow(EmbedderUnavailableError);
    expect(missing).toThrow('table-es');
  });

  it('takes taught words before its own near ones, and the same ones again without a change', () => {
    const words = join(folder, 'table-de/words.tsv');
    writeFileSync(words, '# A comment\nÄrger\tanger; trouble\nAngst\tfear\nHauskreis\tsmall group\n');
    const once = withTaught(LINES, readTaught(join(folder, 'table-de')));
    expect(once).toEqual([
      'angst\tfear 0.95\tafraid 0.89',
      'arger\tanger 0.95\ttrouble 0.95',
      ...['buße\trepentance 0.95', 'furcht\tfear 0.98', 'furchten\tfear 0.95'],
      'hauskreis\tsmall 0.95\tgroup 0.95',
      'uber\tabout 0.60',
    ]);
    expect(withTaught(once, readTaught(join(folder, 'table-de')))).toEqual(once);
    writeFileSync(words, 'Angst fear\n');
    expect(() => readTaught(join(folder, 'table-de'))).toThrow('line 1');
  });

  it.each(['de', 'es', 'fr', 'pt'])('is sorted and taught as included: %s', async (language) => {
    const own = resolve(`models/lectern-${language}`);
    const lines = readFileSync(join(own, 'english.tsv'), 'utf8').trimEnd().split('\n');
    expect(withTaught(lines, readTaught(own))).toEqual(lines);
    const list = readWordList(join(own, 'english.tsv'));
    const { english } = createTranslatedWords(list);
    const listed = lines.map((line) => line.slice(0, line.indexOf('	')));
    const some = listed.filter((_word, at) => at % 97 === 0);
    expect(english(some).filter((found) => found.length === 0)).toEqual([]);
    expect(await listedWords(list, ['xqzz', ...some, '', 'a b'])).toEqual(some);
  });
});
