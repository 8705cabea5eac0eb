/** How likely typos are, which words are inflections of others, and which pieces of a model are words. */
import { describe, expect, it } from 'vitest';
import { wholeWords } from '../../indexer/embedders/whole-words.js';
import { createDictionary } from '../../indexer/spelling/dictionary.js';
import { stemsOf } from '../../indexer/spelling/inflections.js';
import { typoLikelihood } from '../../indexer/spelling/noisy-channel.js';

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
  ])('%s, typed as %s', (word, typed, expected) =>
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

describe('the words of a model', () => {
  const numbered = (pieces: readonly string[]) => new Map(pieces.map((piece, number) => [piece, number]));

  it('are the pieces of WordPiece that are no parts, beginnings and numbers', () => {
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
    expect(wholeWords(numbered(pieces))).toEqual(['love', 'loves', 'lover', 'temple', 'the', 'naïve']);
  });

  it('are the marked pieces where the beginnings of words are marked', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const words = Array.from(
      { length: 1_100 },
      (_, at) => `z${letters[at % 26]}${letters[Math.floor(at / 26) % 26]}${letters[Math.floor(at / 676)]}z`,
    );
    for (const mark of ['▁', 'Ġ'])
      expect(wholeWords(numbered([...words.map((word) => mark + word), 'xyzzy']))).toEqual(words);
  });

  it('are as likely as they come early', async () => {
    const dictionary = await createDictionary(['grace', 'café', 'mercy']);
    expect(dictionary.has('cafe') && dictionary.has('CAFÉ')).toBe(true);
    expect(dictionary.has('caf')).toBe(false);
    expect(dictionary.near('cefé', 1)).toEqual(['café']);
    expect(dictionary.shareOf('grace')).toBeGreaterThan(dictionary.shareOf('mercy'));
    expect(dictionary.shareOf('peace')).toBe(0);
  });
});
