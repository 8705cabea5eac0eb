/** Errors about bodies and queries use the API's own words, not those of the schema library. */
import { beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, withValue } from '../support/body-fields.js';
import type { Answer } from '../support/client.js';
import { buildEverything } from '../support/factories.js';
import { isStream, operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownBody, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

/** Phrases of zod's messages, and messages that do not tell what is allowed. */
const RAW =
  /invalid (input|option|string|number|key|value|discriminator)|too (small|big)|expected|received|[<>]=|unrecognized|^is invalid|^has an invalid/i;
const VALUES: Json[] = [null, {}, [], '', 'strange', 'x'.repeat(60_000), true, -1, 0.5, Number.MAX_VALUE];
const TEXTS = ['', 'strange', '-1', '0.5', '9'.repeat(20), 'x'.repeat(5_000)];

/**
 * Number of wrong fields or parameters per request: limited by the problems that a response lists, and by the size of
 * a body.
 */
const AT_ONCE = 16;
/** Minimum number of rejected fields and parameters. */
const AT_LEAST = { private: { bodies: 2_500, queries: 2_000 }, public: { bodies: 400, queries: 300 } };

const app = useApp();
beforeAll(async () => {
  await buildEverything(app, app.demo);
});

// One engine is enough, because the messages do not depend on the database.
describe.each(['private', 'public'] as const)('error messages of the %s host', (host) => {
  let document: Json;
  let operations: Operation[];
  const client = () => (host === 'private' ? app.demo.api : app.demo.site);
  beforeAll(async () => {
    document = (await client().get('/openapi.json')).body;
    operations = operationsOf(document);
  });

  /** @returns the paths of the problems in the response; records those in zod's words */
  const readProblems = ({ body }: Answer, what: string, raw: Set<string>): string[] => {
    const problems: { path: string; message: string }[] = body?.error?.details ?? body?.errors ?? [];
    for (const { path, message } of problems) if (RAW.test(message)) raw.add(`${what} ${path}: ${message}`);
    return problems.map(({ path }) => path);
  };

  /**
   * Sends wrong values for all fields, several at once, and removes those that were reported until none are left.
   * Fields that were rejected but not reported are sent alone.
   * @returns the number of rejected fields
   */
  const refuse = async <T>(
    all: readonly T[],
    nameOf: (one: T) => string,
    problemsOf: (some: readonly T[]) => Promise<{ status: number; named: string[] }>,
  ): Promise<number> => {
    let refused = 0;
    let rest = [...all];
    while (rest.length > 0) {
      const some = rest.slice(0, AT_ONCE);
      const { status, named } = await problemsOf(some);
      const others = some.filter((one) => !named.includes(nameOf(one)));
      const isOver = others.length === some.length;
      refused += some.length - others.length;
      rest = [...(isOver ? [] : others), ...rest.slice(AT_ONCE)];
      if (isOver && (status >= 400 || named.length > 0))
        for (const one of some) refused += Math.min(1, (await problemsOf([one])).named.length);
    }
    return refused;
  };

  it('about bodies are in plain English', async () => {
    const raw = new Set<string>();
    let refused = 0;
    for (const { method, name, path: declaredPath, declared } of operations) {
      const { schema, example } = declared.requestBody?.content['application/json'] ?? {};
      if (!schema) continue;
      const path = await ownPath(app, app.demo, declaredPath);
      const body = await ownBody(app, app.demo, example);
      for (const value of VALUES)
        refused += await refuse(
          fieldsOf(document, schema),
          (field) => field.path.join('.'),
          async (fields) => {
            const wrong = fields.reduce((made, field) => withValue(made, field.path, value), body);
            const answer = await client().send(method, path, wrong);
            return { status: answer.status, named: readProblems(answer, name, raw) };
          },
        );
      readProblems(await client().send(method, path, { nonsense: 1 }), name, raw);
    }
    expect([...raw]).toEqual([]);
    expect(refused).toBeGreaterThanOrEqual(AT_LEAST[host].bodies);
  });

  it('about queries are in plain English', async () => {
    const raw = new Set<string>();
    let refused = 0;
    for (const operation of operations) {
      const { method, declared, name } = operation;
      if (method !== 'GET' || isStream(operation)) continue;
      const path = await ownPath(app, app.demo, operation.path);
      const parameters: { in: string; name: string }[] = declared.parameters ?? [];
      const names = parameters.filter((parameter) => parameter.in === 'query').map((one) => one.name);
      const ask = async (query: string) => {
        const answer = await client().get(`${path}?${query}`);
        return { status: answer.status, named: readProblems(answer, `${name} ${query.slice(0, 60)}`, raw) };
      };
      for (const query of ['', 'nonsense=1']) await ask(query);
      const asked: ((name: string) => [string, string][])[] = [
        ...TEXTS.map((text) => (one: string): [string, string][] => [[one, text]]),
        (one) => [
          [one, '1'],
          [one, '1'],
        ],
      ];
      for (const pairs of asked)
        refused += await refuse(
          names,
          (one) => one,
          (some) => ask(new URLSearchParams(some.flatMap(pairs)).toString()),
        );
    }
    expect([...raw]).toEqual([]);
    expect(refused).toBeGreaterThanOrEqual(AT_LEAST[host].queries);
  });
});
