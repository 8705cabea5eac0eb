/** The whole way of a talk with Qdrant as the search engine; joins where TEST_QDRANT_URL names a server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engineUsed } from '../support/engines.js';
import { fillWithSamples } from '../support/sample-library.js';
import { startApp, type TestApp } from '../support/start-app.js';

const url = process.env.TEST_QDRANT_URL;
if (!url) console.log('TEST_QDRANT_URL is not set: the library on Qdrant is skipped.');

describe.skipIf(!url)('a library on Qdrant', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp({ worker: true, env: { QDRANT_URL: url ?? '' } })));
  afterAll(async () => {
    // What the engine keeps goes with the library.
    const { version } = await app.app.index.current();
    await app.app.index.activate({ ...version, id: 0 });
    await app.app.index.dropRetired();
    await app.stop();
  });

  it('is filled, searched, edited and built anew', async () => {
    const { questions } = await fillWithSamples(app, app.demo);
    engineUsed('Qdrant');
    const first = async (q: string) => {
      const { body } = await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`);
      expect(body.mode).toBe('hybrid');
      return body.results[0]?.item;
    };
    for (const { q, item } of questions) expect((await first(q))?.title, q).toBe(item);

    const found = await first('calm nerves before giving a speech');
    await app.demo.api.patch(`/items/${found.id}`, { title: 'Zymurgy and other subjects' });
    await app.idle();
    expect((await first('zymurgy')).id).toBe(found.id);
    const { body } = await app.demo.site.get(`/items/${found.id}/related?limit=3`);
    expect(body.items).toHaveLength(3);

    await app.demo.api.post(`/items/${found.id}/unpublish`);
    await app.idle();
    await app.demo.api.delete(`/items/${found.id}`);
    await app.idle();
    expect((await first('zymurgy'))?.id).not.toBe(found.id);
    expect(await app.app.reindex()).toMatchObject({ items: 15 });
    expect(await app.app.reconcile({ repair: false })).toEqual({ checked: 15, differing: 0 });
    expect((await first(questions[0]?.q ?? ''))?.title).toBe(questions[0]?.item);
  });
});

describe('a library whose Qdrant does not answer', () => {
  it('goes on by words', async () => {
    const lost = await startApp({ worker: true, env: { QDRANT_URL: 'http://127.0.0.1:9' } });
    const answer = await lost.demo.site.get('/search?q=forgiveness');
    expect(answer.status).toBe(200);
    expect(answer.body.mode).toBe('keyword');
    await lost.stop();
  });
});
