/** The likelihood of typos, inflections, and the words of a model's vocabulary. */
import { describe, expect, it } from 'vitest';
import { completeWords } from '../../indexer/embedding/whole-words.js';
import { correctionsOf, stemsOf, typoLikelihood } from '../../indexer/spelling/corrections.js';
import { createDictionary } from '../../indexer/spelling/dictionary.js';
import { spellingVariants } from '../../indexer/query/spelling.js';
import { vocabularyFrom } from '../../indexer/spelling/word-list.js';

describe('the likelihood of typos', () => {
  it.each([
    ['house', 'house', 1],
    ['house', 'hose', 1 / 20],
    ['house', 'hosue', 1 / 20],
    ['house', 'hojse', 1 / 20 / 26],
    ['house', 'housre', 1 / 20 / 26],
    ['house', 'ouse', 1 / 20 / 2],
    ['house', 'ohuse', 1 / 20 / 2],
    ['house', 'xhouse', 1 / 20 / 26 / 2],
    ['house', 'hue', 1 / 20 / 20],
    ['house', 'hxosue', 1 / 20 / 20 / 26],
    ['house', 'ho', 0],
    ['a'.repeat(50), 'a'.repeat(60), 1],
  ])('%s typed as %s', (word, typed, expected) =>
    expect(Math.exp(typoLikelihood(word, typed))).toBeCloseTo(expected, 10),
  );
});

describe('the stems of a word', () => {
  it.each([
    ['tattoos', ['tattoo']],
    ['churches', ['church', 'churche']],
    ['parties', ['partie', 'party']],
    ['desirs', ['desir']],
    ['kindly', ['kind']],
    ['hoping', ['hope']],
    ['planned', ['plan', 'planne', 'plann']],
    ['quilted', ['quilte', 'quilt']],
    ['siners', ['siner', 'sine']],
    ['glass', []],
    ['is', []],
  ])('%s', (word, stems) => expect(new Set(stemsOf(word))).toEqual(new Set(stems)));
});

describe('the dictionary of a model', () => {
  const numbered = (pieces: readonly string[]) => new Map(pieces.map((piece, number) => [piece, number]));

  it('contains the WordPiece tokens that are words, without fragments, prefixes and numbers', () => {
    const pieces = [
      '[CLS]',
      '##ing',
      'templ',
      'love',
      'loves',
      'lover',
      'temple',
      'The',
      'of',
      '2024',
      'naïve',
    ];
    expect(completeWords(numbered(pieces))).toEqual(['love', 'loves', 'lover', 'temple', 'the', 'naïve']);
  });

  it('contains all words added to WordPiece beside the learnt tokens', () => {
    const given = Array.from({ length: 1_000 }, (_, at) => `z${String(at)}`);
    expect(completeWords(numbered(['forgiv', 'forgive', '##ing', 'alcohol', 'alcoholic', ...given]))).toEqual(
      ['forgive', 'alcohol', 'alcoholic'],
    );
  });

  it('contains the tokens marked as starts of words, if the tokenizer marks them', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const words = Array.from(
      { length: 1_100 },
      (_, at) => `z${letters[at % 26]}${letters[Math.floor(at / 26) % 26]}${letters[Math.floor(at / 676)]}z`,
    );
    for (const mark of ['▁', 'Ġ'])
      expect(completeWords(numbered([...words.map((word) => mark + word), 'xyzzy']))).toEqual(words);
  });

  it('ranks words by their position', async () => {
    const dictionary = await createDictionary(['grace', 'café', 'mercy']);
    expect(dictionary.has('cafe') && dictionary.has('CAFÉ')).toBe(true);
    expect(dictionary.has('caf')).toBe(false);
    expect(dictionary.near('cefé', 1)).toEqual(['café']);
    expect(dictionary.shareOf('grace')).toBeGreaterThan(dictionary.shareOf('mercy'));
    expect(dictionary.shareOf('peace')).toBe(0);
  });
});

describe('corrections of a mistyped word', async () => {
  const rare = ['mote', 'wait', 'wheat', 'lamb', 'lamp', 'forgiveness', 'torchbearer', 'torchbear'];
  const frequent = ['mother', 'of', 'grace'];
  const library = await vocabularyFrom(
    [...rare.map((word) => ({ word, count: 1 })), ...frequent.map((word) => ({ word, count: 2_000 }))],
    false,
  );
  const meant = (word: string) => correctionsOf(word, library, null, 2);
  const wordsOf = (word: string) => meant(word).likely.map((likely) => likely.word);

  it('prefer a longer word', () => expect(wordsOf('torchbeare')[0]).toBe('torchbearer'));

  it('include several equally likely words if none is certain', () => {
    const { likely, best, isSure } = meant('lamx');
    expect(likely.map(({ word }) => word)).toEqual(['lamb', 'lamp']);
    expect(likely[0]!.probability).toBe(likely[1]!.probability);
    expect([best, isSure]).toEqual(['lamb', false]);
    expect(meant('forgivnes')).toMatchObject({ best: 'forgiveness', isSure: true });
  });

  it('keep an inflection of a known word, unless a far more frequent word is close', () => {
    expect(meant('moter').best).toBe('mother');
    expect(meant('waits').best).toBeNull();
  });

  it('combine into readings, up to the three likeliest', () => {
    const unknown = ['lamx', 'forgivnes', 'wheax'].map((word) => ({ word, ...meant(word) }));
    const readings = spellingVariants('Lamx and forgivnes, wheax', unknown);
    expect(readings.map(({ text }) => text).sort()).toEqual([
      'Lamb and forgiveness, wheat',
      'Lamp and forgiveness, wheat',
    ]);
    expect(spellingVariants('grace', [])).toEqual([{ text: 'grace', weight: 1 }]);
    const many = Array.from({ length: 8 }, () => unknown[0]!);
    expect(spellingVariants('lamx', many).length).toBeLessThanOrEqual(3);
  });
});
