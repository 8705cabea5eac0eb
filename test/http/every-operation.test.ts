/** What every call of both hosts has in common, asked of each operation that the documents name: new routes are covered by being declared. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Scope } from '../../src/platform/http/endpoint.js';
import type { Answer, Client } from '../support/client.js';
import { engineMissing } from '../support/database.js';
import { buildEverything } from '../support/factories.js';
import { multipart, picture } from '../support/images.js';
import {
  createChecker,
  methodsAt,
  operationsOf,
  successOf,
  type Json,
  type Operation,
} from '../support/operations.js';
import { ownId } from '../support/own-ids.js';
import { startApp, type Tenant, type TestApp } from '../support/start-app.js';

/** A scope that is not enough for the one that is asked. */
const TOO_LITTLE: Record<string, Scope> = {
  'content:read': 'stats:read',
  'content:write': 'content:read',
  'logging:write': 'content:write',
  'stats:read': 'content:write',
  admin: 'content:write',
};

/** Calls whose unguessable address is the right to them. */
const SIGNED = ['GET /accounts/{accountId}/transcripts/{itemId}/{key}'];

let app: TestApp;
beforeAll(async () => {
  if (engineMissing) return;
  app = await startApp();
  for (const tenant of [app.demo, app.other]) await buildEverything(app, tenant);
});
afterAll(() => app?.stop());

describe.skipIf(engineMissing).each(['private', 'public'] as const)(
  'every operation of the %s host',
  (host) => {
    let document: Json;
    let operations: Operation[];
    let problems: string[];
    const clientOf = (tenant: Tenant): Client => (host === 'private' ? tenant.api : tenant.site);

    beforeAll(async () => {
      document = (await clientOf(app.demo).get('/openapi.json')).body;
      operations = operationsOf(document);
    });

    /** The path with ids of the tenant's own records, or with an id that nothing has. */
    const pathFor = async ({ path, declared }: Operation, tenant?: Tenant): Promise<string> => {
      let concrete = path;
      for (const { name, in: place, schema } of declared.parameters ?? []) {
        if (place !== 'path') continue;
        const id =
          schema.type !== 'integer'
            ? 'nothing'
            : tenant
              ? await ownId(app, tenant, name)
              : Number.MAX_SAFE_INTEGER;
        concrete = concrete.replace(`{${name}}`, String(id));
      }
      return concrete;
    };
    /** Sends the operation with its example body; a form, which has none, with a picture. */
    const call = async (
      client: Client,
      { method, declared }: Operation,
      path: string,
      headers = {},
    ): Promise<Answer> => {
      const content: [string, Json][] = Object.entries(declared.requestBody?.content ?? {});
      const [type, media] = content[0] ?? [];
      const form = type === 'multipart/form-data' ? await formOf(media) : undefined;
      return client.send(method, path, form?.body ?? (media && (media.example ?? 'WEBVTT')), {
        ...(type && { 'Content-Type': form?.type ?? type }),
        ...headers,
      });
    };

    const expectRefusal = (operation: Operation, answer: Answer, status: number, type: string): void => {
      const { headers, body } = answer;
      if (answer.status !== status || body.error?.type !== type)
        problems.push(
          `${operation.name}: ${answer.status} ${JSON.stringify(body)} instead of ${status} ${type}`,
        );
      else if (body.error.requestId !== headers['x-request-id'])
        problems.push(`${operation.name}: requestId is not X-Request-Id`);
    };
    const walk = async (step: (operation: Operation) => Promise<void>): Promise<void> => {
      problems = [];
      for (const operation of operations) await step(operation);
      expect(problems).toEqual([]);
    };

    it('asks for a token on the private host only, but where a signed address stands for one', () => {
      const open = operations.filter(isOpen).map(({ name }) => name);
      expect(open).toEqual(host === 'public' ? operations.map(({ name }) => name) : SIGNED);
    });

    it('refuses who has no token', () =>
      walk(async (operation) => {
        if (isOpen(operation)) return;
        const path = await pathFor(operation);
        for (const Authorization of ['', 'Bearer lct_unknown', 'Basic bGN0Og==']) {
          const answer = await call(app.demo.api, operation, path, { Authorization });
          expectRefusal(operation, answer, 401, 'AuthenticationError');
          if (answer.headers['www-authenticate'] !== 'Bearer')
            problems.push(`${operation.name}: WWW-Authenticate`);
        }
      }));

    it('asks for the scope that it declares', async () => {
      const clients = new Map<string, Client>();
      for (const [scope, less] of Object.entries(TOO_LITTLE))
        clients.set(scope, await app.withScopes(app.demo, less));
      await walk(async (operation) => {
        if (isOpen(operation)) return;
        const client = clients.get(operation.scope ?? '');
        if (!client) problems.push(`${operation.name} names no scope`);
        else
          expectRefusal(
            operation,
            await call(client, operation, await pathFor(operation)),
            403,
            'PermissionError',
          );
      });
    });

    it('refuses a query parameter that it does not know', () =>
      walk(async (operation) => {
        const path = `${await pathFor(operation, app.demo)}?nonsense=1`;
        const answer = await call(clientOf(app.demo), operation, path);
        expectRefusal(operation, answer, 400, 'BadRequestError');
        if (!JSON.stringify(answer.body).includes('nonsense'))
          problems.push(`${operation.name} does not say which parameter`);
      }));

    it('answers ids of another account like ids that nothing has', () =>
      walk(async (operation) => {
        if (operation.pathParameters.length === 0) return;
        for (const owner of [app.other, undefined]) {
          const answer = await call(clientOf(app.demo), operation, await pathFor(operation, owner));
          expectRefusal(operation, answer, 404, 'NotFoundError');
        }
      }));

    it('answers 404 below its path and 405 with Allow to other methods', () =>
      walk(async (operation) => {
        const path = await pathFor(operation, app.demo);
        const unknown = await clientOf(app.demo).send(operation.method, `${path}/nothing/here`);
        expectRefusal(operation, unknown, 404, 'NotFoundError');
        const known = methodsAt(document, path);
        const other = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'].find((method) => !known.includes(method));
        const answer = await clientOf(app.demo).send(other ?? 'TRACE', path);
        expectRefusal(operation, answer, 405, 'MethodNotAllowedError');
        const allowed = String(answer.headers.allow).split(', ');
        if (!known.every((method) => allowed.includes(method)))
          problems.push(`${operation.name}: Allow is ${allowed.join(', ')} but not ${known.join(', ')}`);
      }));

    it('answers a read of its own records by the declared schema', async () => {
      const check = createChecker(document);
      await walk(async (operation) => {
        if (operation.method !== 'GET') return;
        const path = `${await pathFor(operation, app.demo)}?${everyExpansion(operation)}`;
        const { status, headers, body } = await clientOf(app.demo).get(path);
        if (!(String(status) in operation.declared.responses))
          problems.push(`${operation.name}: ${status} is not declared: ${JSON.stringify(body)}`);
        const media = successOf(operation).content[headers['content-type']?.split(';')[0] ?? ''];
        if (status === 200 && media)
          problems.push(...check(media.schema, body).map((problem) => `${operation.name}: ${problem}`));
        if (status === 200 && !media) problems.push(`${operation.name}: ${headers['content-type']}`);
      });
    });

    it('sorts and filters a list by every field that it names', () =>
      walk(async (operation) => {
        for (const field of sortedFields(operation)) {
          const queries = [
            `${field}.nl=true`,
            `${field}.nl=false`,
            `_orderBy[]=${field},DESC&_q=%25a&_withDeleted=true`,
          ];
          for (const query of queries) {
            const { status, body } = await clientOf(app.demo).get(
              `${await pathFor(operation, app.demo)}?${query}`,
            );
            if (status !== 200) problems.push(`${operation.name}?${query}: ${JSON.stringify(body)}`);
          }
        }
      }));
  },
);

/** A form with a picture in each of its parts. */
const formOf = async ({ schema }: Json): ReturnType<typeof multipart> => {
  const png = await picture('png', 4, 4);
  return multipart(
    ...Object.keys(schema.properties).map((name) => [name, png, 'a.png'] as [string, Buffer, string]),
  );
};

const isOpen = ({ declared }: Operation): boolean => declared.security.length === 0;

const parameter = ({ declared }: Operation, name: string): Json =>
  (declared.parameters ?? []).find((candidate: Json) => candidate.name === name);

const everyExpansion = (operation: Operation): string =>
  (parameter(operation, '_expand[]')?.schema.items.enum ?? [])
    .map((name: string) => `_expand[]=${name}`)
    .join('&');

/** Fields that a list's description of `_orderBy[]` names; none where the operation is no list. */
const sortedFields = (operation: Operation): string[] => {
  const text: string | undefined = parameter(operation, '_orderBy[]')?.schema.description;
  return text?.replace(/^.*Fields: |\.$/g, '').split(', ') ?? [];
};
