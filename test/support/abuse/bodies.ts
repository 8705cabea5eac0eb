/** Hostile JSON bodies: many problems, many unknown keys, deep nesting, boundary numbers, long runs. */
import { fieldsOf, withValue, type Field } from '../body-fields.js';
import type { Json } from '../operations.js';
import { NUMBERS } from '../fuzz/odd-values.js';
import type { Random } from '../../../scripts/random.js';
import type { AbuseClass, Target } from './abuse-class.js';
import { RUNS } from './hostile-texts.js';
import {
  allOperations,
  caseOf,
  exampleOf,
  mediaOf,
  operationAt,
  pathOf,
  queryParameters,
  requestOf,
  takesJson,
  type HostedOperation,
  type RequestParts,
} from './operation-request.js';

/** Below the limit of search, below the limit of other bodies, and above both. */
const SIZES = [15_000, 200_000, 1_000_000, 2_500_000];
const QUERY_BYTES = 14_000;

/** What a case does, for its name, and what it sends. */
type Attack = [what: string, parts: RequestParts];

interface Attacked {
  target: Target;
  operation: HostedOperation;
  random: Random;
  /** An example of its body, with existing ids. */
  example(): Json;
  /** Fields of its body: all, or those that fit, if any do. */
  fields(fits?: (field: Field) => boolean): Field[];
  /** The name of a query parameter, encoded. */
  parameter(): string;
}

/** A class that attacks each operation in turn. */
const onEachOperation = (
  name: string,
  count: number,
  body: (attacked: Attacked) => Attack,
  otherwise: (attacked: Attacked) => Attack,
  /** Share of the operations with a JSON body of which the body is attacked. */
  share = 1,
): AbuseClass => ({
  name,
  count,
  atOnce: 4,
  newCase: (target, random, index) => {
    const operation = operationAt(allOperations(target), index);
    const { document } = target.hosts[operation.host];
    const all = (): Field[] => fieldsOf(document, mediaOf(operation, 'application/json').schema);
    const names = queryParameters(operation).map((parameter: { name: string }) => parameter.name);
    const attack = takesJson(operation) && random.chance(share) ? body : otherwise;
    const [what, parts] = attack({
      target,
      operation,
      random,
      example: () => exampleOf(target, operation, random),
      fields: (fits = () => true) => (all().some(fits) ? all().filter(fits) : all()),
      parameter: () => encodeURIComponent(random.pick(names.length > 0 ? names : ['q'])),
    });
    const query = parts.query?.slice(0, QUERY_BYTES);
    return caseOf(what, requestOf(target, operation, random, { ...parts, query }));
  },
});

/** As many elements as fit into `size`. */
const list = (element: string, size: number): string =>
  `[${`${element},`.repeat(Math.max(1, Math.floor(size / (element.length + 1))))}${element}]`;

/** The body as JSON, with the given JSON text in place of one field. */
const bodyWith = (body: Json, path: Field['path'], json: string): string =>
  JSON.stringify(withValue(body, path, PLACEHOLDER)).replace(JSON.stringify(PLACEHOLDER), () => json);
const PLACEHOLDER = '@@@';

/** Repeats a pair as often as fits into a request line. */
const repeatedQuery = (pair: (i: number) => string): string => {
  let query = '';
  for (let i = 0; query.length < QUERY_BYTES; i++) query += `${query ? '&' : ''}${pair(i)}`;
  return query;
};

/** Elements in which every list schema finds one or more problems. */
const WRONG_ELEMENTS = ['"x"', '1', '{}', 'null', '[]', '{"a":1,"b":2}', '{"type":"x","id":"y"}'];

/** The path of the nearest list that contains the field, or of the field itself. */
const listPath = ({ path }: Field): Field['path'] => {
  const at = path.indexOf(0);
  return at < 0 ? path : path.slice(0, at);
};

export const problems = onEachOperation(
  'problems',
  240,
  ({ example, fields, random }) => {
    if (random.chance(0.2)) {
      const wrong = fields().reduce(
        (body, { path }) => withValue(body, path, [[{ wrong: true }]]),
        example(),
      );
      return ['each field wrong', { body: JSON.stringify(wrong) }];
    }
    const path = listPath(
      random.pick(random.chance(0.8) ? fields(({ path }) => path.includes(0)) : fields()),
    );
    const size = random.pick(SIZES);
    const element = random.pick(WRONG_ELEMENTS);
    const body = bodyWith(example(), path, list(element, size));
    return [`${path.join('.')}: list of ${element}, ${size} bytes`, { body }];
  },
  ({ parameter }) => {
    const name = parameter();
    return [`${name}=x many times`, { query: repeatedQuery(() => `${name}=x`) }];
  },
);

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

export const unknownKeys = onEachOperation(
  'unknown keys',
  240,
  ({ example, fields, random }) => {
    const [key, size] = [random.pick(KEYS), random.pick(SIZES)];
    const keys = objectOf(key, size);
    const { path } = random.pick(fields());
    const body = random.chance(0.6) ? keys : bodyWith(example(), path.slice(0, -1).concat('x'), keys);
    return [`unknown keys like ${key(0).slice(0, 20)}, ${size} bytes`, { body }];
  },
  ({ random }) => {
    const key = random.pick(KEYS);
    const query = repeatedQuery((i) => `${encodeURIComponent(key(i).slice(0, 300))}=1`);
    return [`unknown parameters like ${key(0).slice(0, 20)}`, { query }];
  },
);

const DEPTHS = [20, 100, 3_000, 100_000, 450_000];
const NESTINGS: Record<string, (depth: number) => string> = {
  lists: (depth) => '['.repeat(depth) + ']'.repeat(depth),
  'open lists': (depth) => '['.repeat(depth),
  objects: (depth) => '{"a":'.repeat(depth / 3) + '1' + '}'.repeat(depth / 3),
  'lists of lists': (depth) => `[${'[],'.repeat(depth / 2)}[]]`,
  filters: (depth) => '{"and":['.repeat(depth / 4) + ']}'.repeat(depth / 4),
};

export const nesting = onEachOperation(
  'nesting',
  200,
  ({ example, fields, random }) => {
    const [kind, nest] = random.pick(Object.entries(NESTINGS));
    const depth = random.pick(DEPTHS);
    const { path } = random.pick(fields());
    const body = random.chance(0.3) ? nest(depth) : bodyWith(example(), path, nest(depth));
    return [`${kind}, depth ${depth}`, { body }];
  },
  ({ parameter, random }) => {
    const query = `${parameter()}${random.pick(['[a]', '[]', '.a', '%5B0%5D']).repeat(2_500)}=1`;
    return ['nested parameter', { query }];
  },
);

export const numbers = onEachOperation(
  'numbers',
  400,
  ({ example, fields, random }) => {
    const number = random.pick(NUMBERS);
    const isNumeric = ({ types }: Field): boolean =>
      types.some((type) => ['integer', 'number'].includes(type));
    const { path } = random.pick(random.chance(0.8) ? fields(isNumeric) : fields());
    const json = random.chance(0.1) ? number.repeat(20) : number;
    return [`${path.join('.')}: ${shortened(number)}`, { body: bodyWith(example(), path, json) }];
  },
  ({ target, operation, parameter, random }) => {
    const number = random.pick(NUMBERS);
    if (operation.pathParameters.length > 0 && random.chance(0.5))
      return [shortened(number), { path: pathOf(target, operation, random, number.slice(0, 4_000)) }];
    const operator = random.pick(['', '', '.lt', '.ge', '.in', '.bt']);
    return [shortened(number), { query: `${parameter()}${operator}=${number},${number}` }];
  },
  0.8,
);

const shortened = (number: string): string =>
  number.length > 24 ? `${number.slice(0, 24)}… (${number.length} digits)` : number;

/** Prefixes of values that parsers examine: dates, times, URLs, slugs, colours, hosts, networks, time zones. */
const HEADS = '|||2026-03-01|2026-03-01T00:00:00.|https://|https://a.|John 3:16|#|a-|::|10.|Europe/'.split(
  '|',
);
/** Within the limit of most fields, above it, and the size of a whole body. */
const RUN_BYTES = [250, 4_000, 50_000, 900_000];

const anyRun = (random: Random): { text: string; what: string } => {
  const [unit, size] = [random.pick(RUNS), random.pick(RUN_BYTES)];
  const run = unit.repeat(Math.ceil(size / Buffer.byteLength(unit)));
  const text = random.pick(HEADS) + run + random.pick(['', '', 'a', ' word', '"', 'Z']);
  return { text, what: `${JSON.stringify(unit)} × ${size} bytes` };
};

export const runs = onEachOperation(
  'runs',
  900,
  ({ example, fields, random }) => {
    const { text, what } = anyRun(random);
    const { path } = random.pick(fields(({ types }) => types.includes('string')));
    return [`${path.join('.')}: ${what}`, { body: JSON.stringify(withValue(example(), path, text)) }];
  },
  ({ target, operation, parameter, random }) => {
    const { text, what } = anyRun(random);
    const encoded = encodeURIComponent(text.toWellFormed()).slice(0, QUERY_BYTES);
    if (operation.pathParameters.length > 0 && random.chance(0.3))
      return [what, { path: pathOf(target, operation, random, encoded) }];
    const name = parameter();
    const isField = operation.method === 'GET' && !name.startsWith('_');
    const operator = isField ? random.pick(['', '.like', '.in', '.bt', '.nl']) : '';
    const address = name === 'url' ? encodeURIComponent('http://demo.localhost/') : '';
    return [what, { query: `${name}${operator}=${address}${encoded}` }];
  },
  0.8,
);
