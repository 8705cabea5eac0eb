/** Every text and list in a path, query or body has a documented limit, and exceeding it gets a short error. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildItem } from '../support/factories.js';
import { everyOperationOf, type Json } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

/** Their format determines their length. The size of a file is limited by the body's. */
const FORMATS = new Set(['date', 'date-time', 'uuid', 'ipv4', 'ipv6', 'binary']);

describe('requests', () => {
  const app = useApp();

  /** Paths in the schema without a limit. */
  const unlimited = (document: Json, schema: Json, place: string, seen = new Set<Json>()): string[] => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
    seen.add(schema);
    if (schema.$ref) {
      const target = schema.$ref
        .split('/')
        .slice(1)
        .reduce((at: Json, name: string) => at[name], document);
      return unlimited(document, target, place, seen);
    }
    const types: string[] = [schema.type].flat();
    const found: string[] = [];
    if (types.includes('string')) {
      const isLimited =
        schema.maxLength !== undefined || schema.enum || schema.const || FORMATS.has(schema.format);
      if (!isLimited) found.push(`${place}: text`);
    }
    if (types.includes('array') && schema.maxItems === undefined) found.push(`${place}: list`);
    if (
      types.includes('object') &&
      !schema.oneOf &&
      schema.additionalProperties !== false &&
      schema.maxProperties === undefined
    )
      found.push(`${place}: any fields`);
    const inner: [string, Json][] = [
      ...Object.entries(schema.properties ?? {}),
      ...['items', 'propertyNames', 'additionalProperties'].map((name): [string, Json] => [
        name,
        schema[name],
      ]),
      ...['anyOf', 'oneOf', 'allOf', 'prefixItems'].flatMap((name) =>
        (schema[name] ?? []).map((one: Json, i: number) => [`${name}.${i}`, one]),
      ),
    ];
    return [...found, ...inner.flatMap(([name, one]) => unlimited(document, one, `${place}.${name}`, seen))];
  };

  it.each(['private', 'public'] as const)(
    'of the %s host are limited in all texts and lists',
    async (host) => {
      const client = host === 'private' ? app.demo.api : app.demo.site;
      const document = (await client.get('/openapi.json')).body;
      const operations = everyOperationOf(document);
      expect(operations.length).toBeGreaterThan(15);
      const found = operations.flatMap(({ name, declared }) => [
        ...(declared.parameters ?? []).flatMap((parameter: Json) =>
          parameter.in === 'header'
            ? []
            : unlimited(document, parameter.schema, `${name} ${parameter.in} ${parameter.name}`),
        ),
        ...Object.entries<Json>(declared.requestBody?.content ?? {}).flatMap(([type, { schema }]) =>
          unlimited(document, schema, `${name} ${type}`),
        ),
      ]);
      expect(found).toEqual([]);
    },
  );
});

describe('a request beyond its limits', () => {
  const app = useApp();

  const names = (count: number): Record<string, number> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`field-${i}`, i]));
  const nested = (depth: number): string => `{"speakers":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  it.each<[string, 'api' | 'site', string, unknown, number]>([
    ['entries that are none', 'site', '/search', { q: 'a', facets: Array(4_000).fill('x') }, 422],
    [
      'more entries than a body has bytes for',
      'site',
      '/search',
      { q: 'a', facets: Array(205_000).fill('x') },
      413,
    ],
    ['unknown fields', 'site', '/events', names(40_000), 422],
    [
      'unknown fields with a long name',
      'api',
      '/speakers/create',
      { name: 'x', ['x'.repeat(200_000)]: 1 },
      422,
    ],
    ['unknown fields of an event', 'site', '/events', { events: [names(40_000)] }, 422],
    ['unknown fields of many events', 'api', '/logging/batch', { events: Array(1_000).fill(names(40)) }, 200],
    [
      'unknown fields of many events of a page',
      'site',
      '/events',
      { events: Array(1_000).fill(names(40)) },
      422,
    ],
    ['empty objects', 'api', '/items/create', { speakers: Array(80_000).fill({}) }, 422],
    ['depth', 'api', '/items/create', nested(100_000), 422],
    ['wide depth', 'api', '/items/create', { speakers: Array(1_000).fill(Array(100).fill(1)) }, 422],
    ['a long text', 'api', '/speakers/create', { name: 'x'.repeat(200_000) }, 422],
  ])('with too many %s is rejected with a short error', async (_what, host, path, body, status) => {
    const answer = await app.demo[host].post(path, body);
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.body.errors).toHaveLength(1_000);
    // One line per event of a batch, otherwise twenty complete problems, twice.
    expect(answer.bytes.length).toBeLessThan(status === 200 ? 200_000 : 10_000);
    if (status === 413) expect(answer.body.error.message).toBe('The body is larger than 16384 bytes');
  });

  it('with many problems gets twenty of them and the number of the rest', async () => {
    const body = { title: 'x', date: '2026-03-01', collectionId: 1, speakers: Array(150).fill({ id: 0 }) };
    const { error } = (await app.demo.api.post('/items/create', body)).body;
    expect(error.details).toHaveLength(20);
    expect(error.moreProblems).toBe(130);
    expect(error.message).toMatch(/; and 130 more problems$/);
  });

  it('with a long invalid transcript is rejected', async () => {
    const { id } = await buildItem(app.demo);
    for (const segments of [Array(400_000).fill({}), Array(600_000).fill({ text: 'x' })]) {
      const { status, body } = await app.demo.api.put(`/items/${id}/transcript`, { segments });
      expect([status, body.error.type]).toEqual([422, 'ValidationError']);
      expect(body.error.details.length).toBeLessThanOrEqual(20);
    }
  });

  it.each([
    ['title.like', `title.like=${'_'.repeat(257)}`],
    ['_q', `_q=${Array(21).fill('a').join('+')}`],
    ['_q', `_q=${'a'.repeat(501)}`],
    ['id.ne', Array(51).fill('id.ne=1').join('&')],
    ['title.like', Array(11).fill('title.like=a').join('&')],
    ['id.in', `id.in=${Array(1_001).fill(1).join(',')}`],
    ['_orderBy', Array(11).fill('_orderBy=id,ASC').join('&')],
    ['_expand', Array(21).fill('_expand=series').join('&')],
    ['title', `title=${'a'.repeat(2_001)}`],
  ])('gets the name of the parameter %s', async (name, query) => {
    const { status, body } = await app.demo.api.get(`/items?${query}`);
    expect([status, body.error.details.map(({ path }: Json) => path)]).toEqual([400, [name]]);
  });

  it('with too many parameters, or too long a line, is rejected', async () => {
    const many = await app.demo.api.get(`/items?${'a&'.repeat(101)}`);
    expect([many.status, many.body.error.message]).toEqual([
      400,
      'The query string has more than 100 parameters',
    ]);
    const client = createClient(app.publicUrl);
    expect((await client.get(`/config?${'a'.repeat(20_000)}`)).status).toBe(431);
  });

  it('is accepted just within them', async () => {
    const query = [
      ...Array<string>(40).fill('id.ne=1'),
      ...Array<string>(10).fill(`description.like=%25${'_'.repeat(255)}`),
      `_q=${Array(20).fill('a').join('+')}`,
    ];
    expect((await app.demo.api.get(`/items?${query.join('&')}`)).status).toBe(200);
  });
});
