/** What is left of people who are deleted: nothing by which they could be recognised. */
import { beforeAll, describe, expect, it } from 'vitest';
import { forgetPersonHandler } from '../../src/identity/people/remove-person.js';
import { postponed, type Job } from '../../src/platform/jobs/job.types.js';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { jobOf, startBulk } from '../support/bulk.js';
import type { Client } from '../support/client.js';
import { buildEverything, buildItem, setItem } from '../support/factories.js';
import { createWebhook } from '../support/receiver.js';
import { useApp, type Tenant } from '../support/start-app.js';

const NAME = 'Zebedee Unmistakable';
const DELETED = 'Deleted person';

describe('deleted people', () => {
  const app = useApp({ worker: true });
  const host = consoleOf(app);
  beforeAll(async () => {
    await app.app.db
      .updateTable('account')
      .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
      .execute();
  });

  /** The private API as the browser reaches it. */
  const inAccount = (browser: Browser, tenant: Tenant): Tenant => {
    const base = `/a/${tenant.account.shortName}/v2`;
    const send: Client['send'] = (method, path, body, headers) =>
      browser.send(method, base + path, body, headers);
    const api: Client = {
      headers: browser.headers,
      send,
      get: (path, headers) => send('GET', path, undefined, headers),
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
      patch: (path, body, headers) => send('PATCH', path, body, headers),
      delete: (path, headers) => send('DELETE', path, undefined, headers),
    };
    return { ...tenant, api };
  };

  /** The tables in which a text stands, with one of its rows each. */
  const tablesWith = async (text: string): Promise<string[]> => {
    const { db } = app.app;
    const found: string[] = [];
    for (const { name } of await db.introspection.getTables()) {
      const rows = await db
        .selectFrom(name as 'item')
        .selectAll()
        .execute();
      const row = rows.map((one) => JSON.stringify(one)).find((one) => one.includes(text));
      if (row) found.push(`${name}: ${row}`);
    }
    return found;
  };

  it('are named nowhere: not by what they made, nor by the audit log, deliveries and jobs', async () => {
    const { id, email } = await buildPerson(app, [
      [app.demo, 'owner'],
      [app.other, 'editor'],
    ]);
    await app.app.db.updateTable('person').set({ name: NAME }).where('id', '=', id).execute();
    await buildPerson(app, [[app.demo, 'owner']]);
    const browser = await signedIn(host, email);
    const own = inAccount(browser, app.demo);

    await createWebhook(app.demo, 'https://site.example.org/hooks');
    await createWebhook(own, 'https://site.example.org/own');
    await buildEverything(app, own);
    await own.api.post(
      '/tokens/create',
      { name: 'Mine', scopes: ['content:read'] },
      { 'Idempotency-Key': 'mine' },
    );
    const item = await buildItem(own);
    await setItem(app, item, { status: 'published' });
    await own.api.patch(`/items/${item.id}/draft`, { title: 'Proposed' });
    await own.api.post(`/items/${item.id}/review/request`, { note: 'Please' });
    expect((await app.demo.api.post(`/items/${item.id}/draft/apply`)).status).toBe(200);
    await own.api.patch(`/items/${item.id}/draft`, { title: 'Proposed again' });
    const job = await startBulk(own, { ids: [item.id], action: 'unpublish' });
    await app.idle();
    expect((await jobOf(own, job)).status).toBe('done');
    const named = (await tablesWith(NAME)).map((row) => row.split(':')[0]);
    for (const table of ['auditEntry', 'itemRevision', 'itemDraft', 'webhookDelivery', 'accountJob', 'token'])
      expect(named).toContain(table);
    expect((await browser.delete('/auth/me')).status).toBe(200);
    await app.idle();
    expect(await tablesWith(NAME)).toEqual([]);
    expect(await tablesWith(email)).toEqual([]);
    expect(await app.app.db.selectFrom('idempotencyKey').selectAll().execute()).toEqual([]);

    const { run } = forgetPersonHandler(app.app);
    const again = [{ payload: { forgetPersonId: id } }] as Job<'forgetPerson'>[];
    expect(await run(again, new AbortController().signal)).toEqual([undefined]);
    expect(await run(again, AbortSignal.abort())).toEqual([postponed]);

    const { revisions } = (await app.demo.api.get(`/items/${item.id}/revisions?_orderBy=id,DESC`)).body;
    expect(revisions.map((one: any) => one.draftAuthor)).toContainEqual({
      type: 'person',
      id,
      name: DELETED,
    });
    const { auditEntries } = (await app.demo.api.get(`/audit-log?personId=${id}`)).body;
    expect(auditEntries.length).toBeGreaterThan(10);
    for (const entry of auditEntries) expect(entry).toMatchObject({ personName: DELETED, address: null });
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item.createdBy).toEqual({
      type: 'person',
      id,
      name: DELETED,
    });
  });
});
