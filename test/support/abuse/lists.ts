/** Lists with too many filters, values, words, sort keys and expansions, and with as many as are allowed. */
import type { Json } from '../operations.js';
import type { Random } from '../../../scripts/random.js';
import type { AbuseClass } from './abuse-class.js';
import { VALUES } from './hostile-texts.js';
import {
  allOperations,
  caseOf,
  operationAt,
  queryParameters,
  requestOf,
  type HostedOperation,
} from './operation-request.js';

/** Node limits the request line and headers to 16 KiB. */
const MAX_QUERY = 14_000;

const parameter = (list: HostedOperation, name: string): Json =>
  queryParameters(list).find((candidate: Json) => candidate.name === name);

const fieldsOf = (list: HostedOperation): string[] =>
  queryParameters(list)
    .map(({ name }: { name: string }) => name)
    .filter((name) => !name.startsWith('_'));

const textFields = (list: HostedOperation): string[] =>
  queryParameters(list)
    .filter(({ name, schema }: Json) => !name.startsWith('_') && schema.type === 'string' && !schema.format)
    .map(({ name }: { name: string }) => name);

const times = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('&');

const PATTERNS: string[] = VALUES.patterns;
const COUNTS = [10, 45, 50, 99, 300, 1_500];
const LIKE_LENGTHS = [64, 255, 256, 2_000, 12_000];

const queries: Record<string, (list: HostedOperation, random: Random) => string> = {
  like: (list, random) => {
    const unit = random.pick(PATTERNS);
    const length = random.pick(LIKE_LENGTHS);
    const pattern = unit.repeat(length / unit.length);
    const field = random.pick([...textFields(list), ...fieldsOf(list)]);
    return `${field}.like=${encodeURIComponent(pattern)}`;
  },
  'many like': (list, random) => {
    const pattern = encodeURIComponent(random.pick(PATTERNS).repeat(100).slice(0, 200));
    const names = textFields(list);
    return times(random.pick(COUNTS), (i) => `${names[i % names.length] ?? 'id'}.like=${pattern}${i}`);
  },
  'many filters': (list, random) => {
    const names = fieldsOf(list);
    const operator = random.pick(['', '.ne', '.gt', '.nl', '.in']);
    return times(random.pick(COUNTS), (i) => `${names[i % names.length] ?? 'id'}${operator}=${i}`);
  },
  'many values': (list, random) => {
    const count = random.pick([100, 999, 1_000, 1_001, 4_000, 7_000]);
    return `${random.pick(fieldsOf(list))}.in=${Array.from({ length: count }, (_, i) => i % 10).join(',')}`;
  },
  'many words': (_, random) => {
    const word = random.pick(['a', 'and', 'e', '%', '_', '"', '*', '-', '😀', "'", '(', 'NEAR', '\\']);
    const count = random.pick([10, 20, 21, 200, 1_000, 5_000]);
    return `_q=${Array.from({ length: count }, () => encodeURIComponent(word)).join('+')}`;
  },
  'many orders': (list, random) => {
    const names = fieldsOf(list);
    return times(random.pick(COUNTS), (i) => `_orderBy[]=${names[i % names.length] ?? 'id'},DESC`);
  },
  'many expansions': (list, random) => {
    const names: string[] = parameter(list, '_expand[]')?.schema.items.enum ?? ['x'];
    return `_limit=100&_withDeleted=true&${times(random.pick(COUNTS), (i) => `_expand[]=${names[i % names.length]}`)}`;
  },
  'far page': (list, random) =>
    `_limit=100&_offset=${random.pick([9_000, 2 ** 31, Number.MAX_SAFE_INTEGER])}&_orderBy[]=${random.pick(fieldsOf(list))},DESC&_withDeleted=true`,
  'all at once': (list, random) => {
    const names = textFields(list);
    const filters = times(
      20,
      (i) => `${names[i % names.length] ?? 'id'}.like=${encodeURIComponent('%a_%'.repeat(20))}`,
    );
    return `_q=${Array.from({ length: 20 }, (_, i) => `a${i % 7}`).join('+')}&_orderBy[]=${random.pick(fieldsOf(list))},ASC&${filters}`;
  },
};

export const lists: AbuseClass = {
  name: 'lists',
  count: 400,
  atOnce: 4,
  newCase: (target, random, index) => {
    const all = allOperations(target).filter((operation) => parameter(operation, '_orderBy[]') !== undefined);
    const kinds = Object.entries(queries);
    const [kind, query] = kinds[index % kinds.length]!;
    const list = operationAt(all, Math.floor(index / kinds.length));
    return caseOf(kind, requestOf(target, list, random, { query: query(list, random).slice(0, MAX_QUERY) }));
  },
};
