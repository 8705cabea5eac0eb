/** Hostile JSON bodies: many problems, many unknown keys, deep nesting, boundary numbers, long runs. */
import { fieldsOf, withValue, type Field } from '../../test/support/body-fields.js';
import type { Json } from '../../test/support/operations.js';
import type { Random } from '../random.js';
import type { AbuseClass, Target } from './abuse-class.js';
import { RUNS } from './hostile-runs.js';
import {
  allOperations,
  caseOf,
  exampleOf,
  mediaOf,
  operationAt,
  parametersOf,
  pathOf,
  requestOf,
  takesJson,
  type HostedOperation,
} from './operation-request.js';

/** Below the limit of search, below the limit of other bodies, and above both. */
const SIZES = [15_000, 200_000, 1_000_000, 2_500_000];
const QUERY_BYTES = 14_000;

const fields = (target: Target, operation: HostedOperation): Field[] =>
  fieldsOf(target.hosts[operation.host].document, mediaOf(operation, 'application/json').schema);

/** As many elements as fit into `size`. */
const list = (element: string, size: number): string =>
  `[${`${element},`.repeat(Math.max(1, Math.floor(size / (element.length + 1))))}${element}]`;

/** The body as JSON, with the given JSON text in place of one field. */
const bodyWith = (body: Json, path: Field['path'], json: string): string =>
  JSON.stringify(withValue(body, path, PLACEHOLDER)).replace(JSON.stringify(PLACEHOLDER), () => json);
const PLACEHOLDER = '@@@';

/** Repeats `name=value` as often as fits into a request line. */
const repeatedQuery = (pair: (i: number) => string, bytes = QUERY_BYTES): string => {
  let query = '';
  for (let i = 0; query.length < bytes; i++) query += `${query ? '&' : ''}${pair(i)}`;
  return query;
};

const queryNames = (operation: HostedOperation): string[] => {
  const names = parametersOf(operation, 'query').map(({ name }: { name: string }) => name);
  return names.length > 0 ? names : ['q'];
};

/** Elements in which every list schema finds one or more problems. */
const WRONG_ELEMENTS = ['"x"', '1', '{}', 'null', '[]', '{"a":1,"b":2}', '{"type":"x","id":"y"}'];

/** The path of the nearest list that contains the field, or of the field itself. */
const listPath = ({ path }: Field): Field['path'] => {
  const at = path.indexOf(0);
  return at < 0 ? path : path.slice(0, at);
};

export const problems: AbuseClass = {
  name: 'problems',
  count: 240,
  atOnce: 4,
  newCase: (target, random, index) => {
    const operation = operationAt(allOperations(target), index);
    if (!takesJson(operation)) {
      const name = random.pick(queryNames(operation));
      const query = repeatedQuery(() => `${encodeURIComponent(name)}=x`);
      return caseOf(`${name}=x many times`, requestOf(target, operation, random, { query }));
    }
    const example = exampleOf(target, operation, random);
    const all = fields(target, operation);
    if (random.chance(0.2)) {
      const wrong = all.reduce((body, { path }) => withValue(body, path, [[{ wrong: true }]]), example);
      const body = JSON.stringify(wrong);
      return caseOf('each field wrong', requestOf(target, operation, random, { body }));
    }
    const withList = all.filter(({ path }) => path.includes(0));
    const field = random.pick(withList.length > 0 && random.chance(0.8) ? withList : all);
    const size = random.pick(SIZES);
    const element = random.pick(WRONG_ELEMENTS);
    return caseOf(
      `${listPath(field).join('.')}: list of ${element}, ${size} bytes`,
      requestOf(target, operation, random, { body: bodyWith(example, listPath(field), list(element, size)) }),
    );
  },
};

const KEYS: ((i: number) => string)[] = [
  (i) => `k${i}`,
  (i) => `__proto__${i}`,
  (i) => `${'long '.repeat(200)}${i}`,
  (i) => `${'\ud83d\ude00'.repeat(50)}${i}`,
  (i) => `a.b[${i}]`,
  (i) => `"\\\n${i}`,
];

const objectOf = (key: (i: number) => string, size: number): string => {
  const parts: string[] = [];
  for (let length = 0, i = 0; length < size; i++) {
    const part = `${JSON.stringify(key(i))}:1`;
    parts.push(part);
    length += part.length + 1;
  }
  return `{${parts.join(',')}}`;
};

export const unknownKeys: AbuseClass = {
  name: 'unknown keys',
  count: 240,
  atOnce: 4,
  newCase: (target, random, index) => {
    const operation = operationAt(allOperations(target), index);
    const key = random.pick(KEYS);
    if (!takesJson(operation)) {
      const query = repeatedQuery((i) => `${encodeURIComponent(key(i).slice(0, 300))}=1`);
      return caseOf(
        `unknown parameters like ${key(0).slice(0, 20)}`,
        requestOf(target, operation, random, { query }),
      );
    }
    const size = random.pick(SIZES);
    const keys = objectOf(key, size);
    const field = random.pick(fields(target, operation));
    const body = random.chance(0.6)
      ? keys
      : bodyWith(exampleOf(target, operation, random), field.path.slice(0, -1).concat('x'), keys);
    return caseOf(
      `unknown keys like ${key(0).slice(0, 20)}, ${size} bytes`,
      requestOf(target, operation, random, { body }),
    );
  },
};

const DEPTHS = [20, 100, 3_000, 100_000, 450_000];
const NESTINGS: Record<string, (depth: number) => string> = {
  lists: (depth) => '['.repeat(depth) + ']'.repeat(depth),
  'open lists': (depth) => '['.repeat(depth),
  objects: (depth) => '{"a":'.repeat(depth / 3) + '1' + '}'.repeat(depth / 3),
  'lists of lists': (depth) => `[${'[],'.repeat(depth / 2)}[]]`,
  filters: (depth) => '{"and":['.repeat(depth / 4) + ']}'.repeat(depth / 4),
};

export const nesting: AbuseClass = {
  name: 'nesting',
  count: 200,
  atOnce: 4,
  newCase: (target, random, index) => {
    const operation = operationAt(allOperations(target), index);
    if (!takesJson(operation)) {
      const name = encodeURIComponent(random.pick(queryNames(operation)));
      const query = `${name}${random.pick(['[a]', '[]', '.a', '%5B0%5D']).repeat(2_500)}=1`;
      return caseOf(
        'nested parameter',
        requestOf(target, operation, random, { query: query.slice(0, QUERY_BYTES) }),
      );
    }
    const [kind, nest] = random.pick(Object.entries(NESTINGS));
    const depth = random.pick(DEPTHS);
    const field = random.pick(fields(target, operation));
    const body = random.chance(0.3)
      ? nest(depth)
      : bodyWith(exampleOf(target, operation, random), field.path, nest(depth));
    return caseOf(`${kind}, depth ${depth}`, requestOf(target, operation, random, { body }));
  },
};

const NUMBERS = [
  ...['0', '-0', '-1', '1.5', '1e-7', '2147483647', '2147483648', '-2147483649', '4294967296'],
  ...['9007199254740991', '9007199254740993', '9223372036854775807', '9223372036854775808', '1e21', '1e308'],
  ...['1e400', '-1e400', `0.${'0'.repeat(400)}1`, `1e${'9'.repeat(300)}`, '9'.repeat(10_000), '5e-324'],
];

export const numbers: AbuseClass = {
  name: 'numbers',
  count: 400,
  atOnce: 4,
  newCase: (target, random, index) => {
    const operation = operationAt(allOperations(target), index);
    const number = random.pick(NUMBERS);
    const what = `${number.slice(0, 24)}${number.length > 24 ? `… (${number.length} digits)` : ''}`;
    if (takesJson(operation) && random.chance(0.8)) {
      const all = fields(target, operation);
      const numeric = all.filter(({ types }) => types.some((type) => ['integer', 'number'].includes(type)));
      const { path } = random.pick(numeric.length > 0 && random.chance(0.8) ? numeric : all);
      const json = random.chance(0.1) ? number.repeat(20) : number;
      const body = bodyWith(exampleOf(target, operation, random), path, json);
      return caseOf(`${path.join('.')}: ${what}`, requestOf(target, operation, random, { body }));
    }
    if (operation.pathParameters.length > 0 && random.chance(0.5))
      return caseOf(
        what,
        requestOf(target, operation, random, {
          path: pathOf(target, operation, random, number.slice(0, 4_000)),
        }),
      );
    const name = random.pick(queryNames(operation));
    const operator = random.pick(['', '', '.lt', '.ge', '.in', '.bt']);
    const query = `${encodeURIComponent(name + operator)}=${number},${number}`;
    return caseOf(what, requestOf(target, operation, random, { query: query.slice(0, QUERY_BYTES) }));
  },
};

/** Prefixes of values that parsers examine: dates, times, URLs, slugs, colours, hosts, networks, time zones. */
const HEADS = [
  '',
  '',
  '',
  '2026-03-01',
  '2026-03-01T00:00:00.',
  'https://',
  'https://a.',
  'John 3:16',
  '#',
  'a-',
  '::',
  '10.',
  'Europe/',
];
/** Within the limit of most fields, above it, and the size of a whole body. */
const RUN_BYTES = [250, 4_000, 50_000, 900_000];

const runOf = (unit: string, size: number): string => unit.repeat(Math.ceil(size / Buffer.byteLength(unit)));

export const runs: AbuseClass = {
  name: 'runs',
  count: 900,
  atOnce: 4,
  newCase: (target, random, index) => {
    const operation = operationAt(allOperations(target), index);
    const unit = random.pick(RUNS);
    const texts = takesJson(operation)
      ? fields(target, operation).filter(({ types }) => types.includes('string'))
      : [];
    const size = random.pick(RUN_BYTES);
    const text = random.pick(HEADS) + runOf(unit, size) + random.pick(['', '', 'a', ' word', '"', 'Z']);
    const what = `${JSON.stringify(unit)} × ${size} bytes`;
    if (texts.length > 0 && random.chance(0.8)) {
      const { path } = random.pick(texts);
      const body = JSON.stringify(withValue(exampleOf(target, operation, random), path, text));
      return caseOf(`${path.join('.')}: ${what}`, requestOf(target, operation, random, { body }));
    }
    if (operation.pathParameters.length > 0 && random.chance(0.3)) {
      const segment = encodeURIComponent(text.toWellFormed()).slice(0, QUERY_BYTES);
      const path = pathOf(target, operation, random, segment);
      return caseOf(what, requestOf(target, operation, random, { path }));
    }
    return caseOf(what, requestOf(target, operation, random, { query: runQuery(operation, random, text) }));
  },
};

const runQuery = (operation: HostedOperation, random: Random, text: string): string => {
  const name = random.pick(queryNames(operation));
  const isField = operation.method === 'GET' && !name.startsWith('_');
  const key = isField ? name + random.pick(['', '', '.like', '.in', '.bt', '.nl']) : name;
  const value = name === 'url' ? `http://demo.localhost/${text}` : text;
  return `${encodeURIComponent(key)}=${encodeURIComponent(value.toWellFormed()).slice(0, QUERY_BYTES)}`;
};
