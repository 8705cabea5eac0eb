/** Builds random requests from an OpenAPI document: mostly valid, always with something odd. */
import type { Json, Operation } from '../operations.js';
import { brokenJson, oddHeaders, oddJson, oddSegment, oddText } from './odd-values.js';
import type { Random } from '../../../scripts/random.js';

export interface FuzzRequest {
  operation: Operation;
  path: string;
  body: string | undefined;
  headers: Record<string, string>;
}

/** Ids and slugs for path parameters, by parameter. */
export type KnownIds = Map<string, (number | string)[]>;

export const randomRequest = (
  random: Random,
  operations: readonly Operation[],
  known: KnownIds,
): FuzzRequest => {
  const operation = random.pick(operations);
  const { body, contentType } = randomBody(random, operation);
  return {
    operation,
    path: randomPath(random, operation, known) + randomQuery(random, operation),
    body,
    headers: {
      ...(contentType && { 'Content-Type': contentType }),
      ...(random.chance(0.15) && oddHeaders(random)),
    },
  };
};

const randomPath = (random: Random, { path }: Operation, known: KnownIds): string => {
  const concrete = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const ids = known.get(name) ?? [];
    return random.chance(0.2) || ids.length === 0 ? oddSegment(random) : String(random.pick(ids));
  });
  if (!random.chance(0.04)) return concrete;
  return random.pick([
    `${concrete}/`,
    `/${concrete}`,
    concrete.toUpperCase(),
    `${concrete}/..`,
    `${concrete}%00`,
    `${concrete}/create`,
    concrete.replace('/', '/./'),
    `${concrete};a=b`,
  ]);
};

const OPERATORS = ['eq', 'ne', 'in', 'lt', 'le', 'gt', 'ge', 'bt', 'nl', 'like', 'nonsense', ''];

const randomQuery = (random: Random, { declared }: Operation): string => {
  const pairs: string[] = [];
  const add = (name: string, value: string): void =>
    void pairs.push(`${encodeURIComponent(name.toWellFormed())}=${encodeURIComponent(value.toWellFormed())}`);
  const isList = (declared.parameters ?? []).some(({ name }: Json) => name === '_limit');
  for (const { in: place, name, schema } of declared.parameters ?? []) {
    if (place !== 'query' || !random.chance(0.12)) continue;
    const operated = isList && !name.startsWith('_') && random.chance(0.7);
    const key = operated ? `${name}.${random.pick(OPERATORS)}` : name;
    add(key, random.chance(0.5) ? oddText(random).slice(0, 2_000) : plausible(random, schema));
  }
  if (random.chance(0.03)) add(oddText(random).slice(0, 100), oddText(random).slice(0, 100));
  if (random.chance(0.02))
    pairs.push(random.pick(['%', '=', '&&', '_limit', 'a[b][c]=d', '_orderBy[]=%ff', '?']));
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
};

/** A plausible value for a schema. */
const plausible = (random: Random, schema: Json): string => {
  const one = schema?.items ?? schema ?? {};
  if (one.enum) return String(random.pick(one.enum as unknown[]));
  if (one.pattern?.includes('ASC'))
    return `${random.pick(['id', 'title', 'name', 'date', 'nothing'])},${random.pick(['ASC', 'DESC'])}`;
  if (one.type === 'integer') return String(random.pick([0, 1, 2, 50, 100, 101, 2 ** 31, 2 ** 53]));
  if (one.type === 'boolean') return random.pick(['true', 'false']);
  if (one.format === 'date') return random.pick(['2026-03-01', '2026-01-01,2026-12-31']);
  if (one.format === 'date-time') return random.pick(['2026-03-01T00:00:00Z', '2026-03-01']);
  return random.pick(['grace', 'John 3:16', '%a%', '1,2', 'Item 1']);
};

const randomBody = (
  random: Random,
  { declared }: Operation,
): { body: string | undefined; contentType: string | undefined } => {
  const content: [string, Json][] = Object.entries(declared.requestBody?.content ?? {});
  const none = { body: undefined, contentType: undefined };
  if (content.length === 0)
    return random.chance(0.03) ? { body: oddJson(random), contentType: 'application/json' } : none;
  if (random.chance(0.03)) return none;
  const [contentType, media] = random.pick(content);
  if (!contentType.includes('json')) return { body: oddText(random).toWellFormed(), contentType };
  if (random.chance(0.04)) return { body: brokenJson(random), contentType };
  if (random.chance(0.06)) return { body: oddJson(random), contentType };
  return { body: mutated(random, media.example ?? {}), contentType };
};

/** The example as JSON, with some of its values replaced, dropped or added. */
const mutated = (random: Random, value: unknown): string => {
  if (Array.isArray(value)) {
    const parts = value.map((one) => mutated(random, one));
    if (random.chance(0.05)) parts.push(oddJson(random));
    return `[${parts.join(',')}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
      .filter(() => !random.chance(0.05))
      .map(
        ([name, one]) =>
          `${JSON.stringify(name)}:${random.chance(0.15) ? oddJson(random) : mutated(random, one)}`,
      );
    if (random.chance(0.05))
      fields.push(`${JSON.stringify(oddText(random).slice(0, 300))}:${oddJson(random)}`);
    return `{${fields.join(',')}}`;
  }
  return JSON.stringify(value);
};
