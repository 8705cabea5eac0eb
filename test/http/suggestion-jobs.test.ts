/** Suggestions run after indexing, in jobs of lower priority, and never change the status. */
import { describe, expect, it } from 'vitest';
import { buildItem, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { untilIdle } from '../support/until-idle.js';
import { talks, vttOf } from '../support/talks.js';

const SENTENCES = [...talks.bees, 'Turn with me to Romans 8:28, and read Romans 8:28 again at home.'];

describe('suggestions after indexing', () => {
  const app = useApp({ suggestions: true });

  const put = async (item: Built): Promise<void> => {
    const vtt = { 'Content-Type': 'text/vtt' };
    expect((await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(SENTENCES), vtt)).status).toBe(200);
  };
  const suggestJobs = () =>
    app.app.db.selectFrom('job').select(['id', 'status']).where('kind', '=', 'suggestItem').execute();
  /** Runs a worker until it has nothing left to do. */
  const work = async (suggests: boolean): Promise<void> => {
    const worker = app.app.createWorker({ suggests });
    const working = worker.run();
    const indexJobs = () => app.app.db.selectFrom('job').select('id').where('kind', 'like', '%Item');
    const left = () => indexJobs().where('kind', '!=', 'suggestItem').execute();
    if (suggests) await untilIdle(app.app.db);
    else await expect.poll(left, { timeout: 60_000 }).toEqual([]);
    await worker.stop();
    await working;
  };
  const progress = async ({ id }: Built) =>
    (await app.demo.api.get(`/items/${id}/processing`)).body.processing;
  const stepOf = async (item: Built) => (await progress(item)).steps.at(-1);
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const suggested = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/items/${id}/suggestions`)).body.scriptures;
  const found = async (query: string): Promise<number[]> =>
    (await app.demo.site.get(`/search?${query}`)).body.results.map(({ item }: Built) => item.id);

  it('run after an item is published and searchable, and compute no vector twice', async () => {
    const model = await app.app.embedder.get();
    const { embedDocuments } = model;
    const embedded: string[] = [];
    model.embedDocuments = (texts) => {
      embedded.push(...texts);
      return embedDocuments.call(model, texts);
    };
    const item = await buildItem(app.demo, { autoPublish: true, autoAcceptScriptures: true });
    await put(item);
    await work(false);
    expect(await read(item)).toMatchObject({ status: 'published', wizardStep: 'finalize' });
    expect(await found('q=bees')).toEqual([item.id]);
    expect(await found('q=bees&book=ROM')).toEqual([]);
    expect(await progress(item)).toMatchObject({ status: 'ready', percent: 100, errorMessage: null });
    expect(await stepOf(item)).toMatchObject({ name: 'suggest', status: 'pending', percent: 0 });

    await work(true);
    model.embedDocuments = embedDocuments;
    expect(await stepOf(item)).toMatchObject({ status: 'done', percent: 100 });
    expect(await progress(item)).toMatchObject({ status: 'ready', percent: 100 });
    // Accepted automatically, and found by a search.
    expect((await read(item)).status).toBe('published');
    expect(await found('q=bees&book=ROM')).toEqual([item.id]);
    const chunks = await app.app.db
      .selectFrom('chunk')
      .select('text')
      .where('itemId', '=', item.id)
      .execute();
    for (const { text } of chunks) expect(embedded.filter((one) => one === text)).toHaveLength(1);
  });

  it('keep the status when they fail, and can be retried', async () => {
    const item = await buildItem(app.demo, { autoPublish: true });
    await put(item);
    await work(false);
    const [job] = await suggestJobs();
    await app.app.jobAdmin.cancel(job!.id);
    expect((await read(item)).status).toBe('published');
    expect(await progress(item)).toMatchObject({ status: 'ready', percent: 100, errorMessage: null });
    expect(await stepOf(item)).toMatchObject({
      status: 'error',
      message: 'No suggestions: An operator has cancelled it.',
    });
    const needs = await app.demo.api.get(`/items?needsAttention=true&id=${item.id}`);
    expect(needs.body.totalRecords).toBe(0);

    await app.demo.api.post(`/items/${item.id}/process`);
    await work(true);
    expect(await stepOf(item)).toMatchObject({ status: 'done', message: null });
    expect(await suggested(item)).toMatchObject([{ citation: 'Romans 8:28' }]);
  });

  it('run once for an item that is processed again before they ran', async () => {
    const item = await buildItem(app.demo);
    await put(item);
    await work(false);
    await put(item);
    await app.demo.api.put(`/items/${item.id}/transcript`, vttOf([...talks.bread, 'Read Micah 6:8.']), {
      'Content-Type': 'text/vtt',
    });
    await work(true);
    expect((await suggested(item)).map(({ citation }: Built) => citation)).toEqual(['Micah 6:8']);
    expect(await suggestJobs()).toEqual([]);
  });

  it('are resumed if their job was deleted', async () => {
    const item = await buildItem(app.demo);
    await put(item);
    await work(false);
    await app.app.db.deleteFrom('job').where('kind', '=', 'suggestItem').execute();
    await setItem(app, item, { updatedDate: '2020-01-01T00:00:00.000Z' });
    app.app.maintenance.start();
    await expect.poll(suggestJobs).toMatchObject([{ status: 'waiting' }]);
    await app.app.maintenance.stop();
    await work(true);
    expect(await suggested(item)).toMatchObject([{ citation: 'Romans 8:28' }]);
  });
});
