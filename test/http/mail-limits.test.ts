/** How much mail people can have sent to others. */
import { describe, expect, it } from 'vitest';
import { buildPerson, signedIn, consoleOf } from '../support/browser.js';
import { useApp } from '../support/start-app.js';

describe('mail to others', () => {
  const app = useApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  // It is only put into the queue: no worker runs.

  const queued = async (): Promise<number> =>
    (await app.app.db.selectFrom('job').select('id').where('kind', '=', 'sendMail').execute()).length;
  const invite = (email: string, tenant = app.demo) =>
    tenant.api.post('/people/create', { email, role: 'editor' });

  it('is limited for each address, whoever sends it', async () => {
    for (let i = 0; i < 5; i++) expect((await invite('flooded@example.org')).status).toBe(201);
    const before = await queued();
    const refused = await invite('Flooded@example.org', app.other);
    expect([refused.status, refused.body.error.type]).toEqual([429, 'RateLimitError']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    const { email } = await buildPerson(app, [[app.demo, 'analyst']]);
    const browser = await signedIn(consoleOf(app), email);
    expect((await browser.patch('/auth/me', { email: 'flooded@example.org' })).status).toBe(429);
    expect((await browser.get('/auth/me')).body.person.pendingEmail).toBeNull();
    expect(await queued()).toBe(before);
    expect((await browser.patch('/auth/me', { email: 'another@example.org' })).status).toBe(200);
  });

  it('is limited for each sender', async () => {
    const sender = await app.tenant('sender');
    for (let i = 0; i < 100; i++) expect((await invite(`guest-${i}@example.org`, sender)).status).toBe(201);
    expect((await invite('one-more@example.org', sender)).status).toBe(429);
    expect((await invite('one-more@example.org', app.other)).status).toBe(201);
  });
});
