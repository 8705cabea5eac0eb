/** Webhook deliveries survive a crash of the sender. */
import { describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { buildItem } from '../support/factories.js';
import { createWebhook, deliveriesOf, settled, startReceiver, verified } from '../support/receiver.js';
import { startCli } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';
import { use } from '../support/use.js';

describe('webhooks', () => {
  const app = useApp({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const receiver = use(() => startReceiver(), 'close');

  const startWorker = async (): Promise<() => Promise<void>> => {
    const second = createApp(app.app.config);
    const running = await startServer(second, { role: 'worker', warm: false });
    return async () => {
      await running.stop();
      await second.close();
    };
  };

  it('are delivered as the same event even if the sender is killed or stopped halfway', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const item = await buildItem(app.demo);
    receiver.answer(() => undefined);
    await app.demo.api.delete(`/items/${item.id}`);
    expect(await deliveriesOf(app.demo, made)).toMatchObject([{ status: 'waiting', attempts: 0 }]);

    const { dataDir, databaseUrl } = app.app.config;
    const child = startCli(['serve', '--role', 'worker'], {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      LOG_LEVEL: 'warn',
    });
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(1);
    child.process.kill('SIGKILL');
    await child.finished;

    const stop = await startWorker();
    await expect.poll(() => receiver.received.length, { timeout: 60_000 }).toBe(2);
    // Aborts the attempt without counting it.
    await stop();
    expect(await deliveriesOf(app.demo, made)).toMatchObject([{ status: 'waiting', attempts: 0 }]);

    receiver.answer(200);
    const stopLast = await startWorker();
    await settled(app.demo, made, 'delivered');
    await stopLast();
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const received of receiver.received)
      expect(verified(made.secret, received)).toMatchObject({
        type: 'item.deleted',
        data: { item: { id: item.id } },
      });
    expect(
      await app.app.db.selectFrom('job').select('id').where('kind', '=', 'deliverWebhook').execute(),
    ).toEqual([]);
  });

  it('keep their deliveries for 30 days', async () => {
    const made = await createWebhook(app.other, receiver.url);
    const days = [29, 31];
    for (const age of days) {
      const { id } = (await app.other.api.post(`/webhooks/${made.webhook.id}/ping`)).body.delivery;
      const entryDate = new Date(Date.now() - age * 86_400_000).toISOString();
      await app.app.db.updateTable('webhookDelivery').set({ entryDate }).where('id', '=', id).execute();
    }
    const stop = await startWorker();
    await settled(app.other, made, 'delivered');
    await stop();
  });
});
