/** Invitations of new and of known people, and what others can learn from them. */
import { describe, expect, it } from 'vitest';
import { buildPerson, signedIn } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { NEW_PASSWORD, peopleOf } from '../support/people.js';
import { useApp } from '../support/start-app.js';

const DAY_MS = 24 * 60 * 60_000;

describe('invitations', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  const { host, newAddress, invite, redeem, listed } = peopleOf(app);
  const maintain = async (): Promise<void> => {
    app.app.maintenance.start();
    await app.app.maintenance.stop();
  };
  const membershipsOf = (personId: number) =>
    app.app.db.selectFrom('membership').selectAll().where('personId', '=', personId).execute();

  it('invites a new person, who joins with a password of their own', async () => {
    const email = newAddress();
    const { person, token } = await invite(app.demo, { email: ` ${email.toUpperCase()} ` });
    expect(person).toEqual({
      id: person.id,
      name: email.split('@')[0],
      email,
      role: 'editor',
      status: 'invited',
      hasSecondFactor: false,
      lastSignInAt: null,
      invitationExpiresAt: new Date(clock.now().getTime() + DAY_MS).toISOString(),
      entryDate: clock.now().toISOString(),
    });
    expect(await membershipsOf(person.id)).toEqual([]);
    expect((await host.browser().post('/auth/sign-in', { email, password: NEW_PASSWORD })).status).toBe(401);
    expect((await redeem(token)).body.accounts).toMatchObject([{ shortName: 'demo', role: 'editor' }]);
    expect(await listed(app.demo, email)).toEqual([
      {
        ...person,
        status: 'active',
        lastSignInAt: clock.now().toISOString(),
        invitationExpiresAt: null,
      },
    ]);
    expect((await redeem(token)).status).toBe(404);
    await host.browser().post('/auth/sign-in', { email, password: NEW_PASSWORD });
  });

  it('replaces an open invitation of the same address, and forgets it a month after it expired', async () => {
    const email = newAddress();
    const first = await invite(app.demo, { email });
    const second = await invite(app.demo, { email, role: 'analyst', name: 'Samuel' });
    expect(second.person).toMatchObject({ id: first.person.id, role: 'analyst', name: 'Samuel' });
    expect((await redeem(first.token)).status).toBe(404);
    clock.pass(DAY_MS);
    expect((await redeem(second.token)).status).toBe(404);
    await maintain();
    expect(await listed(app.demo, email)).toHaveLength(1);
    const third = await invite(app.demo, { email });
    expect(third.person.id).toBe(first.person.id);
    clock.pass(31 * DAY_MS);
    await maintain();
    expect(await listed(app.demo, email)).toEqual([]);
  });

  it('answers the same for addresses that are known elsewhere and for unknown ones', async () => {
    const known = await buildPerson(app, [[app.other, 'owner']]);
    const unknown = newAddress();
    const answers = [];
    for (const email of [known.email, unknown]) {
      const { status, body } = await app.demo.api.post('/people/create', {
        email,
        role: 'editor',
        name: 'A',
      });
      const { id, ...person } = body.person;
      expect(id).toBeGreaterThan(known.id);
      answers.push({ status, person: { ...person, email: '' }, keys: Object.keys(body) });
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  it('never signs in or changes a known person, who joins after signing in', async () => {
    const known = await buildPerson(app, [[app.other, 'analyst']]);
    const { person, token } = await invite(app.demo, {
      email: known.email,
      name: 'Taken over',
      role: 'owner',
    });
    const stranger = await signedIn(host, (await buildPerson(app, [])).email);
    for (const browser of [host.browser(), stranger])
      expect((await redeem(token, browser)).body.error?.type).toBe('SignInRequiredError');
    expect(await membershipsOf(known.id)).toHaveLength(1);
    const browser = await signedIn(host, known.email);
    const { status, body } = await redeem(token, browser, undefined);
    expect(status).toBe(200);
    expect(body.person).toMatchObject({ id: known.id, name: expect.not.stringContaining('Taken') });
    await signedIn(host, known.email);
    const [joined] = await listed(app.demo, known.email);
    expect(joined).toMatchObject({ id: known.id, role: 'owner', status: 'active' });
    expect((await app.demo.api.get(`/people/${person.id}`)).status).toBe(404);
  });

  it('gives an address that two accounts invited to one person', async () => {
    const email = newAddress();
    const [first, second] = [await invite(app.demo, { email }), await invite(app.other, { email })];
    const answers = await Promise.all([redeem(first.token), redeem(second.token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const rows = await app.app.db.selectFrom('person').selectAll().where('email', '=', email).execute();
    expect(rows).toHaveLength(1);
    const late = answers[0].status === 200 ? second : first;
    const browser = host.browser();
    await browser.post('/auth/sign-in', { email, password: NEW_PASSWORD });
    expect((await redeem(late.token, browser)).status).toBe(200);
    expect(await membershipsOf(rows[0]!.id)).toHaveLength(2);
  });

  it('refuses whoever belongs to the account already, and malformed bodies', async () => {
    const { email } = await buildPerson(app, [[app.demo, 'editor']]);
    expect((await app.demo.api.post('/people/create', { email, role: 'owner' })).status).toBe(409);
    for (const body of [
      { email },
      { email, role: 'operator' },
      { email: 'a@b', role: 'editor' },
      { email: 'a@example.org,b@example.org', role: 'editor' },
      { email: `${'a'.repeat(250)}@example.org`, role: 'editor' },
      { email: newAddress(), role: 'editor', name: ' ' },
      { email: newAddress(), role: 'editor', isOperator: true },
    ])
      expect((await app.demo.api.post('/people/create', body)).status).toBe(422);
  });

  it('withdraws an invitation', async () => {
    const { person, token } = await invite(app.demo, { email: newAddress() });
    expect((await app.demo.api.delete(`/people/${person.id}`)).status).toBe(200);
    expect((await redeem(token)).status).toBe(404);
    const row = await app.app.db.selectFrom('person').select('id').where('id', '=', person.id).execute();
    expect(row).toEqual([]);
  });

  it('limits the people of an account', async () => {
    const church = await app.tenant('crowded');
    const now = clock.now().toISOString();
    const rows = Array.from({ length: 1_000 }, (_, i) => ({
      name: 'Many',
      email: `many-${i}@example.org`,
      timeZone: 'UTC',
      entryDate: now,
      updatedDate: now,
    }));
    const people = await app.app.db
      .insertInto('person')
      .values(rows as never)
      .returning('id')
      .execute();
    await app.app.db
      .insertInto('membership')
      .values(
        people.map(({ id }) => ({
          accountId: church.account.id,
          personId: id,
          role: 'editor' as const,
          entryDate: now,
        })),
      )
      .execute();
    const refused = await church.api.post('/people/create', { email: newAddress(), role: 'editor' });
    expect(refused.status).toBe(422);
    expect(refused.body.error.message).toContain('1000 people');
  });
});
