/** What people read and change of themselves, export and delete. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, PASSWORD, signedIn } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('people themselves', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const host = consoleOf(app);

  it('change their name, language and time zone', async () => {
    const { id, email } = await buildPerson(app, [[app.demo, 'analyst']]);
    const browser = await signedIn(host, email);
    const changes = { name: 'Ruth', language: 'de', timeZone: 'America/Lima' };
    const { status, body } = await browser.patch('/auth/me', changes);
    expect(status).toBe(200);
    expect(body).toEqual({
      person: expect.objectContaining({ id, email, pendingEmail: null, ...changes }),
    });
    expect((await browser.get('/auth/me')).body.person).toEqual(body.person);
    for (const refused of [{ timeZone: 'Mars' }, { isOperator: true }, { name: '' }, { email: 'nobody' }])
      expect((await browser.patch('/auth/me', refused)).status).toBe(422);
    expect((await host.browser().get('/auth/me')).status).toBe(401);
  });

  it('leave an account, unless they are its last owner', async () => {
    const tenant = await app.tenant('leaving');
    const { id, email } = await buildPerson(app, [
      [app.demo, 'analyst'],
      [tenant, 'owner'],
    ]);
    const [browser, elsewhere] = [await signedIn(host, email), await signedIn(host, email)];
    const leave = (shortName: string) => browser.delete(`/auth/memberships/${shortName}`);
    expect((await leave('leaving')).status).toBe(409);
    for (const shortName of ['other', 'nobody']) expect((await leave(shortName)).status).toBe(404);
    expect((await leave('demo')).status).toBe(200);
    expect((await browser.get('/a/demo/v2/items')).status).toBe(404);
    const { session } = (await browser.get('/auth/session')).body;
    expect(session.accounts.map(({ shortName }: { shortName: string }) => shortName)).toEqual(['leaving']);
    expect((await elsewhere.get('/auth/me')).status).toBe(401);
    await buildPerson(app, [[tenant, 'owner']]);
    clock.pass(11 * 60_000);
    expect((await leave('leaving')).body.error.type).toBe('ReauthenticationRequiredError');
    await browser.post('/auth/reauthenticate', { password: PASSWORD });
    expect((await leave('leaving')).status).toBe(200);
    const { body } = await tenant.api.get('/audit-log?operation=leaveAccount');
    expect(body.auditEntries).toMatchObject([{ actor: 'person', personId: id }]);
  });

  it('export what is stored about them, without secrets', async () => {
    const { id, email } = await buildPerson(app, [[app.demo, 'editor']]);
    const browser = await signedIn(host, email);
    const { status, body } = await browser.get('/auth/me/export');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: { id, email },
      accounts: [{ shortName: 'demo', role: 'editor' }],
      sessions: [{ device: 'Firefox on Windows', address: '127.0.0.1', method: 'password' }],
      auditEntries: [{ operation: 'signIn', address: '127.0.0.1' }],
    });
    expect(body.devices).toHaveLength(1);
    expect(JSON.stringify(body)).not.toMatch(/hash|secret|argon/i);
  });

  it('delete themselves, and can be invited again', async () => {
    const { id, email } = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'analyst'],
    ]);
    const browser = await signedIn(host, email);
    const stolen = host.browser({ cookies: browser.cookies });
    const item = await buildItem(app.demo);
    await app.demo.api.put(`/items/${item.id}/transcript`, { segments: [{ text: 'Amen.' }] });
    const { headers } = await browser.get(`/a/demo/v2/items/${item.id}/transcript/segments`);
    const draft = { base: headers.etag, operations: [] };
    expect((await browser.put(`/a/demo/v2/items/${item.id}/transcript/draft`, draft)).status).toBe(200);
    expect((await browser.get('/auth/me/export')).body.transcriptDrafts).toMatchObject([
      { shortName: 'demo', itemId: item.id, operationCount: 0 },
    ]);
    expect((await browser.delete('/auth/me')).status).toBe(200);
    expect((await stolen.get('/auth/sessions')).status).toBe(401);
    expect((await host.browser().post('/auth/sign-in', { email, password: PASSWORD })).status).toBe(401);
    const { db } = app.app;
    const [row] = await db.selectFrom('person').selectAll().where('id', '=', id).execute();
    expect(row).toMatchObject({ name: 'Deleted person', email: null, passwordHash: null, language: null });
    expect(
      await db.selectFrom('transcriptDraft').selectAll().where('caller', '=', `person:${id}`).execute(),
    ).toEqual([]);
    for (const table of ['membership', 'personSession', 'knownDevice', 'personLink'] as const)
      expect(
        await db
          .selectFrom(table as 'membership')
          .selectAll()
          .where('personId', '=', id)
          .execute(),
      ).toEqual([]);
    expect((await app.demo.api.post('/people/create', { email, role: 'editor' })).status).toBe(201);
  });

  it('cannot delete themselves as the last owner, also when all owners do at once', async () => {
    const church = await app.tenant('left');
    const browsers = [];
    for (let i = 0; i < 3; i++)
      browsers.push(
        await signedIn(
          host,
          (
            await buildPerson(app, [
              [church, 'owner'],
              [app.demo, 'analyst'],
            ])
          ).email,
        ),
      );
    const answers = await Promise.all(browsers.map((browser) => browser.delete('/auth/me')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
    const { people } = (await church.api.get('/people')).body;
    expect(people).toMatchObject([{ role: 'owner', status: 'active' }]);
  });
});
