/** Secrets in the database are encrypted or hashed, including those in stored responses. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/platform/lib/ids.js';
import { buildItem, type Built } from '../support/factories.js';
import { createWebhook, settled, startReceiver, verified } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';
import { use } from '../support/use.js';

describe('secrets', () => {
  const receiver = use(() => startReceiver(), 'close');
  const app = useApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });

  const webhookRow = (id: number) =>
    app.app.db.selectFrom('webhook').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('of webhooks are encrypted, differently each time, and still sign', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const { id } = made.webhook;
    const rotated = (await app.demo.api.post(`/webhooks/${id}/rotate-secret`)).body.secret as string;
    const row = JSON.stringify(await webhookRow(id));
    for (const secret of [made.secret, rotated]) {
      expect(row).not.toContain(secret.slice(6));
      expect(row).not.toContain(Buffer.from(secret.slice(6), 'base64').toString('hex'));
    }
    await app.demo.api.post(`/webhooks/${id}/ping`);
    await settled(app.demo, made, 'delivered');
    for (const secret of [made.secret, rotated]) verified(secret, receiver.received.at(-1)!);
  });

  it('of webhooks encrypted with another key are reported until they are rotated', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const { id } = made.webhook;
    const { secret } = await webhookRow(id);
    const damaged = `${secret.slice(0, -8)}AAAAAAAA`;
    await app.app.db.updateTable('webhook').set({ secret: damaged }).where('id', '=', id).execute();
    await app.demo.api.post(`/webhooks/${id}/ping`);
    const last = async (): Promise<Built> =>
      (await app.demo.api.get(`/webhooks/${id}/deliveries`)).body.deliveries[0];
    await expect.poll(async () => (await last()).lastError, { timeout: 60_000 }).toContain('rotate it');
    const rotated = (await app.demo.api.post(`/webhooks/${id}/rotate-secret`)).body.secret as string;
    await app.demo.api.post(`/webhooks/${id}/ping`);
    await expect.poll(async () => (await last()).status, { timeout: 60_000 }).toBe('delivered');
    verified(rotated, receiver.received.at(-1)!);
  });

  it('of uploads are stored as hashes, and do not appear in stored responses', async () => {
    const item = await buildItem(app.demo);
    const png = { fileMimeType: 'image/png', fileSizeBytes: 9 };
    const creates: [string, object][] = [
      [`/items/${item.id}/media/create`, { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: 3 }],
      [
        `/items/${item.id}/resources/create`,
        { ...png, title: 'A', contentType: 'file', originalFilename: 'a.png' },
      ],
      [`/items/${item.id}/artwork/create`, { ...png, variant: 'square' }],
    ];
    const colleague = await app.withScopes(app.demo, 'admin');
    for (const [path, body] of creates) {
      const headers = { 'Idempotency-Key': path };
      const first = await app.demo.api.post(path, body, headers);
      expect([path, first.status]).toEqual([path, 201]);
      const secret = (first.body.uploadUrl as string).split('/').at(-1) ?? '';
      expect(secret).toMatch(/^[\w-]{43}$/);
      expect((await app.demo.api.post(path, body, headers)).body).toEqual(first.body);
      // Keys are per caller: another token of the account gets an upload of its own.
      const another = await colleague.post(path, body, headers);
      expect([path, another.status]).toEqual([path, 201]);
      expect(another.body.uploadUrl).not.toBe(first.body.uploadUrl);
      const { db } = app.app;
      const rows = [
        await db.selectFrom('upload').selectAll().execute(),
        await db.selectFrom('idempotencyKey').selectAll().execute(),
      ];
      expect(JSON.stringify(rows)).toContain(sha256(secret));
      expect(JSON.stringify(rows)).not.toContain(secret);
      // Stored values do not work as secrets.
      const url = (first.body.uploadUrl as string).replace(secret, sha256(secret));
      expect((await web.put(url, 'abc', { 'Content-Type': 'audio/mpeg' })).status).toBe(403);
    }
  });
});
