/** The large items of an account delay one item of another, and its publishing, by at most one of them. */
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { App } from '../../src/app.js';
import { buildItem, type Built } from '../support/factories.js';
import { useApp, type Tenant } from '../support/start-app.js';

const LARGE_ITEMS = 14;
/** Words that are too long for the model, because it needs the least time for them. */
const LARGE = `${'word'.repeat(30)} `.repeat(10).concat('.\n').repeat(1_000);
const POLL_MS = 5;

describe('items of an account with large transcripts', () => {
  const app = useApp();
  let worker: ReturnType<App['createWorker']>;
  let working: Promise<void>;
  const large: Built[] = [];

  const upload = async (tenant: Tenant, text: string): Promise<Built> => {
    const item = await buildItem(tenant);
    const { status } = await tenant.api.put(`/items/${item.id}/transcript`, text, {
      'Content-Type': 'text/plain',
    });
    expect(status).toBe(200);
    return item;
  };
  const ended = () =>
    app.app.db
      .selectFrom('processing')
      .select(['itemId', 'finishedDate'])
      .where('status', '=', 'done')
      .where('finishedDate', 'is not', null)
      .orderBy('finishedDate')
      .execute();
  const largeBetween = async (from: string, until: string): Promise<number> =>
    (await ended()).filter(
      ({ itemId, finishedDate }) =>
        large.some(({ id }) => id === itemId) && finishedDate! > from && finishedDate! < until,
    ).length;
  const reached = async ({ id }: Built, status: string): Promise<string> => {
    for (;;) {
      const { item } = (await app.other.api.get(`/items/${id}`)).body;
      if (item.status === status) return new Date().toISOString();
      await setTimeout(POLL_MS);
    }
  };

  beforeAll(async () => {
    for (let i = 0; i < LARGE_ITEMS; i++) large.push(await upload(app.demo, LARGE));
    worker = app.app.createWorker();
    working = worker.run();
    while ((await ended()).length === 0) await setTimeout(POLL_MS);
  });
  afterAll(async () => {
    await worker.stop();
    await working;
  });

  it('delay one sentence of another account, and its publishing, by at most one', async () => {
    const item = await upload(app.other, 'Faithfulness is mostly stairs.');
    const queued = new Date().toISOString();
    await reached(item, 'ready');
    const ready = (await ended()).find(({ itemId }) => itemId === item.id)!.finishedDate!;
    expect(await largeBetween(queued, ready)).toBeLessThanOrEqual(1);

    await app.other.api.post(`/items/${item.id}/publish`);
    const asked = new Date().toISOString();
    const published = await reached(item, 'published');
    expect(await largeBetween(asked, published)).toBeLessThanOrEqual(1);
    expect((await ended()).length).toBeLessThan(LARGE_ITEMS);
  });
});
