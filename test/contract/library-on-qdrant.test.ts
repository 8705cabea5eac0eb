/** A library from import to search with Qdrant as the engine: a server, or its engine behind the test server. */
import { QdrantClient } from '@qdrant/js-client-rest';
import { describe, expect, inject, it } from 'vitest';
import { versionKey } from '../../src/search/indexing/index-version.repository.js';
import { engineUsed } from '../support/engines.js';
import { fillWithSamples } from '../support/sample-library.js';
import { startApp, useApp } from '../support/start-app.js';

const url = inject('qdrantUrl');

describe.skipIf(!url)('a library on Qdrant', () => {
  const app = useApp({ worker: true, env: { QDRANT_URL: url } });

  it('can be filled, searched, edited and rebuilt', async () => {
    const { questions } = await fillWithSamples(app, app.demo);
    engineUsed('Qdrant');
    const first = async (q: string) => {
      const { body } = await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`);
      expect(body.mode).toBe('hybrid');
      return body.results[0]?.item;
    };
    for (const { q, item } of questions) expect((await first(q))?.title, q).toBe(item);
    // Only the embedded engine keeps an account in memory.
    expect(await app.app.index.memory()).toBeUndefined();

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

  it('requests a reindex when an earlier version of Lectern built the index, and drops that index', async () => {
    const client = new QdrantClient({ url, checkCompatibility: false });
    const { index } = app.app;
    const { version } = await index.current();
    const own = async (): Promise<string[]> => {
      const { collections } = await client.getCollections();
      return collections.map(({ name }) => name).filter((name) => name.includes(`_${versionKey(version)}`));
    };
    expect(await own()).toHaveLength(3);
    const vectors = { vector: { size: 8, distance: 'Cosine' as const } };
    for (const name of await own()) {
      await client.createCollection(name.replace('lectern_v4_', 'lectern_v2_'), { vectors });
      await client.deleteCollection(name);
    }
    await expect(index.check()).rejects.toThrow(/missing.*lectern reindex/s);
    expect(await app.app.reindex()).toMatchObject({ items: 15 });
    await index.check();
    await index.dropRetired();
    expect(await own()).toEqual([]);
  });
});

describe('a library whose Qdrant does not respond', () => {
  it('falls back to full-text search', async () => {
    const lost = await startApp({ worker: true, env: { QDRANT_URL: 'http://127.0.0.1:9' } });
    const answer = await lost.demo.site.get('/search?q=forgiveness');
    expect(answer.status).toBe(200);
    expect(answer.body.mode).toBe('keyword');
    await lost.stop();
  });
});
