/** LIKE on SQLite: the same results as a simple recursive definition, with a limit on comparisons. */
import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { unicodeLike } from '../../src/platform/db/dialect.js';
import { runs } from '../support/random-runs.js';
import { seed } from '../support/seed.js';

/** The recursive definition, which takes exponential time. */
const matches = (value: string[], pattern: string[]): boolean => {
  const [token, ...rest] = pattern;
  if (token === undefined) return value.length === 0;
  if (token === '%') return matches(value, rest) || (value.length > 0 && matches(value.slice(1), pattern));
  const [first, ...others] = value;
  if (first === undefined) return false;
  if (token === '_') return matches(others, rest);
  if (token === '\\' && rest.length > 0) return first === rest[0] && matches(others, rest.slice(1));
  return first === token && matches(others, rest);
};

describe('unicode_like', () => {
  it('matches like the definition', () => {
    const like = unicodeLike();
    const text = fc.array(fc.constantFrom('a', 'b', '😀', '%', '_', '\\'), { maxLength: 9 });
    const pattern = fc.array(fc.constantFrom('a', 'b', '😀', '%', '%', '_', '_', '\\'), { maxLength: 7 });
    fc.assert(
      fc.property(text, pattern, (value, parts) => {
        // The caller has already doubled a backslash at the very end.
        fc.pre(!/(?<!\\)(?:\\\\)*\\$/.test(parts.join('')));
        expect(like(value.join(''), parts.join(''))).toBe(matches(value, parts) ? 1 : 0);
      }),
      { seed, numRuns: runs(3_000) },
    );
  });

  it.each<[string, string, 0 | 1]>([
    ['', '', 1],
    ['', '%', 1],
    ['', '_', 0],
    ['Ὀδυσσεύς', 'ὀδυσσεύΣ', 1],
    ['ÄÖ', 'ä_', 1],
    ['a'.repeat(300), '_'.repeat(256) + '%', 1],
    ['a'.repeat(255), '_'.repeat(256) + '%', 0],
    ['x'.repeat(100) + 'b', `%${'_'.repeat(64)}b`, 1],
    ['abcabd', '%ab_', 1],
    ['abcab', 'ab%ab', 1],
    ['aba', 'ab%ba', 0],
  ])('case %#', (value, pattern, found) => expect(unicodeLike()(value, pattern)).toBe(found));

  it('handles hostile patterns over the longest text', async () => {
    const like = unicodeLike();
    const value = 'a'.repeat(50_000);
    const patterns = [
      '%a'.repeat(127) + '%b',
      '%_'.repeat(127) + '%b',
      `%${'_'.repeat(250)}b%`,
      `%${'a'.repeat(250)}_b%`,
    ];
    for (const pattern of patterns)
      for (let row = 0; row < 50; row++) {
        expect(like(value + String(row), pattern)).toBe(0);
        await new Promise(setImmediate);
      }
  });

  it('stops a query that compares too much, and recovers in the next turn', async () => {
    const like = unicodeLike(1_000);
    const text = 'x'.repeat(400);
    const compare = (): unknown => like(text, '%y%');
    expect([compare(), compare()]).toEqual([0, 0]);
    expect(compare).toThrow('compares too much text');
    await new Promise(setImmediate);
    expect(compare()).toBe(0);
    await new Promise(setImmediate);
    expect(() => like(text, '%_y%')).toThrow('compares too much text');
  });
});
