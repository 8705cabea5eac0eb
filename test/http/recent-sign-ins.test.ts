/** What needs a sign-in of the last ten minutes: decided for everything that concerns access or exports data. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn } from '../support/browser.js';
import { callOperation } from '../support/call-operation.js';
import { checkEach } from '../support/check-each.js';
import type { Client } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { everyOperationOf, type Operation } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

const CONCERNED = [
  /^\/(people|tokens|embed-tokens|webhooks|account)(\/|$)/,
  /^\/auth\/(me|memberships|sessions)(\/|$)/,
  /\/export(\/|$)/,
];

describe('a sign-in two hours ago', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  let browser: Client;
  /** Of the private API and of the console, with the prefix of each on the console's host. */
  const operations: [prefix: string, operation: Operation][] = [];
  const recentOf = ({ declared }: Operation): unknown => declared['x-recent'];

  beforeAll(async () => {
    await app.app.db
      .updateTable('account')
      .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
      .execute();
    browser = await signedIn(consoleOf(app), (await buildPerson(app, [[app.demo, 'owner']])).email);
    clock.pass(2 * 3_600_000);
    const all = [
      ['/a/demo/v2', (await app.demo.api.get('/openapi.json')).body],
      ['', (await browser.get('/openapi.json')).body],
    ] as const;
    for (const [prefix, document] of all)
      for (const operation of everyOperationOf(document)) operations.push([prefix, operation]);
  });

  it('is decided about by every operation on access, settings and exports', () => {
    const undecided = operations
      .filter(([, { path }]) => CONCERNED.some((pattern) => pattern.test(path)))
      .filter(([, operation]) => typeof recentOf(operation) !== 'boolean');
    expect(undecided.map(([, { name }]) => name)).toEqual([]);
  });

  it('does not suffice for what takes over the account, or takes its data away', () => {
    const names = operations.filter(([, one]) => recentOf(one) === true).map(([, { name }]) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'PATCH /account',
        'PATCH /webhooks/{webhookId}',
        'POST /embed-tokens/create',
        'DELETE /auth/sessions',
        'GET /search/checks/export',
      ]),
    );
  });

  it('is refused by each of them', () => {
    const closed = operations.filter(([, operation]) => recentOf(operation) === true);
    return checkEach(closed, 25, async ([prefix, operation], note) => {
      const path = prefix + operation.path.replace(/\{\w+\}/g, '1');
      const { status, body } = await callOperation(browser, operation, path);
      if (status !== 403 || body.error.type !== 'ReauthenticationRequiredError')
        note(`${operation.name}: ${status} ${JSON.stringify(body)}`);
    });
  });

  it('still suffices for reading', async () => {
    for (const path of ['/a/demo/v2/account', '/a/demo/v2/webhooks', '/auth/sessions'])
      expect((await browser.get(path)).status).toBe(200);
  });
});
