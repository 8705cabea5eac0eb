/** Which words an edit of a transcript replaced, and how they are found, replaced and put back elsewhere. */
import { describe, expect, it } from 'vitest';
import { findWords, putBack, replaceWords } from '../../src/transcripts/editing/replace-words.js';
import { replacedWords } from '../../src/transcripts/editing/replaced-words.js';

const segmentsOf = (...texts: string[]) =>
  texts.map((text, i) => ({ id: `s${i}`, text, startMs: i * 1_000, endMs: (i + 1) * 1_000 }));

describe('replaced words', () => {
  const found = (before: string[], after: string[]) =>
    replacedWords(segmentsOf(...before), segmentsOf(...after)).map(({ from, to, isName }) => [
      from,
      to,
      isName,
    ]);

  it('are those of single corrections, each once', () => {
    const before = ['So Aquilla went, and', 'Aquilla, made tents. There is', 'a covenent of peace.'];
    const after = ['So Aquila went, and', 'Aquila, made tents. There is', 'a covenant of peace.'];
    expect(found(before, after)).toEqual([
      ['Aquilla', 'Aquila', true],
      ['covenent', 'covenant', false],
    ]);
    expect(found(['We met Jon Smit there.'], ['We met John Smith there.'])).toEqual([
      ['Jon Smit', 'John Smith', true],
    ]);
    expect(found(['It was Aquilla’s.'], ['It was Aquila’s.'])).toEqual([['Aquilla', 'Aquila', true]]);
    expect(found(['to Zachary us in the tree'], ['to Zacchaeus in the tree'])).toEqual([
      ['Zachary us', 'Zacchaeus', true],
    ]);
  });

  it('are found although segments were split, joined, added and removed', () => {
    expect(
      found(
        ['One.', 'We read of Tychikus and of others.', 'Two.', 'Three.'],
        ['Nought.', 'One.', 'We read of Tychicus', 'and of others. Two.', 'Three.'],
      ),
    ).toEqual([['Tychikus', 'Tychicus', true]]);
  });

  it('are no matters of style, numbers, long passages or insertions', () => {
    for (const [before, after] of [
      ['the lord is near', 'the LORD is near'],
      ['day break and well being', 'daybreak and well-being'],
      ['chapter 3 verse 4', 'chapter 5 verse 4'],
      ['He said so, and left.', 'He said so; and left!'],
      ['one two three four five', 'six seven eight nine ten'],
      ['We went.', 'We all went.'],
      ['We really went.', 'We went.'],
      [`a ${'x'.repeat(61)} b`, 'a y b'],
    ] as const)
      expect([before, found([before], [after])]).toEqual([before, []]);
  });

  it('are names if both have a capital in the middle of a sentence', () => {
    const isName = (before: string, after: string) => found([before], [after])[0]?.[2];
    expect(isName('Then Fill spoke.', 'Then Phil spoke.')).toBe(true);
    expect(isName('Then. Fill spoke.', 'Then. Phil spoke.')).toBe(false);
    expect(isName('Fill spoke.', 'Phil spoke.')).toBe(false);
    expect(isName('Then fill spoke.', 'Then Phil spoke.')).toBe(false);
    const [first] = replacedWords(
      segmentsOf('It ended.', 'Fill spoke.'),
      segmentsOf('It ended.', 'Phil spoke.'),
    );
    expect(first?.isName).toBe(false);
  });

  it('take a moment for a large edit, and none for another transcript', () => {
    const words = Array.from(
      { length: 27_000 },
      (_, i) => `w${String(i % 997).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)]!)}`,
    );
    const text = (list: string[]) =>
      segmentsOf(...Array.from({ length: 2_700 }, (_, i) => list.slice(i * 10, i * 10 + 10).join(' ')));
    const edited = words.map((word, i) => (i % 135 === 0 ? 'Aquila' : word));
    expect(replacedWords(text(words), text(edited))).toHaveLength(20);
    expect(replacedWords(text(words), text(words.map((word) => `${word}x`)))).toEqual([]);
  });
});

describe('words of a transcript', () => {
  const segments = segmentsOf(
    'It was Aquilla. We saw Aquilla’s',
    'tents, and he said: Aquillas are many.',
    'Grace, not aquilla. (Aquilla)',
  );

  it('are found whole, in their case, with the sentence', () => {
    expect(findWords(segments, 'Aquilla')).toEqual({ count: 3, startMs: 0, quote: 'It was Aquilla.' });
    expect(findWords(segments, 'tents')).toMatchObject({
      startMs: 1_000,
      quote: 'We saw Aquilla’s tents, and he said: Aquillas are many.',
    });
    expect(findWords(segments, 'grace')).toMatchObject({ count: 1, startMs: 2_000 });
    expect(findWords(segments, 'many. (')).toBeNull();
  });

  it('are replaced and put back', () => {
    const { segments: edited, replaced } = replaceWords(segments, [
      { id: 7, from: 'Aquilla', to: 'Aquila' },
      { id: 8, from: 'grace', to: 'mercy' },
    ]);
    expect(edited.map(({ text }) => text)).toEqual([
      'It was Aquila. We saw Aquila’s',
      'tents, and he said: Aquillas are many.',
      'Mercy, not aquilla. (Aquila)',
    ]);
    expect(replaced).toEqual({
      7: [
        [0, 7, 'Aquilla'],
        [0, 22, 'Aquilla'],
        [2, 21, 'Aquilla'],
      ],
      8: [[2, 0, 'Grace']],
    });
    const back = putBack(edited, 'mercy', replaced[8]!)!;
    expect(putBack(back, 'Aquila', replaced[7]!)).toEqual(segments);
    expect(putBack(segmentsOf('It was Akila.'), 'Aquila', replaced[7]!)).toBeNull();
  });
});
