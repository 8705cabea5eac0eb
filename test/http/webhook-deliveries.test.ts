/** Webhook deliveries: signatures, retries, giving up, sending again, and independence of each other. */
import { describe, expect, it } from 'vitest';
import { buildItem, type Built } from '../support/factories.js';
import {
  createWebhook,
  deliveriesOf,
  settled,
  startReceiver,
  verified,
  useWebhooks,
} from '../support/receiver.js';

describe('webhook deliveries', () => {
  const { app, clock, receiver } = useWebhooks();

  it('are retried after a failure, as the same event, until they succeed', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    receiver.answer(500);
    const item = await buildItem(app.demo);
    await app.demo.api.delete(`/items/${item.id}`);
    const attempts = async () => (await deliveriesOf(app.demo, made))[0]?.attempts;
    for (const [tries, ms] of [
      [1, 6_000],
      [2, 36_000],
    ] as const) {
      await expect.poll(attempts).toBe(tries);
      const [waiting] = await deliveriesOf(app.demo, made);
      expect(waiting).toMatchObject({ status: 'waiting', responseStatus: 500 });
      expect(waiting.lastError).toContain('500');
      expect(Date.parse(waiting.nextAttemptDate)).toBeGreaterThan(clock.now().getTime());
      if (tries === 2) receiver.answer(200);
      clock.pass(ms);
    }
    const [delivered] = await settled(app.demo, made, 'delivered');
    expect(delivered).toMatchObject({ attempts: 3, lastError: null, nextAttemptDate: null });
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(new Set(receiver.received.map(({ text }) => text)).size).toBe(1);
    for (const received of receiver.received) verified(made.secret, received);
  });

  it('are signed with the old and the new secret for a day after a rotation', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const path = `/webhooks/${made.webhook.id}`;
    const { secret } = (await app.demo.api.post(`${path}/rotate-secret`)).body;
    expect(secret).not.toBe(made.secret);
    const signatures = async (): Promise<number> => {
      const before = receiver.received.length;
      await app.demo.api.post(`${path}/ping`);
      await expect.poll(() => receiver.received.length).toBe(before + 1);
      return String(receiver.received[before]?.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(2);
    for (const key of [made.secret, secret]) verified(key, receiver.received[0]!);
    clock.pass(24 * 3_600_000 + 1);
    expect(await signatures()).toBe(1);
  });

  it('are abandoned after about a day, and sent again on request', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    receiver.answer((response) => response.destroy());
    await app.demo.api.post(`/webhooks/${made.webhook.id}/ping`);
    const start = clock.now().getTime();
    for (let tries = 1; ; tries++) {
      await expect.poll(async () => (await deliveriesOf(app.demo, made))[0]?.attempts).toBe(tries);
      const [{ status, nextAttemptDate }] = (await deliveriesOf(app.demo, made)) as [Built];
      if (status === 'failed') break;
      clock.pass(Date.parse(nextAttemptDate) - clock.now().getTime());
    }
    const hours = (clock.now().getTime() - start) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(30);
    const [failed] = await deliveriesOf(app.demo, made);
    expect(failed).toMatchObject({ eventType: 'ping', responseStatus: null, nextAttemptDate: null });
    expect(failed.lastError).not.toBe('');

    receiver.answer(200);
    const again = `/webhooks/${made.webhook.id}/deliveries/${failed.id}/redeliver`;
    expect((await app.demo.api.post(again)).body.delivery).toMatchObject({ status: 'waiting', attempts: 0 });
    await settled(app.demo, made, 'delivered');
    await app.demo.api.post(again);
    await expect.poll(() => receiver.received.length).toBe(13);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);

    const elsewhere = await createWebhook(app.demo, receiver.url);
    for (const path of [
      `/webhooks/${elsewhere.webhook.id}/deliveries/${failed.id}`,
      `/webhooks/${made.webhook.id}/deliveries/${Number.MAX_SAFE_INTEGER}`,
    ]) {
      expect((await app.demo.api.get(path)).status).toBe(404);
      expect((await app.demo.api.post(`${path}/redeliver`)).status).toBe(404);
    }
  });

  it('stop once the webhook is disabled or deleted, by a person or by 410', async () => {
    receiver.answer(500);
    const disabled = await createWebhook(app.demo, `${receiver.url}/disabled`);
    const deleted = await createWebhook(app.demo, `${receiver.url}/deleted`);
    const gone = await createWebhook(app.demo, `${receiver.url}/gone`);
    receiver.answer((response, { path }) => response.writeHead(path === '/gone' ? 410 : 500).end());
    const item = await buildItem(app.demo);
    await app.demo.api.patch(`/items/${item.id}`, { title: 'Once' });
    await settled(app.demo, gone, 'failed');
    expect((await app.demo.api.get(`/webhooks/${gone.webhook.id}`)).body.webhook.enabled).toBe(false);
    for (const made of [disabled, deleted])
      await expect.poll(async () => (await deliveriesOf(app.demo, made))[0]?.attempts).toBe(1);
    await app.demo.api.patch(`/webhooks/${disabled.webhook.id}`, { enabled: false });
    await app.demo.api.delete(`/webhooks/${deleted.webhook.id}`);
    receiver.answer(200);
    clock.pass(10_000);
    await app.demo.api.patch(`/items/${item.id}`, { title: 'Twice' });
    await settled(app.demo, disabled, 'failed');
    await expect
      .poll(() =>
        app.app.db
          .selectFrom('webhookDelivery')
          .select(['status', 'lastError'])
          .where('webhookId', '=', deleted.webhook.id)
          .execute(),
      )
      .toEqual([{ status: 'failed', lastError: 'The webhook is deleted' }]);
    expect(receiver.received.map(({ path }) => path).sort()).toEqual(['/deleted', '/disabled', '/gone']);
    const refused = await app.demo.api.post(`/webhooks/${disabled.webhook.id}/ping`);
    expect(refused.body.error.type).toBe('InvalidStateError');

    await app.demo.api.patch(`/webhooks/${disabled.webhook.id}`, { enabled: true });
    await app.demo.api.post(`/webhooks/${disabled.webhook.id}/ping`);
    await settled(app.demo, disabled, 'failed', 'delivered');
  });

  it('are not delayed by a receiver that never responds', async () => {
    const slow = await startReceiver();
    slow.answer(() => undefined);
    const stuck = await createWebhook(app.demo, slow.url, { events: ['item.updated'] });
    const made = await createWebhook(app.demo, receiver.url, { events: ['item.deleted'] });
    const item = await buildItem(app.demo);
    for (let i = 0; i < 20; i++) await app.demo.api.patch(`/items/${item.id}`, { title: `Title ${i}` });
    await expect.poll(() => slow.received.length).toBeGreaterThan(0);
    await app.demo.api.delete(`/items/${item.id}`);
    await settled(app.demo, made, 'delivered');
    // None of its attempts has finished, and only some have started.
    expect((await deliveriesOf(app.demo, stuck)).map(({ attempts }) => attempts)).toEqual(
      Array<number>(20).fill(0),
    );
    expect(slow.received.length).toBeLessThanOrEqual(8);
    await app.demo.api.delete(`/webhooks/${stuck.webhook.id}`);
    await slow.close();
  });

  it('follow no redirects and read no endless response', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    receiver.answer((response, { path }) => {
      if (path === '/elsewhere') response.writeHead(200).end();
      else response.writeHead(302, { Location: `${receiver.url}/elsewhere` }).end();
    });
    await app.demo.api.post(`/webhooks/${made.webhook.id}/ping`);
    await expect.poll(async () => (await deliveriesOf(app.demo, made))[0]?.responseStatus).toBe(302);
    expect(receiver.received.map(({ path }) => path)).toEqual(['/']);

    const cut = new Promise((resolve) =>
      receiver.answer((response) => {
        response.writeHead(200);
        response.on('close', resolve);
        const flood = (): void => {
          if (!response.destroyed) response.write(Buffer.alloc(65_536), flood);
        };
        flood();
      }),
    );
    await app.demo.api.post(`/webhooks/${made.webhook.id}/ping`);
    await cut;
    await settled(app.demo, made, 'waiting', 'delivered');
  });
});
