/** Query syntax, and what remains text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PARTS, parseQuery } from '../../indexer/index.js';
import { seed } from '../support/seed.js';

const parsed = (query: string) => {
  const { text, phrases, excluded, prefixes } = parseQuery(query);
  return {
    text,
    ...(phrases[0] && { phrases }),
    ...(excluded[0] && { excluded }),
    ...(prefixes[0] && { prefixes }),
  };
};

describe('query syntax', () => {
  it.each([
    ['“still small voice” elijah', { text: '“still small voice” elijah', phrases: ['still small voice'] }],
    ['"one" «two three»', { text: '"one" «two three»', phrases: ['one', 'two three'] }],
    ['"one" "one"', { text: '"one" "one"', phrases: ['one'] }],
    ['grace -law', { text: 'grace', excluded: ['law'] }],
    ['-law grace -"ten commandments"', { text: 'grace', excluded: ['law', 'ten commandments'] }],
    ['grace -Law* -"the law*"', { text: 'grace', excluded: ['Law*', 'the law'] }],
    ['grace -self-control', { text: 'grace', excluded: ['self-control'] }],
    ['"not -this" -law', { text: '"not -this"', phrases: ['not -this'], excluded: ['law'] }],
    ['Forgiv* and redeem*', { text: 'Forgiv* and redeem*', prefixes: ['forgiv', 'redeem'] }],
    ['-law', { text: '', excluded: ['law'] }],
  ])('parses %s', (query, expected) => expect(parsed(query)).toEqual(expected));

  it.each([
    'self-control and well-being',
    'grace - a study',
    'grace -- a study',
    'the law -a study',
    'psalm 119 -121',
    '-',
    '*',
    'a * b ** *c d*e f*',
    '"forg* "',
    '"unclosed',
    'five "',
    '"" “” " "',
    '-"" -" " -!',
    'https://example.org/a-b?c=*',
  ])('treats %s as text', (query) => {
    const { text, excluded, prefixes } = parseQuery(query);
    expect({ text, excluded, prefixes }).toEqual({ text: query, excluded: [], prefixes: [] });
  });

  it('parses a limited number of parts', () => {
    const many = Array.from({ length: 100 }, (_, at) => `-a${at} "b${at}" cc${'x'.repeat(at)}*`);
    const { text, phrases, excluded, prefixes } = parseQuery(many.join(' '));
    expect([phrases.length, excluded.length, prefixes.length]).toEqual([MAX_PARTS, MAX_PARTS, MAX_PARTS]);
    expect(text).not.toMatch(/-/);
  });

  it('parses any text in linear time', () => {
    for (const part of ['"', '-', '*', '-"', 'a*', ' -a', '“”', '«', 'a-', '\ud83d', 'é*'])
      parseQuery(part.repeat(50_000));
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ab "-*«»’'.split('')), maxLength: 40 }), (query) => {
        const { text, excluded, phrases } = parseQuery(query);
        const again = parseQuery(text);
        if (excluded.length === 0) expect(text).toBe(query);
        expect(again.phrases.length).toBeGreaterThanOrEqual(0);
        for (const phrase of phrases) expect(phrase).toMatch(/[ab]/);
      }),
      { seed },
    );
  });
});
