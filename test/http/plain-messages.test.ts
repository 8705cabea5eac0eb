/** What is wrong with a body or a query is said in the API's own English, never in the words of the schema library. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldsOf, withValue } from '../support/body-fields.js';
import type { Answer } from '../support/client.js';
import { engine } from '../support/database.js';
import { buildEverything } from '../support/factories.js';
import { isStream, operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownBody, ownPath } from '../support/own-ids.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** How zod words its issues, and what says nothing of what is allowed. */
const RAW =
  /invalid (input|option|string|number|key|value|discriminator)|too (small|big)|expected|received|[<>]=|unrecognized|^is invalid|^has an invalid/i;
const VALUES: Json[] = [null, {}, [], '', 'strange', 'x'.repeat(60_000), true, -1, 0.5, Number.MAX_VALUE];
const TEXTS = ['', 'strange', '-1', '0.5', '9'.repeat(20), 'x'.repeat(5_000)];

/** How many bodies and queries were refused when this was written. */
const AT_LEAST = { private: { bodies: 1_500, queries: 1_000 }, public: { bodies: 100, queries: 100 } };

let app: TestApp;
beforeAll(async () => {
  if (engine === 'postgres') return;
  app = await startApp();
  await buildEverything(app, app.demo);
});
afterAll(() => app?.stop());

// Once: the words do not depend on the database.
describe.skipIf(engine === 'postgres').each(['private', 'public'] as const)(
  'refusals of the %s host',
  (host) => {
    let document: Json;
    let operations: Operation[];
    const client = () => (host === 'private' ? app.demo.api : app.demo.site);
    beforeAll(async () => {
      document = (await client().get('/openapi.json')).body;
      operations = operationsOf(document);
    });

    /** @returns how many problems the answer names, none of them in zod's words */
    const readProblems = ({ body }: Answer, what: string, raw: Set<string>): number => {
      const problems: { message: string }[] = body?.error?.details ?? body?.errors ?? [];
      for (const { message } of problems) if (RAW.test(message)) raw.add(`${what}: ${message}`);
      return problems.length;
    };

    it('of bodies are in plain words', async () => {
      const raw = new Set<string>();
      let refused = 0;
      for (const operation of operations) {
        const { schema, example } = operation.declared.requestBody?.content['application/json'] ?? {};
        if (!schema) continue;
        const path = await ownPath(app, app.demo, operation.path);
        const body = await ownBody(app, app.demo, example);
        for (const field of fieldsOf(document, schema))
          for (const value of VALUES) {
            const answer = await client().send(operation.method, path, withValue(body, field.path, value));
            refused += Math.min(1, readProblems(answer, `${operation.name} ${field.path.join('.')}`, raw));
          }
        readProblems(await client().send(operation.method, path, { nonsense: 1 }), operation.name, raw);
      }
      expect([...raw]).toEqual([]);
      expect(refused).toBeGreaterThanOrEqual(AT_LEAST[host].bodies);
    });

    it('of queries are in plain words', async () => {
      const raw = new Set<string>();
      let refused = 0;
      for (const operation of operations) {
        const { method, declared, name } = operation;
        if (method !== 'GET' || isStream(operation)) continue;
        const path = await ownPath(app, app.demo, operation.path);
        const parameters: { in: string; name: string }[] = declared.parameters ?? [];
        const queries = parameters
          .filter((parameter) => parameter.in === 'query')
          .flatMap((parameter) => [
            ...TEXTS.map((text) => new URLSearchParams([[parameter.name, text]])),
            new URLSearchParams(`${parameter.name}=1&${parameter.name}=1`),
          ]);
        for (const query of ['', 'nonsense=1', ...queries.map(String)]) {
          const answer = await client().get(`${path}?${query}`);
          refused += Math.min(1, readProblems(answer, `${name} ${query.slice(0, 60)}`, raw));
        }
      }
      expect([...raw]).toEqual([]);
      expect(refused).toBeGreaterThanOrEqual(AT_LEAST[host].queries);
    });
  },
);
