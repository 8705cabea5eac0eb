/**
 * Values that break programs: boundary numbers, odd Unicode, deep and wide JSON, tricks in paths and headers. They are
 * listed in JSON files, where a list stands for the text of its parts, and `[text, times]` in it for a repetition.
 */
import { readFileSync } from 'node:fs';
import type { Random } from '../../../scripts/random.js';

type Written = string | readonly (string | readonly [text: string, times: number])[];

export const expanded = (written: Written): string =>
  typeof written === 'string'
    ? written
    : written.map((part) => (typeof part === 'string' ? part : part[0].repeat(part[1]))).join('');

/** @param url of a file that has a list of values under each name */
export const readValues = (url: URL): any => JSON.parse(readFileSync(url, 'utf8'));

const {
  texts,
  numbers,
  structures,
  segments,
  brokenJson: broken,
  headers,
} = readValues(new URL('./odd-values.json', import.meta.url));

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

const TEXTS: string[] = texts.map(expanded);
/** As JSON text, because some do not survive as JavaScript numbers. */
export const NUMBERS: string[] = numbers.map(expanded);
const STRUCTURES: string[] = [
  ...structures,
  nested(200),
  nested(20_000),
  `[${'0,'.repeat(5_000)}0]`,
  `{${Array.from({ length: 2_000 }, (_, i) => `"k${i}":${i}`).join(',')}}`,
];

/** A random odd string. */
export const oddText = (random: Random): string => random.pick(TEXTS);

/** A random JSON value, as JSON text. */
export const oddJson = (random: Random): string =>
  random.pick([
    () => JSON.stringify(oddText(random)),
    () => random.pick(NUMBERS),
    () => random.pick(STRUCTURES),
  ])();

/** A path segment in place of an id, already encoded. */
export const oddSegment = (random: Random): string => expanded(random.pick(segments));

/** Text that is not valid JSON, or not a valid body. */
export const brokenJson = (random: Random): string => random.pick(broken);

/** A header that is allowed but unusual. */
export const oddHeaders = (random: Random): Record<string, string> =>
  Object.fromEntries(
    Object.entries<Written>(random.pick(headers)).map(([name, value]) => [name, expanded(value)]),
  );
