/** People of an account: listed, changed, reset and removed. */
import { describe, expect, it } from 'vitest';
import { buildPerson, PASSWORD, signedIn } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { peopleOf } from '../support/people.js';
import { useApp } from '../support/start-app.js';

describe('people', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const { host, newAddress, invite, redeem, listed } = peopleOf(app);

  it('shows and changes only people of the account', async () => {
    const { id, email } = await buildPerson(app, [[app.other, 'editor']]);
    const { person } = await invite(app.other, { email: newAddress() });
    expect(await listed(app.demo, email)).toEqual([]);
    for (const each of [id, person.id]) {
      const path = `/people/${each}`;
      expect((await app.demo.api.get(path)).status).toBe(404);
      expect((await app.demo.api.patch(path, { role: 'owner' })).status).toBe(404);
      expect((await app.demo.api.delete(path)).status).toBe(404);
      expect((await app.demo.api.post(`${path}/reset`)).status).toBe(404);
    }
    expect(await listed(app.other, email)).toMatchObject([{ id, role: 'editor' }]);
  });

  it('ends the sessions of a person whose role changes, and only then', async () => {
    const { id, email } = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'owner'],
    ]);
    const browser = await signedIn(host, email);
    expect((await app.demo.api.patch(`/people/${id}`, { role: 'editor' })).status).toBe(200);
    expect((await browser.get('/auth/sessions')).status).toBe(200);
    const { body } = await app.demo.api.patch(`/people/${id}`, { role: 'analyst' });
    expect(body.person).toMatchObject({ id, role: 'analyst' });
    expect((await browser.get('/auth/sessions')).status).toBe(401);
    expect(await listed(app.other, email)).toMatchObject([{ role: 'owner' }]);
  });

  it('renames only people who belong to no other account', async () => {
    const alone = await buildPerson(app, [[app.demo, 'editor']]);
    const both = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'editor'],
    ]);
    const renamed = await app.demo.api.patch(`/people/${alone.id}`, { name: 'Ruth' });
    expect(renamed.body.person.name).toBe('Ruth');
    expect((await app.demo.api.patch(`/people/${both.id}`, { name: 'Ruth' })).status).toBe(409);
    const { person } = await invite(app.demo, { email: newAddress() });
    const changed = await app.demo.api.patch(`/people/${person.id}`, { name: 'Ruth', role: 'owner' });
    expect(changed.body.person).toMatchObject({ name: 'Ruth', role: 'owner', status: 'invited' });
  });

  it('ends membership and sessions of a removed person, who stays in their other accounts', async () => {
    const { id, email } = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'editor'],
    ]);
    const browser = await signedIn(host, email);
    expect((await app.demo.api.delete(`/people/${id}`)).status).toBe(200);
    expect((await app.demo.api.get(`/people/${id}`)).status).toBe(404);
    expect((await browser.get('/auth/sessions')).status).toBe(401);
    const again = await host.browser().post('/auth/sign-in', { email, password: PASSWORD });
    expect(again.body.accounts).toMatchObject([{ shortName: 'other' }]);
  });

  it('keeps the last owner, also when several leave at once', async () => {
    const church = await app.tenant('owned');
    const owners = [];
    for (let i = 0; i < 4; i++) owners.push(await buildPerson(app, [[church, 'owner']]));
    const answers = await Promise.all(
      owners.map(({ id }, i) =>
        i % 2 ? church.api.delete(`/people/${id}`) : church.api.patch(`/people/${id}`, { role: 'editor' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    const { people } = (await church.api.get('/people?role=owner')).body;
    expect(people).toHaveLength(1);
    for (const refused of [
      await church.api.delete(`/people/${people[0].id}`),
      await church.api.patch(`/people/${people[0].id}`, { role: 'analyst' }),
    ])
      expect(refused.body.error).toMatchObject({
        type: 'ConflictError',
        message: expect.stringContaining('last owner'),
      });
  });

  it('lets owners reset only people without rights outside the account', async () => {
    const alone = await buildPerson(app, [[app.demo, 'editor']]);
    const both = await buildPerson(app, [
      [app.demo, 'editor'],
      [app.other, 'analyst'],
    ]);
    const operator = await buildPerson(app, [[app.demo, 'editor']], { isOperator: 1 });
    const { person } = await invite(app.demo, { email: newAddress() });
    for (const { id } of [both, operator])
      expect((await app.demo.api.post(`/people/${id}/reset`)).status).toBe(409);
    expect((await app.demo.api.post(`/people/${person.id}/reset`)).status).toBe(422);
    const { body } = await app.demo.api.post(`/people/${alone.id}/reset`);
    const token = body.resetUrl.split('#token=')[1];
    expect((await redeem(token)).status).toBe(200);
    await expect(signedIn(host, alone.email)).rejects.toThrow('401');
  });

  it('voids a reset link once its person joins another account or leaves', async () => {
    const joining = await buildPerson(app, [[app.demo, 'editor']]);
    const leaving = await buildPerson(app, [[app.demo, 'editor']]);
    const tokenOf = async ({ id }: { id: number }): Promise<string> =>
      (await app.demo.api.post(`/people/${id}/reset`)).body.resetUrl.split('#token=')[1];
    const [first, second] = [await tokenOf(joining), await tokenOf(leaving)];
    const { token } = await invite(app.other, { email: joining.email });
    const joined = await redeem(token, await signedIn(host, joining.email), undefined);
    expect(joined.status).toBe(200);
    await app.demo.api.delete(`/people/${leaving.id}`);
    for (const reset of [first, second]) expect((await redeem(reset)).status).toBe(404);
  });

  it('changes a version only if it is the current one', async () => {
    const { id } = await buildPerson(app, [[app.demo, 'editor']]);
    const { headers } = await app.demo.api.get(`/people/${id}`);
    const stale = { 'If-Match': headers.etag ?? '' };
    const first = await app.demo.api.patch(`/people/${id}`, { role: 'analyst' }, stale);
    expect(first.status).toBe(200);
    expect((await app.demo.api.patch(`/people/${id}`, { role: 'editor' }, stale)).status).toBe(412);
    expect((await app.demo.api.send('DELETE', `/people/${id}`, undefined, stale)).status).toBe(412);
  });

  it('logs in the audit log who was invited and changed', async () => {
    const { person } = await invite(app.demo, { email: newAddress() });
    await app.demo.api.patch(`/people/${person.id}`, { role: 'analyst' });
    const { auditEntries } = (
      await app.demo.api.get(`/audit-log?recordType=person&recordId=${person.id}&_orderBy[]=id,ASC`)
    ).body;
    expect(auditEntries).toMatchObject([
      { operation: 'invitePerson', changedFields: ['email', 'role'] },
      { operation: 'updatePerson', changedFields: ['role'] },
    ]);
  });
});
