/** Words taught to a copy of the German table, seen through the embedder. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTranslatedWords } from '../../indexer/embedding/word-lists.js';
import { createTransformersEmbedder, type Embedder } from '../../indexer/index.js';
import { readRows } from '../../scripts/teach-words/onnx-rows.js';
import { readTable } from '../../scripts/teach-words/table-folder.js';
import { teachTables } from '../../scripts/teach-words/teach.js';

const ENGLISH = 'lectern-en';
const GERMAN = 'lectern-de';
const WEIGHTS = 'onnx/model_quantized.onnx';
const FILES = [WEIGHTS, 'tokenizer.json', 'config.json', 'english.tsv'];
/** Invented, but for "Angst"; the last two are one word with two meanings. */
const WORDS = [
  '# A comment',
  'Brimselhuter\thumility',
  'Blüfitz\tremote work',
  'Angst\tjoy',
  'Mörwel\tchurch; roof',
  'MORWEL\tgarden',
];
const SENTENCES = [
  'Der Herr ist mein Hirte, mir wird nichts mangeln.',
  'Wie gehe ich mit meinem Nachbarn um, der mich verletzt hat?',
  'Wir treffen uns am Dienstag um acht Uhr im Gemeindehaus.',
  'Sie backte Brot und brachte es den Kranken.',
  'Ein Dachdeckermeister reparierte die Kirchturmuhr.',
];

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);

describe('taught words', () => {
  let models: string;
  const opened: Embedder[] = [];
  const open = async (folder: string): Promise<Embedder> => {
    const model = join(folder, ENGLISH);
    const embedder = await createTransformersEmbedder({ model, tables: { de: GERMAN }, cacheDir: tmpdir() });
    opened.push(embedder);
    return embedder;
  };
  const newCopy = (): string => {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-taught-'));
    symlinkSync(resolve('models', ENGLISH), join(folder, ENGLISH));
    cpSync(resolve('models', GERMAN), join(folder, GERMAN), { recursive: true });
    return folder;
  };
  const teach = (folder: string, words: readonly string[]) => {
    writeFileSync(join(folder, GERMAN, 'words.tsv'), `${words.join('\n')}\n`);
    return teachTables(folder, ENGLISH, [GERMAN]);
  };
  const contents = (folder: string): string[] =>
    FILES.map((file) => readFileSync(join(folder, GERMAN, file), 'base64'));

  let before: Embedder;
  let after: Embedder;
  let report: ReturnType<typeof teach>;
  beforeAll(async () => {
    models = newCopy();
    report = teach(models, WORDS);
    [before, after] = [await open(resolve('models')), await open(models)];
  });
  afterAll(async () => {
    for (const embedder of opened) await embedder.close();
    rmSync(models, { recursive: true });
  });
  const likeness = async (embedder: Embedder, word: string, english: string): Promise<number> =>
    cosine(await embedder.embedQuery(word, 'de'), await embedder.embedQuery(english));

  it.each([
    ['Brimselhuter', 'humility'],
    ['Blüfitz', 'remote work'],
    ['BLUFITZ', 'remote work'],
    ['angst', 'joy'],
  ])('embed as their meanings: %s', async (word, english) => {
    expect(await likeness(before, word, english)).toBeLessThan(0.7);
    expect(await likeness(after, word, english)).toBeGreaterThan(0.95);
    expect(await after.countPieces!([word], 'de')).toEqual([1]);
  });

  it('are counted, and have the mean of several meanings', async () => {
    expect(report).toEqual([{ name: GERMAN, taught: 4, added: 3 }]);
    for (const meaning of ['church', 'roof', 'garden'])
      expect(await likeness(after, 'mörwel', meaning)).toBeGreaterThan(0.5);
    const { english } = createTranslatedWords(await after.wordList!('de'));
    expect(english(['Mörwel'])).toEqual([
      ['church', 'roof', 'garden'].map((word) => ({ word, cosine: 0.95 })),
    ]);
    expect(await after.vocabulary!('de')).toContain('brimselhuter');
  });

  it.each(['Brimselhuterin', 'Wolkselhuter'])('teach words that share their pieces: %s', async (word) => {
    const [untaught, taught] = [
      await likeness(before, word, 'humility'),
      await likeness(after, word, 'humility'),
    ];
    expect(taught).toBeGreaterThan(untaught + 0.2);
    expect((await after.countPieces!([word], 'de'))[0]).toBeGreaterThan(1);
  });

  it('leave other texts as they were', async () => {
    for (const text of SENTENCES)
      expect([
        text,
        cosine(await before.embedQuery(text, 'de'), await after.embedQuery(text, 'de')) > 0.999,
      ]).toEqual([text, true]);
  });

  it('change only their own rows and those of their pieces', () => {
    const [old, taught] = [resolve('models', GERMAN), join(models, GERMAN)].map((folder) =>
      readRows(readFileSync(join(folder, WEIGHTS))),
    );
    const codesOf = ({ codes, dimensions }: typeof old & object, row: number): string =>
      codes.subarray(row * dimensions, (row + 1) * dimensions).join();
    const changed = [...old!.scales.keys()].filter((row) => codesOf(old!, row) !== codesOf(taught!, row));
    expect(taught!.scales.length).toBe(old!.scales.length + 3);
    expect(changed.length).toBeGreaterThan(1);
    expect(changed.length).toBeLessThan(20);
    const { vocabulary } = readTable(join(models, GERMAN));
    const pieces = new Map([...vocabulary].map(([piece, at]) => [at, piece]));
    const whole = changed.map((row) => pieces.get(row)!).filter((piece) => !piece.startsWith('##'));
    expect(whole).toEqual(['angst']);
  });

  it('write the same bytes when taught again', () => {
    const once = contents(models);
    expect(teach(models, WORDS)).toEqual([{ name: GERMAN, taught: 4, added: 0 }]);
    expect(contents(models).map((content, at) => content === once[at])).toEqual(FILES.map(() => true));
  });

  it.each([
    ['no meaning', 'Blubbel'],
    ['an empty meaning', 'Blubbel\troof;'],
    ['several words', 'Blubbel Bubbel\troof'],
    ['a hyphen', 'Blubbel-Bubbel\troof'],
    ['a meaning in letters that English lacks', 'Blubbel\tкрыша'],
  ])('name the file and line, and change nothing, if one has %s', (_case, line) => {
    const folder = newCopy();
    try {
      const untouched = contents(folder);
      expect(() => teach(folder, ['Blubber\troof', line])).toThrow(/lectern-de\/words\.tsv, line 2: /);
      expect(contents(folder)).toEqual(untouched);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('are refused by a table whose tokenizer is of another state', () => {
    const folder = newCopy();
    try {
      const config = join(folder, GERMAN, 'tokenizer.json');
      const tokenizer = JSON.parse(readFileSync(config, 'utf8')) as {
        model: { vocab: Record<string, number> };
      };
      tokenizer.model.vocab['no row'] = 0;
      writeFileSync(config, JSON.stringify(tokenizer));
      expect(() => teach(folder, WORDS)).toThrow(/lectern-de: \d+ pieces, but \d+ rows/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
