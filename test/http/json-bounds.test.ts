/** Every JSON body has a limit that fits its operation, and is bounded before it is parsed. */
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../src/platform/http/endpoint/endpoint.js';
import { maxJsonBytesOf } from '../../src/platform/http/callers/access.js';
import { HOSTILE_JSON } from '../support/abuse/hostile-json.js';
import { consoleOf } from '../support/browser.js';
import type { Json } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

/** Bytes of a number, a date or another value of a fixed form. */
const SHORT = 64;
const MIB = 1024 * 1024;

/** Size of the largest JSON that the schema allows, at four bytes per character. */
const largest = (schema: Json, root: Json = schema, depth = 0): number => {
  if (typeof schema !== 'object' || depth > 12) return SHORT;
  if (schema.$ref) return largest(root.$defs?.[schema.$ref.split('/').at(-1)] ?? {}, root, depth + 1);
  const inner = (one: Json): number => largest(one, root, depth + 1);
  const either = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const fields = Object.entries<Json>(schema.properties ?? {});
  return Math.max(
    schema.type === 'string' || [schema.type].flat().includes('string')
      ? (schema.maxLength ?? SHORT) * (schema.pattern ? 1 : 4)
      : 0,
    schema.items ? (schema.maxItems ?? 1_000) * (inner(schema.items) + 1) : 0,
    fields.reduce((sum, [name, one]) => sum + name.length + 4 + inner(one), 2),
    ...either.map(inner),
  );
};

describe('JSON bodies', () => {
  const app = useApp();
  const host = consoleOf(app);

  const withJson = (): Endpoint[] =>
    (['private', 'public', 'console'] as const)
      .flatMap((name) => app.app.endpoints[name])
      .filter(({ body }) => body instanceof z.ZodType)
      .filter(({ operationId }, i, all) => all.findIndex((one) => one.operationId === operationId) === i);

  it('have a limit that fits what their fields allow', () => {
    const endpoints = withJson();
    expect(endpoints.length).toBeGreaterThan(60);
    const problems = endpoints.flatMap((one) => {
      const size = largest(z.toJSONSchema(one.body as z.ZodType, { io: 'input', unrepresentable: 'any' }));
      const limit = maxJsonBytesOf(one);
      const name = `${one.operationId}: ${size} of ${limit} bytes`;
      const isPublic = ['open', 'session', 'public', 'link'].includes(one.scope);
      if (isPublic && one.maxJsonBytes === undefined) return [`${name}, stated nowhere`];
      return limit < Math.min(size, MIB) ? [name] : [];
    });
    expect(problems).toEqual([]);
  });

  it.each(Object.keys(HOSTILE_JSON))('that are %s are refused at each limit, and beyond it', async (kind) => {
    const browser = host.browser();
    const wrong: string[] = [];
    for (const [operation, send] of withJson().map((one) => [one, senderOf(one)] as const)) {
      const limit = maxJsonBytesOf(operation);
      for (const [bytes, expected] of [
        [limit, [400, 401, 403, 404, 409, 422, 429]],
        [limit + 1_000, [401, 403, 404, 413, 429]],
      ] satisfies [number, number[]][]) {
        const { status } = await send(HOSTILE_JSON[kind]!(bytes));
        if (!expected.includes(status)) wrong.push(`${operation.operationId} ${bytes}: ${status}`);
      }
    }
    expect(wrong).toEqual([]);

    function senderOf({ method, path }: Endpoint) {
      const name = (['private', 'public'] as const).find((one) =>
        app.app.endpoints[one].some((other) => other.path === path && other.method === method),
      );
      const client = name === 'private' ? app.demo.api : name === 'public' ? app.demo.site : browser;
      // Bodies are read before the record is looked up.
      return (body: string) => client.send(method, path.replace(/\{\w+\}/g, '1'), body);
    }
  });

  it('name the place that is too deep or has too many entries', async () => {
    const problemOf = async (body: string) =>
      (await app.demo.api.post('/items/create', body)).body.error.details[0];
    expect(await problemOf(`{"speakers":[{},{"a":${'['.repeat(40)}`)).toEqual({
      path: `speakers.1.a${'.0'.repeat(29)}`,
      message: 'must be at most 32 levels deep',
    });
    expect(await problemOf(`{"title":"],\\"[","topics":[${'1,'.repeat(1_500)}1]}`)).toEqual({
      path: 'topics',
      message: 'must have at most 1000 entries',
    });
  });

  it('of anonymous callers do not keep others waiting, however many come', async () => {
    const deep = '['.repeat(MIB / 2) + ']'.repeat(MIB / 2);
    const attack = Promise.all(
      Array.from({ length: 20 }, () =>
        Promise.all([
          host.browser().send('POST', '/auth/sign-in', deep),
          app.demo.site.send('POST', '/events', deep.slice(30_000, -30_000)),
        ]),
      ),
    );
    expect((await app.demo.api.get('/topics')).status).toBe(200);
    const statuses = new Set((await attack).flat().map(({ status }) => status));
    expect([...statuses].sort()).toEqual([413, 422]);
  });
});
