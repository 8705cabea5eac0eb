/** Adjacent passages of one result show their shared text once. */
import { expect, it } from 'vitest';
import { withoutRepeats } from '../../indexer/index.js';

const passage = (ordinal: number, text: string, startMs: number | null = ordinal * 1_000) => ({
  ordinal,
  text,
  startMs,
  endMs: startMs === null ? null : startMs + 1_500,
});

it('adjacent passages do not repeat the sentence that they share', () => {
  const shown = withoutRepeats([
    passage(2, 'He came. She saw him.'),
    passage(1, 'It was late. It rained. He came.'),
    passage(4, 'It ended. Amen.'),
    passage(5, 'Amen.', null),
  ]);
  expect(shown.map(({ text, endMs }) => [text, endMs])).toEqual([
    ['He came. She saw him.', 3_500],
    ['It was late. It rained.', 2_000],
    ['It ended.', 5_500],
    ['Amen.', null],
  ]);
  expect(withoutRepeats([passage(1, 'Amen.'), passage(2, 'Amen. So be it.')])).toHaveLength(1);
  expect(
    withoutRepeats([passage(1, '神は愛です。彼は来た。'), passage(2, '彼は来た。そうか。')])[0],
  ).toMatchObject({
    text: '神は愛です。',
  });
  const apart = [
    passage(1, 'It rained. He came.'),
    passage(3, 'He came. She left.'),
    passage(7, 'and so the long road went on and'),
    passage(8, 'and on to the sea.'),
  ];
  expect(withoutRepeats(apart)).toEqual(apart);
});
