/** Plain text whose turns start with a line of name and time, and text that only looks like it. */
import { describe, expect, it } from 'vitest';
import { parsePlainText } from '../../src/transcripts/formats/text/plain-text.js';

const read = (text: string): unknown[] =>
  parsePlainText(text).segments.map(({ speaker, startMs, text: words }) => [speaker, startMs, words]);
const turns = [
  ['Ruth Adeyemi', 5_000, 'Good evening. It is good to be here.'],
  ['Speaker 2', 62_000, 'Thank you, Ruth.'],
  ['Ruth Adeyemi', 65_500, 'A woman has ten coins.'],
  ['Ruth Adeyemi', null, 'And she loses one.'],
] as const;
/** The times of the turns, including interpolated ones. */
const expected = turns.map(([speaker, startMs, text]) => [speaker, startMs ?? expect.any(Number), text]);

describe('a text with turns', () => {
  it.each([
    ['Otter', (name: string, time: string) => `${name}  ${time}`, '\n'],
    ['Teams', (name: string, time: string) => `${name}   ${time}`, '\n\n'],
    ['tabs', (name: string, time: string) => `${name}\t${time} `, '\n'],
    ['parentheses', (name: string, time: string) => `${name} (${time})`, '\n'],
  ])('has speakers and times as %s writes them', (_program, heading, after) => {
    const text = [
      heading('Ruth Adeyemi', '0:05') + after + 'Good evening.\nIt is good to be here.',
      heading('Speaker 2', '01:02') + after + 'Thank you, Ruth.',
      heading('Ruth Adeyemi', '00:01:05.5') + after + 'A woman has ten coins.\n\nAnd she loses one.',
    ].join('\n\n');
    expect(read(text)).toEqual(expected);
  });

  it('may have a single speaker', () => {
    expect(read('Ruth  0:00\nGood evening.\n\nRuth  1:00\nThank you.')).toEqual([
      ['Ruth', 0, 'Good evening.'],
      ['Ruth', 60_000, 'Thank you.'],
    ]);
  });

  it.each([
    ['verses', 'John  3:16\nFor God so loved the world.\n\nJohn  4:10\nJesus answered and said unto her.'],
    ['a single time', 'Ruth  0:05\nGood evening, all of you.'],
    ['no words below', 'Ruth  0:05\nAnn  0:10\nGood evening.'],
    ['other words first', 'A programme\n\nRuth  0:05\nGood evening.\n\nAnn  1:05\nThank you.'],
    ['times out of order', 'Ruth  0:50\nGood evening.\n\nAnn  0:05\nThank you.'],
    ['no time to say it', `Ruth  0:05\n${'word '.repeat(100)}\n\nAnn  0:06\nThank you.`],
    ['what is no name', 'Reading  0:05\nGood evening.\n\nPrayer  1:05\nThank you.'],
    ['one space', 'Ruth 0:05\nGood evening.\n\nAnn 1:05\nThank you.'],
  ])('is not recognised with %s', (_what, text) => {
    for (const { speaker, startMs, text: words } of parsePlainText(text).segments)
      expect([speaker, startMs, text.replace(/\s+/g, ' ')]).toEqual([
        undefined,
        null,
        expect.stringContaining(words),
      ]);
  });

  it('is parsed in linear time', () => {
    for (const line of [
      `A${' '.repeat(500_000)}x`,
      'Ann  0:05\n'.repeat(100_000),
      `A${' ('.repeat(300_000)}`,
    ])
      expect(read(`${line}\nWords.`).length).toBeGreaterThan(0);
  });
});
