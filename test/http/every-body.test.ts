/** JSON bodies of every operation: each wrong field is reported, and invalid JSON is told from a wrong content type. */
import { beforeAll, describe, it } from 'vitest';
import { checkEach, type Note } from '../support/check-each.js';
import type { Answer } from '../support/client.js';
import { buildEverything } from '../support/factories.js';
import { createChecker, operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownBody, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

/** For any field, one of these has the wrong type. */
const STRANGE: Json[] = [{ strange: [1] }, 'strange \u2603', -1.5, [[['strange']]], true];

/** Minimum number of operations with JSON bodies, and of fields in these. */
const AT_LEAST = { private: { operations: 35, fields: 216 }, public: { operations: 2, fields: 15 } };

const app = useApp();
beforeAll(async () => {
  await buildEverything(app, app.demo);
});

describe.each(['private', 'public'] as const)('bodies of the %s host', (host) => {
  const atLeast = AT_LEAST[host];
  let document: Json;
  let operations: Operation[];
  const client = () => (host === 'private' ? app.demo.api : app.demo.site);

  beforeAll(async () => {
    document = (await client().get('/openapi.json')).body;
    operations = operationsOf(document).filter((operation) => mediaOf(operation) !== undefined);
  });

  const send = async ({ method, path }: Operation, body: unknown, type?: string): Promise<Answer> =>
    client().send(method, await ownPath(app, app.demo, path), body, type ? { 'Content-Type': type } : {});
  const exampleOf = (operation: Operation): Promise<Json> =>
    ownBody(app, app.demo, mediaOf(operation).example);
  const schemaOf = (operation: Operation): Json => {
    const { schema } = mediaOf(operation);
    return schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema;
  };
  const expectNamed = (note: Note, { name }: Operation, { status, body }: Answer, field: string): void => {
    const named = (body.error?.details ?? []).some(
      ({ path }: { path: string }) => path === field || path.startsWith(`${field}.`),
    );
    if (status !== 422 || body.error.type !== 'ValidationError' || !named)
      note(`${name} ${field}: ${status} ${JSON.stringify(body)}`);
  };

  it('are rejected with 422 and each field of a wrong type', async () => {
    const check = createChecker(document);
    const fields = operations.flatMap((operation) =>
      Object.entries<Json>(schemaOf(operation).properties ?? {}).map(([field, schema]) => ({
        operation,
        field,
        schema,
      })),
    );
    await checkEach(fields, atLeast.fields, async ({ operation, field, schema }, note) => {
      const wrong = STRANGE.find((value) => check(schema, value).length > 0);
      if (wrong === undefined) return note(`${operation.name} ${field} takes anything`);
      const answer = await send(operation, { ...(await exampleOf(operation)), [field]: wrong });
      expectNamed(note, operation, answer, field);
    });
  });

  it('are rejected with 422 and each unknown field', () =>
    checkEach(operations, atLeast.operations, async (operation, note) => {
      const answer = await send(operation, { ...(await exampleOf(operation)), nonsense: 1 });
      expectNamed(note, operation, answer, 'nonsense');
    }));

  it('are rejected with 400 for invalid JSON, and 415 for another content type', () =>
    checkEach(operations, atLeast.operations, async (operation, note) => {
      const refusals: [number, string, Answer][] = [
        [400, 'BadRequestError', await send(operation, '{"a":')],
        [415, 'UnsupportedMediaTypeError', await send(operation, '{}', 'application/x-nonsense')],
        [422, 'ValidationError', await send(operation, '[]')],
        [422, 'ValidationError', await send(operation, 'null')],
      ];
      for (const [status, type, answer] of refusals)
        if (answer.status !== status || answer.body.error.type !== type)
          note(`${operation.name}: ${answer.status} ${JSON.stringify(answer.body)}, not ${status}`);
    }));
});

const mediaOf = ({ declared }: Operation): Json => declared.requestBody?.content['application/json'];
