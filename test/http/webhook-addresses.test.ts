/** Webhooks never call private or local addresses, in any notation. */
import { hostname } from 'node:os';
import { describe, expect, it } from 'vitest';
import type { Built } from '../support/factories.js';
import { createWebhook, startReceiver } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';

describe('webhooks of an installation without private addresses', () => {
  const app = useApp({ worker: true });

  it.each([
    'http://example.org/',
    'https://127.0.0.1/',
    'https://127.1/',
    'https://2130706433/',
    'https://0x7f.0.0.1:8443/',
    'https://10.1.2.3/',
    'https://172.16.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
    'https://255.255.255.255/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a00:1]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[64:ff9b:1::a00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[fe80::1]/',
    'https://[fec0::1]/',
    'https://[fd00::1]/',
    'https://[ff02::1]/',
    'https://localhost/',
    'https://api.LOCALHOST./',
    'https:///example.org',
    'https:/example.org/',
    'https:example.org',
    'https://example.org:0/',
    'https://example.org;a/',
  ])('are rejected at %s', async (url) => {
    const made = await app.demo.api.post('/webhooks/create', { url, events: ['item.ready'] });
    expect(made.status).toBe(422);
    expect(made.body.error.details.map(({ path }: Built) => path)).toEqual(['url']);
  });

  it('never connect to a name that resolves to this machine, whatever was checked before', async () => {
    const receiver = await startReceiver();
    const { port } = new URL(receiver.url);
    const { webhook } = await createWebhook(app.demo, 'https://hooks.example.org/');
    expect((await app.demo.api.patch(`/webhooks/${webhook.id}`, { url: 'https://[::1]/' })).status).toBe(422);
    // Inserted as rows, as an earlier configuration could have stored them.
    const problems: string[] = [];
    for (const url of [`https://localhost:${port}/`, `https://127.0.0.1:${port}/`, receiver.url]) {
      await app.app.db.updateTable('webhook').set({ url }).where('id', '=', webhook.id).execute();
      const { delivery } = (await app.demo.api.post(`/webhooks/${webhook.id}/ping`)).body;
      const read = async () =>
        (await app.demo.api.get(`/webhooks/${webhook.id}/deliveries/${delivery.id}`)).body.delivery;
      await expect.poll(async () => (await read()).attempts, { timeout: 60_000 }).toBeGreaterThan(0);
      problems.push((await read()).lastError);
    }
    expect(problems).toEqual([
      expect.stringContaining('private or local'),
      expect.stringContaining('private or local'),
      expect.stringContaining('https'),
    ]);
    expect(receiver.received).toEqual([]);
    await receiver.close();
  });

  it('say the same of a name that does not resolve and of one that resolves to this machine', async () => {
    const errors: string[] = [];
    for (const host of [hostname(), 'nothing.invalid']) {
      const { webhook } = await createWebhook(app.demo, 'https://hooks.example.org/');
      const url = `https://${host}:9/`;
      await app.app.db.updateTable('webhook').set({ url }).where('id', '=', webhook.id).execute();
      const { delivery } = (await app.demo.api.post(`/webhooks/${webhook.id}/ping`)).body;
      const read = async () =>
        (await app.demo.api.get(`/webhooks/${webhook.id}/deliveries/${delivery.id}`)).body.delivery;
      await expect.poll(async () => (await read()).attempts, { timeout: 60_000 }).toBeGreaterThan(0);
      errors.push((await read()).lastError.replaceAll(host, 'HOST'));
    }
    expect(errors).toEqual(Array(2).fill('HOST does not resolve to a public address'));
  });
});
