/** CSV as spreadsheets save it, read and written. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvOf, readCsv } from '../../src/platform/lib/csv.js';
import { seed } from '../support/seed.js';

describe('CSV', () => {
  it.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      '\uFEFFa;b\r\n1;2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1;2,3',
      [
        ['a', 'b'],
        ['1;2', '3'],
      ],
    ],
    [
      'a,b\r1,\r,2\r',
      [
        ['a', 'b'],
        ['1', ''],
        ['', '2'],
      ],
    ],
    [
      '"a ""b"", c",d\n"two\nlines",\n',
      [
        ['a "b", c', 'd'],
        ['two\nlines', ''],
      ],
    ],
    ['"a"b ,c\n"unclosed, d\ne', [['ab', 'c'], ['unclosed, d\ne']]],
    [' a , b \n\n\r\n', [['a', 'b']]],
    ["'=1+1,'it", [['=1+1', "'it"]]],
    ['', []],
  ])('reads %j', (text, rows) => expect(readCsv(text, 100)).toEqual(rows));

  it.each(['=1+1', ' =1+1', '＝1+1', '\u00a0＋1', '\u200b@a'])('guards the formula %j', (text) => {
    expect(csvOf([[text]])).toBe(`'${text}\r\n`);
  });

  it('reads what it writes, and no more than requested', () => {
    const cell = fc.string().map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, fc.constant('x')), { maxLength: 20 }), (rows) => {
        const text = csvOf([['a', 'b', 'c'], ...rows]);
        expect(readCsv(text, 100).slice(1)).toEqual(rows);
        expect(readCsv(text, 2).length).toBeLessThanOrEqual(2);
      }),
      { seed },
    );
  });

  it('reads in linear time', () => {
    const started = performance.now();
    readCsv('"'.repeat(1_000_000), 1_000);
    readCsv(`${'"a""'.repeat(200_000)},`, 1_000);
    readCsv('\n'.repeat(1_000_000), 1_000);
    readCsv(','.repeat(1_000_000), 1_000);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
