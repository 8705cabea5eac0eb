/** Every operation with every kind of caller: `x-scope` and `x-roles` of the OpenAPI document are what happens. */
import { beforeAll, describe, it } from 'vitest';
import {
  roles,
  rolesWith,
  scopesOfRole,
  scopes,
  type Role,
  type Scope,
} from '../../src/platform/lib/permissions.js';
import { buildPerson, signedIn, consoleOf } from '../support/browser.js';
import { callOperation, pathOf } from '../support/call-operation.js';
import { checkEach } from '../support/check-each.js';
import type { Answer, Client } from '../support/client.js';
import { buildEverything } from '../support/factories.js';
import { everyOperationOf, isStream, type Json, type Operation } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

const AT_LEAST = { private: 110, console: 20 };
/** Not part of an account's API on the console's host. */
const ELSEWHERE = ['Health', 'Reference'];
const isScope = (name: string): name is Scope => (scopes as readonly string[]).includes(name);

const app = useApp();
const host = consoleOf(app);
let operations: Operation[];
const people = new Map<Role | 'stranger', Client>();
const tokens = new Map<Role | 'stranger', Client>();

beforeAll(async () => {
  await buildEverything(app, app.demo);
  await app.app.db
    .updateTable('account')
    .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
    .execute();
  for (const role of roles) {
    people.set(role, await signedIn(host, (await buildPerson(app, [[app.demo, role]])).email));
    tokens.set(role, await app.withScopes(app.demo, ...scopesOfRole[role]));
  }
  people.set('stranger', await signedIn(host, (await buildPerson(app, [[app.other, 'owner']])).email));
  tokens.set('stranger', app.other.api);
  operations = everyOperationOf((await app.demo.api.get('/openapi.json')).body);
});

/** What the caller gets, as far as it is about the caller: records in the path do not exist. */
const refusalOf = ({ status, body }: Answer): string => {
  const { type, message } = body?.error ?? {};
  if (status >= 500) return `${status} ${message}`;
  if (status === 404) return message === 'No such account' ? '404 account' : 'allowed';
  return status === 401 || status === 403 ? `${status} ${type}` : 'allowed';
};

const declaredRoles = ({ declared }: Operation): Role[] => declared['x-roles'];
/** Whether it names a record by its number, which is none of another account. */
const isOfRecord = ({ declared }: Operation): boolean =>
  (declared.parameters ?? []).some((one: Json) => one.in === 'path' && one.schema.type === 'integer');
const hasScope = ({ declared }: Operation): boolean => isScope(declared['x-scope']);

describe('every operation of the private API', () => {
  it('states its scope and the roles that have it', () =>
    checkEach(operations, AT_LEAST.private, (operation, note) => {
      const { 'x-scope': scope, security } = operation.declared;
      const expected = isScope(scope) ? rolesWith(scope) : roles;
      if (declaredRoles(operation).join() !== expected.join()) note(`${operation.name}: ${scope}`);
      if (isScope(scope) !== Boolean(security[0]?.bearer)) note(`${operation.name}: security`);
      return Promise.resolve();
    }));

  it.each([...roles, 'stranger'] as const)('is allowed to the session of a person who is %s', (caller) =>
    checkEach(operations, AT_LEAST.private, async (operation, note) => {
      const isServed = !ELSEWHERE.includes(operation.declared.tags[0]);
      const expected = !isServed
        ? 'allowed'
        : caller === 'stranger'
          ? '404 account'
          : declaredRoles(operation).includes(caller)
            ? 'allowed'
            : '403 PermissionError';
      if (isStream(operation) && expected === 'allowed') return;
      const browser = people.get(caller)!;
      const answer = await callOperation(browser, operation, `/a/demo/v2${await pathOf(app, operation)}`);
      if (refusalOf(answer) !== expected)
        note(`${operation.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
      if (!isServed && answer.status !== 404) note(`${operation.name} is served: ${answer.status}`);
    }),
  );

  it('is allowed to nobody without a session', () =>
    checkEach(operations, AT_LEAST.private, async (operation, note) => {
      if (ELSEWHERE.includes(operation.declared.tags[0])) return;
      const path = `/a/demo/v2${await pathOf(app, operation)}`;
      for (const headers of [{}, app.demo.api.headers]) {
        const answer = await callOperation(host.browser(), operation, path, headers);
        if (refusalOf(answer) !== '401 AuthenticationError') note(`${operation.name}: ${answer.status}`);
      }
    }));

  it.each(roles)('is allowed to tokens with the scopes of the role %s', (role) =>
    checkEach(operations.filter(hasScope), AT_LEAST.private - 20, async (operation, note) => {
      const expected = declaredRoles(operation).includes(role) ? 'allowed' : '403 PermissionError';
      if (isStream(operation) && expected === 'allowed') return;
      const answer = await callOperation(tokens.get(role)!, operation, await pathOf(app, operation));
      if (refusalOf(answer) !== expected)
        note(`${operation.name}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }),
  );

  it('gives the token of a stranger no record of the account', () =>
    checkEach(
      operations.filter((one) => hasScope(one) && isOfRecord(one)),
      60,
      async (operation, note) => {
        const path = await pathOf(app, operation, app.demo);
        const { status, body } = await callOperation(tokens.get('stranger')!, operation, path);
        if (![404, 422].includes(status)) note(`${operation.name}: ${status} ${JSON.stringify(body)}`);
      },
    ));
});

describe('every operation of signing in', () => {
  it('needs a session if it says so, and fails for nobody', async () => {
    const document: Json = (await host.browser().get('/openapi.json')).body;
    await checkEach(everyOperationOf(document), AT_LEAST.console, async (operation, note) => {
      const scope = operation.declared['x-scope'];
      const answer = await callOperation(host.browser(), operation, await pathOf(app, operation));
      if (answer.status >= 500) note(`${operation.name}: ${answer.status}`);
      if (scope !== 'open' && refusalOf(answer) !== '401 AuthenticationError')
        note(`${operation.name}: ${answer.status}`);
      if (!['session', 'open', 'content:read'].includes(scope)) note(`${operation.name}: ${scope}`);
    });
  });

  it.each([...roles, 'stranger'] as const)(
    'is allowed to a person who is %s and has just signed in',
    async (caller) => {
      const document: Json = (await host.browser().get('/openapi.json')).body;
      const ofSessions = everyOperationOf(document).filter(
        ({ declared }) => declared['x-scope'] === 'session',
      );
      // Some end the session, change the password or delete the person.
      const isFinal = ({ method, name }: Operation): boolean => method !== 'GET' || name.includes('Passkey');
      const membership =
        caller === 'stranger' ? ([app.other, 'owner'] as const) : ([app.demo, caller] as const);
      let browser: Client | undefined;
      await checkEach(ofSessions, 10, async (operation, note) => {
        browser ??= await signedIn(host, (await buildPerson(app, [[...membership]])).email);
        const { status, body } = await callOperation(browser, operation, await pathOf(app, operation));
        if (isFinal(operation)) browser = undefined;
        // Those of the installation are for operators only.
        const isRefused = status === 403;
        if (operation.path.startsWith('/operator/') && isRefused) return;
        if (isRefused || status >= 500 || body.error?.message === 'Sign in first')
          note(`${operation.name}: ${status} ${JSON.stringify(body)}`);
      });
    },
  );
});
