/** Explanations of searches: signals that add up to the score, and why an item is missing. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Catalog } from '../../scripts/seed/catalog.js';
import { publishTalk, type Built } from '../support/factories.js';
import { fillWithSamples } from '../support/sample-library.js';
import { isOnQdrant, startApp, useApp } from '../support/start-app.js';
import { talks } from '../support/talks.js';

describe('an explanation', () => {
  const app = useApp({ worker: true });
  let catalog: Catalog;
  let beesId: number;
  beforeAll(async () => {
    catalog = await fillWithSamples(app, app.demo);
    beesId = await publishTalk(app.demo, 'Waiting with the bees', talks.bees);
    await app.idle();
  });

  const explain = async (query: string, more: object = {}): Promise<Built> => {
    const { status, body } = await app.demo.api.post('/search/explain', { query, ...more });
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  const search = async (q: string, more: object = {}): Promise<Built> =>
    (await app.demo.site.post('/search', { q, ...more })).body;
  /** How far the signals are from the log-odds of the score. */
  const distance = ({ score, signals }: Built): number => {
    const sum = signals.reduce((total: number, one: { contribution: number }) => total + one.contribution, 0);
    return Math.abs(sum - Math.log(score / (1 - score)));
  };

  it('has the results of the search, with signals that add up to the log-odds of each score', async () => {
    const [first] = catalog.items;
    const queries = [
      ...catalog.questions.map(({ q }) => q),
      ...['grace', 'bees "in the hive"', 'forgiv* -law', 'what does the Bible say about fear of death'],
      ...['Psalm 23', 'John 3:16 grace', `${first!.speakers[0]} on patience`, 'Exodus 4', 'beees and hony'],
    ];
    let compared = 0;
    for (const query of queries) {
      const explained = await explain(query, { limit: 20 });
      const found = await search(query, { limit: 20 });
      expect(explained).toMatchObject({
        ...{ query, mode: found.mode, totalRecords: found.totalRecords },
        interpretation: found.interpretation,
      });
      expect(explained.results.map(({ score, item, rank }: Built) => [item.id, score, rank])).toEqual(
        found.results.map(({ score, item }: Built, at: number) => [item.id, score, at + 1]),
      );
      expect(explained.results.map(({ passages }: Built) => passages)).toEqual(
        found.results.map(({ passages }: Built) => passages),
      );
      for (const one of [...explained.results, ...explained.below]) {
        if (one.score === 0 || one.score === 1) continue;
        expect(distance(one), `${query}: ${JSON.stringify(one)}`).toBeLessThan(1e-6);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('says what counts: words, the title, the meaning, names and scriptures', async () => {
    const signalOf = ({ signals }: Built, name: string): number =>
      signals.find((signal: Built) => signal.name === name)?.contribution ?? 0;
    const [bees] = (await explain('waiting with the bees')).results;
    expect(bees.item).toMatchObject({ id: beesId, title: 'Waiting with the bees' });
    for (const name of ['words.title', 'words.passages', 'words.item'])
      expect(signalOf(bees, name), name).toBeGreaterThan(0);
    const [meant] = (await explain('calm nerves before giving a speech')).results;
    expect(signalOf(meant, 'meaning.passages')).toBeGreaterThan(0);
    const { results } = await explain(`${catalog.items[0]!.speakers[0]} patience`);
    expect(results.some((one: Built) => signalOf(one, 'names') > 0)).toBe(true);
    expect(signalOf((await explain('Psalm 23 comfort')).results[0], 'scripture')).toBeGreaterThan(0);
  });

  it('shows what lies just below the threshold, best first, and no result twice', async () => {
    const { results, below, minScore } = await explain('bees in the hive', { limit: 50 });
    expect(below.length).toBeGreaterThan(0);
    const scores = below.map(({ score }: Built) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const ids = new Set(results.map(({ item }: Built) => item.id));
    for (const { item, rank, missing, score } of below) {
      expect([ids.has(item.id), rank]).toEqual([false, null]);
      expect(['belowMinScore', 'noMatch']).toContain(missing.reason);
      if (missing.reason === 'belowMinScore') expect(score).toBeLessThan(minScore);
    }
  });

  it('finds an item wherever it is', async () => {
    const { item, results } = await explain('bees in the hive', { itemId: beesId, limit: 1 });
    expect(item).toEqual(results[0]);
    const last = (await explain('God', { limit: 50 })).results.at(-1);
    const again = (await explain('God', { itemId: last.item.id, limit: 1 })).item;
    expect([again.rank, again.score, again.missing]).toEqual([last.rank, last.score, null]);
  });

  it('says why an item is missing', async () => {
    const { api } = app.demo;
    const reasonOf = async (query: string, itemId: number, more: object = {}): Promise<string> => {
      const { item } = await explain(query, { itemId, ...more });
      expect([item.item.id, item.rank, item.missing.message.length > 10]).toEqual([itemId, null, true]);
      if (item.signals.length > 0 && item.score > 0) expect(distance(item)).toBeLessThan(1e-6);
      return item.missing.reason;
    };
    const draft = await publishTalk(app.demo, 'Hidden hives', talks.bees, { autoPublish: false });
    await app.idle();
    expect(await reasonOf('hive', draft)).toBe('notPublic');
    expect(await reasonOf('hive -winter', beesId)).toBe('phrases');
    const [{ passages }] = (await search(catalog.questions[0]!.q)).results;
    const [phrase] = /\w+ \w+ \w+ \w+/.exec(passages[0].text)!;
    expect(await reasonOf(`hive "${phrase}"`, beesId)).toBe('phrases');
    expect(await reasonOf('hive', beesId, { year: 1800 })).toBe('filters');
    expect(['belowMinScore', 'noMatch']).toContain(await reasonOf('resurrection of the dead', beesId));
    const pin = await api.post('/search/pins/create', { query: 'hive', hiddenItemIds: [beesId] });
    expect(await reasonOf('hive', beesId)).toBe('hidden');
    await api.patch(`/search/pins/${pin.body.pin.id}`, { hiddenItemIds: [], pinnedItemIds: [beesId] });
    expect((await explain('hive', { itemId: beesId })).item).toMatchObject({
      rank: 1,
      pinned: true,
      missing: null,
    });
    const { index } = await app.app.index.current();
    await index.removeItems(app.demo.account.id, [beesId]);
    expect(await reasonOf('bees', beesId)).toBe('notIndexed');
  });

  it('is validated, and of the own account', async () => {
    const other = await publishTalk(app.other, 'Of others', talks.bees);
    const bad = async (body: object) => {
      const { status, body: answer } = await app.demo.api.post('/search/explain', body);
      return [status, answer.error.details[0].path];
    };
    expect(await bad({ query: 'x', itemId: other })).toEqual([422, 'itemId']);
    expect(await bad({ query: '' })).toEqual([422, 'query']);
    expect(await bad({ query: 'x', chapter: 3 })).toEqual([422, 'chapter']);
    expect(await bad({ query: 'x', limit: 51 })).toEqual([422, 'limit']);
    const contributor = await app.withScopes(app.demo, 'content:write');
    expect((await contributor.post('/search/explain', { query: 'x' })).status).toBe(403);
    const analyst = await app.withScopes(app.demo, 'stats:read');
    expect((await analyst.post('/search/explain', { query: 'x', itemId: beesId })).status).toBe(200);
    const draft = await publishTalk(app.demo, 'Not yet', talks.bees, { autoPublish: false });
    expect((await analyst.post('/search/explain', { query: 'x', itemId: draft })).status).toBe(403);
  });

  it('comes with what searches run on', async () => {
    await app.idle();
    const { status, body } = await app.demo.api.get('/search/index');
    expect(status, JSON.stringify(body)).toBe(200);
    const { modelId, dimensions } = await app.app.embedder.get();
    const { version, index } = await app.app.index.current();
    const { items, chunks } = await index.counts(app.demo.account.id);
    expect(body.index).toEqual({
      ...{ engine: isOnQdrant ? 'qdrant' : 'embedded', modelId, dimensions, configuredModelId: modelId },
      ...{
        languages: ['en', 'de', 'es', 'fr', 'pt'],
        builtDate: version.activeDate,
        items,
        passages: chunks,
      },
    });
    expect(items).toBeGreaterThan(catalog.items.length);
    expect((await app.other.api.get('/search/index')).body.index).toMatchObject({ items: 1, passages: 1 });
    expect((await (await app.withScopes(app.demo, 'content:write')).get('/search/index')).status).toBe(403);
    const built = version.activeDate!;
    await app.app.reindex();
    expect((await app.demo.api.get('/search/index')).body.index.builtDate > built).toBe(true);
  });

  it('is not available while the search engine is down', async () => {
    const broken = await startApp({ env: { QDRANT_URL: 'http://127.0.0.1:9' } });
    for (const answer of [
      await broken.demo.api.post('/search/explain', { query: 'grace' }),
      await broken.demo.api.get('/search/index'),
    ])
      expect([answer.status, answer.body.error.type]).toEqual([503, 'UnavailableError']);
    await broken.stop();
  });
});
