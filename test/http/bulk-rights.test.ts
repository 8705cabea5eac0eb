/** Bulk jobs whose starter loses the right while they run: what is done stays, and the rest is refused. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn } from '../support/browser.js';
import { idsOf, jobOf, resultsOf, useBulk } from '../support/bulk.js';
import { createClient, type Client } from '../support/client.js';
import { buildTopic, setItem, type Built } from '../support/factories.js';

/** More than the first batch of a turn. */
const ITEMS = 25;
const BATCH = 20;

describe('a bulk job', () => {
  const { app, worker, tenant, get, buildItems } = useBulk();
  const host = () => consoleOf(app);

  /** Tells the worker to stop after its first batch. */
  const afterOneBatch = (): AbortSignal => {
    let batches = 0;
    const signal = {
      get aborted() {
        return batches++ > 0;
      },
    };
    return signal as AbortSignal;
  };

  /** Starts a job that adds a topic, and has the starter lose the right after the first batch. */
  const interrupted = async (
    start: (body: object) => Promise<{ status: number; body: Built }>,
    lose: () => Promise<{ status: number }>,
    prepare: (items: Built[]) => Promise<void> = async () => {},
  ): Promise<{ items: Built[]; job: Built; results: Built[] }> => {
    const items = await buildItems(ITEMS);
    await prepare(items);
    const topic = await buildTopic(tenant);
    const { status, body } = await start({ ids: idsOf(items), action: 'addTopic', topicId: topic.id });
    expect(status).toBe(201);
    const turn = (await worker.take())!;
    await worker.handler.run([turn], afterOneBatch());
    expect((await jobOf(tenant, body.job)).done).toBe(BATCH);
    expect((await lose()).status).toBeLessThan(300);
    await worker.run(turn);
    await worker.complete(turn);
    const job = await jobOf(tenant, body.job);
    const results = await resultsOf(tenant, job);
    return { items, job, results: results.sort((a, b) => a.itemId - b.itemId) };
  };

  const expectRefused = async (
    { items, job, results }: Awaited<ReturnType<typeof interrupted>>,
    message: string | RegExp,
  ): Promise<void> => {
    expect(job).toMatchObject({ status: 'done', done: BATCH, failed: ITEMS - BATCH, changed: BATCH });
    for (const [at, { outcome, error }] of results.entries())
      if (at < BATCH) expect(outcome).toBe('changed');
      else
        expect([outcome, error]).toEqual([
          'failed',
          { type: 'PermissionError', message: expect.stringMatching(message) as string },
        ]);
    expect((await get(items[BATCH - 1].id)).topics).toHaveLength(1);
    expect((await get(items[BATCH].id)).topics).toHaveLength(0);
  };

  const editor = async () => {
    const { account } = tenant;
    const { id, email } = await buildPerson(app, [[tenant, 'editor']]);
    const browser: Client = await signedIn(host(), email);
    const start = (body: object) => browser.post(`/a/${account.shortName}/v2/items/bulk`, body);
    return { id, start };
  };

  it('stops changing items when its token is revoked', async () => {
    const made = (await tenant.api.post('/tokens/create', { name: 'Website', scopes: ['content:write'] }))
      .body;
    const api = createClient(app.privateUrl, { Authorization: `Bearer ${made.secret}` });
    const ended = await interrupted(
      (body) => api.post('/items/bulk', body),
      () => tenant.api.delete(`/tokens/${made.token.id}`),
    );
    await expectRefused(ended, /^The token "Website" was revoked\.$/);
  });

  it('stops changing items when the person who started it is removed', async () => {
    const { id, start } = await editor();
    const ended = await interrupted(start, () => tenant.api.delete(`/people/${id}`));
    await expectRefused(ended, /^Who started this is no longer in the account\.$/);
  });

  it('stops changing items when the person who started it may only read', async () => {
    const { id, start } = await editor();
    const ended = await interrupted(start, () => tenant.api.patch(`/people/${id}`, { role: 'analyst' }));
    await expectRefused(ended, /has the role analyst now/);
  });

  it('changes only drafts once the person who started it is a contributor', async () => {
    const { id, start } = await editor();
    const { results } = await interrupted(
      start,
      () => tenant.api.patch(`/people/${id}`, { role: 'contributor' }),
      async (items) => {
        for (const item of [items[0], items[BATCH]]) await setItem(app, item, { status: 'published' });
      },
    );
    expect(results[0].outcome).toBe('changed');
    expect(results[BATCH]).toMatchObject({ outcome: 'failed', error: { type: 'PermissionError' } });
    expect(results[BATCH + 1].outcome).toBe('changed');
  });
});
