/** Webhooks of an installation that restricts their hosts. */
import { describe, expect, it } from 'vitest';
import type { Built } from '../support/factories.js';
import { createWebhook, settled, startReceiver } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

describe('WEBHOOK_ALLOWED_HOSTS', () => {
  const receiver = use(() => startReceiver(), 'close');
  const app = useApp({
    worker: true,
    env: {
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1, hooks.example.org,*.Example.com',
    },
  });

  const create = (url: string) => app.demo.api.post('/webhooks/create', { url, events: ['item.ready'] });

  it.each([
    'https://hooks.example.org/a',
    'https://HOOKS.example.org.:8443/',
    'https://a.example.com/',
    'https://a.b.example.com/',
  ])('allows %s', async (url) => {
    expect((await create(url)).status).toBe(201);
  });

  it.each([
    'https://example.org/',
    'https://example.com/',
    'https://evilexample.com/',
    'https://hooks.example.org.evil.example/',
    'https://127.0.0.2/',
    'https://evil.example/?hooks.example.org',
  ])('rejects %s when a webhook is created or changed', async (url) => {
    const refused = await create(url);
    expect(refused.status).toBe(422);
    expect(refused.body.error.details).toEqual([
      { path: 'url', message: expect.stringContaining('WEBHOOK_ALLOWED_HOSTS') },
    ]);
    const { webhook } = (await create('https://hooks.example.org/')).body;
    expect((await app.demo.api.patch(`/webhooks/${webhook.id}`, { url })).status).toBe(422);
  });

  it('is checked at each delivery', async () => {
    const made = await createWebhook(app.demo, receiver.url, { events: ['item.deleted'] });
    const { id } = made.webhook;
    expect((await app.demo.api.post(`/webhooks/${id}/ping`)).status).toBe(200);
    await settled(app.demo, made, 'delivered');
    // Inserted as a row, as an earlier configuration could have stored it.
    const url = receiver.url.replace('127.0.0.1', 'localhost');
    await app.app.db.updateTable('webhook').set({ url }).where('id', '=', id).execute();
    await app.demo.api.post(`/webhooks/${id}/ping`);
    const deliveries = async (): Promise<Built[]> =>
      (await app.demo.api.get(`/webhooks/${id}/deliveries`)).body.deliveries;
    await expect
      .poll(async () => (await deliveries())[0].lastError, { timeout: 60_000 })
      .toContain('WEBHOOK_ALLOWED_HOSTS');
    expect(receiver.received).toHaveLength(1);
  });
});
