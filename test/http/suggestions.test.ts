/** Suggestions over HTTP: made by processing, accepted and dismissed by people, and never made twice. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FoundSuggestions } from '../../src/content/suggestions/found-suggestions.js';
import { storeSuggestions } from '../../src/content/suggestions/store-suggestions.js';
import { resetRun } from '../support/processing-runs.js';
import { engineMissing } from '../support/database.js';
import { buildItem, buildMedia, buildScripture, buildTopic, type Built } from '../support/factories.js';
import { createWebhook, startReceiver, type Receiver } from '../support/receiver.js';
import { startApp, type Tenant, type TestApp } from '../support/start-app.js';
import { vttOf } from '../support/talks.js';

const SENTENCES = [
  'Turn with me, please, to Romans 8:28, and keep a finger there.',
  'The gardener who planted the orchard did not live to taste one of its apples.',
  'We read in Romans 8:28 that all of it works together, and I have doubted it in hospitals.',
  'Psalm 23:4 was on the wall of the ward, in a frame that hung a little crooked.',
];
const none: FoundSuggestions = { scriptures: [], chapters: [], descriptions: [], topics: [] };

describe.skipIf(engineMissing)('suggestions', () => {
  let app: TestApp;
  let receiver: Receiver;
  beforeAll(async () => {
    app = await startApp({ worker: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
    receiver = await startReceiver();
  });
  afterAll(async () => {
    await app.stop();
    await receiver.close();
  });

  const put = async (item: Built, sentences: readonly string[] = SENTENCES): Promise<void> => {
    await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(sentences), { 'Content-Type': 'text/vtt' });
    await app.idle();
  };
  const process = async (item: Built): Promise<void> => {
    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
  };
  const get = async (item: Built, tenant: Tenant = app.demo): Promise<Built> =>
    (await tenant.api.get(`/items/${item.id}/suggestions`)).body;
  const settle = (item: Built, verb: 'accept' | 'dismiss', body: unknown, tenant: Tenant = app.demo) =>
    tenant.api.post(`/items/${item.id}/suggestions/${verb}`, body);
  const cited = ({ scriptures }: Built): string[] =>
    scriptures.map(({ citation }: { citation: string }) => citation);
  const scripturesOf = async (item: Built): Promise<Built[]> =>
    (await app.demo.api.get(`/scriptures?itemId=${item.id}`)).body.scriptures;
  /** As the step stores what it finds. */
  const found = (item: Built, suggestions: Partial<FoundSuggestions>, mediaAssetId: number | null = null) =>
    app.app.db.transaction().execute(async (trx) => {
      const source = { contentHash: 'a transcript', mediaAssetId };
      const { clock } = app.app;
      return storeSuggestions(trx, clock, app.demo.account.id, item.id, source, { ...none, ...suggestions });
    });
  const passage = (verseStart: number, more = {}) => ({
    ...{
      book: 'JHN',
      chapter: 3,
      verseStart,
      verseEnd: verseStart,
      score: 0.5,
      startMs: 5_000,
      isKey: false,
    },
    ...more,
  });

  it('are made of a transcript, announced once, and shown to nobody else', async () => {
    const { webhook } = await createWebhook(app.demo, receiver.url, { events: ['item.suggestionsReady'] });
    const item = await buildItem(app.demo, { autoPublish: true });
    await put(item);
    const suggestions = await get(item);
    expect(cited(suggestions)).toEqual(['Romans 8:28', 'Psalms 23:4']);
    const [first, second] = suggestions.scriptures;
    expect(first).toEqual({
      ...{ id: first.id, book: 'ROM', bookName: 'Romans', chapter: 8, verseStart: 28, verseEnd: 28 },
      ...{ citation: 'Romans 8:28', keyVerse: true, score: first.score, startMs: 0 },
    });
    expect(first.score).toBeGreaterThan(second.score);
    expect(second).toMatchObject({ keyVerse: false, startMs: 15_000 });
    expect(await scripturesOf(item)).toMatchObject([
      { citation: 'Romans 8:28', suggested: true, accepted: false, keyVerse: false, displayOrder: 1 },
      { citation: 'Psalms 23:4', suggested: true, accepted: false, keyVerse: false, displayOrder: 2 },
    ]);
    expect((await app.demo.site.get(`/items/${item.id}`)).body.item.scriptures).toEqual([]);
    const needs = await app.demo.api.get(`/items?needsAttention=true&id=${item.id}`);
    expect(needs.body.totalRecords).toBe(1);

    await process(item);
    expect(await get(item)).toEqual(suggestions);
    await expect.poll(() => receiver.received.length).toBe(1);
    const { type, data } = receiver.received[0]!.event;
    expect([type, data.item.id]).toEqual(['item.suggestionsReady', item.id]);
    expect(data.suggestions).toMatchObject({ scriptures: 2 });
    await app.demo.api.delete(`/webhooks/${webhook.id}`);
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item.status).toBe('published');
  });

  it('are accepted and dismissed, and stay so when the item is processed again', async () => {
    const item = await buildItem(app.demo);
    await put(item);
    const { scriptures } = await get(item);
    const [romans, psalm] = scriptures;
    for (const [verb, { id }, remaining] of [
      ['accept', romans, ['Psalms 23:4']],
      ['accept', romans, ['Psalms 23:4']],
      ['dismiss', psalm, []],
      ['dismiss', psalm, []],
    ] as const) {
      const settled = await settle(item, verb, { scriptures: [id] });
      expect([settled.status, cited(settled.body)]).toEqual([200, remaining]);
    }
    for (const verb of ['accept', 'dismiss'] as const)
      for (const [body, path] of [
        [{ scriptures: [verb === 'accept' ? psalm.id : romans.id] }, 'scriptures.0'],
        [{ chapters: [1] }, 'chapters.0'],
        [{ descriptions: ['description'], topics: [3] }, 'descriptions.0'],
      ] as const) {
        const refused = await settle(item, verb, body);
        expect([refused.status, refused.body.error.details[0].path]).toEqual([422, path]);
      }

    await process(item);
    await put(item, [...SENTENCES, 'One sentence more, about the pears.']);
    expect(cited(await get(item))).toEqual([]);
    expect(await scripturesOf(item)).toMatchObject([
      { id: romans.id, citation: 'Romans 8:28', accepted: true, keyVerse: true, displayOrder: 1 },
    ]);
    // What is no longer in the transcript is no longer suggested, and what is new is.
    await put(item, ['Nothing but the wind in the reeds, and Micah 6:8.', 'And again Micah 6:8.']);
    expect(cited(await get(item))).toEqual(['Micah 6:8']);
    expect((await get(item)).scriptures[0].keyVerse).toBe(false);
    await put(item, ['Nothing but the wind in the reeds, and a heron, for an hour and a half.']);
    expect([cited(await get(item)), (await scripturesOf(item)).length]).toEqual([[], 1]);
  });

  it('are accepted by PATCH and dismissed by DELETE as well', async () => {
    const item = await buildItem(app.demo);
    await put(item);
    const [romans, psalm] = (await get(item)).scriptures;
    expect((await app.demo.api.delete(`/scriptures/${romans.id}`)).status).toBe(200);
    const patched = await app.demo.api.patch(`/scriptures/${psalm.id}`, { accepted: true });
    expect(patched.body.scripture).toMatchObject({ accepted: true, keyVerse: false });
    await process(item);
    expect(cited(await get(item))).toEqual([]);
    // Restored, it waits again; the proposed key verse becomes it.
    await app.demo.api.post(`/scriptures/${romans.id}/restore`);
    expect((await get(item)).scriptures).toMatchObject([{ id: romans.id, keyVerse: true }]);
    const key = await app.demo.api.patch(`/scriptures/${romans.id}`, { accepted: true });
    expect(key.body.scripture).toMatchObject({ accepted: true, keyVerse: true });
  });

  it('leave what people and other generators made', async () => {
    const item = await buildItem(app.demo, { description: 'Of pears.' });
    await buildScripture(app.demo, item, {
      book: 'ROM',
      chapter: 8,
      verseStart: 26,
      verseEnd: 30,
      keyVerse: true,
    });
    await buildScripture(app.demo, item, { book: 'RUT', chapter: 1, verseStart: 16, suggested: true });
    await put(item);
    const suggestions = await get(item);
    expect(suggestions.scriptures).toMatchObject([
      { citation: 'Psalms 23:4', keyVerse: false },
      { citation: 'Ruth 1:16', score: null, startMs: null },
    ]);
    const [psalm] = suggestions.scriptures;
    const changed = await app.demo.api.patch(`/scriptures/${psalm.id}`, { verseEnd: 6 });
    expect(changed.body.scripture).toMatchObject({ citation: 'Psalms 23:4-6', accepted: false });
    await put(item, ['Nothing but the wind in the reeds, and a heron, for an hour and a half.']);
    expect(cited(await get(item)).sort()).toEqual(['Psalms 23:4-6', 'Ruth 1:16']);
    expect(await scripturesOf(item)).toHaveLength(3);
  });

  it('of every kind are accepted together', async () => {
    const { account, api } = app.demo;
    const item = await buildItem(app.demo);
    const asset = await buildMedia(app.demo, item, { durationSecs: 600 });
    const topic = await buildTopic(app.demo);
    const own = await buildTopic(app.demo);
    await api.patch(`/items/${item.id}`, { topics: [{ id: own.id }] });
    const all: FoundSuggestions = {
      scriptures: [passage(16, { isKey: true, score: 0.9 }), passage(18)],
      chapters: [
        { title: 'The orchard', startMs: 0, score: 0.5 },
        { title: 'The apples', startMs: 300_000, score: 0.5 },
        { title: 'Beyond the end', startMs: 700_000, score: 0.5 },
      ],
      descriptions: [
        {
          id: 'description',
          text: 'Of an orchard, and of apples.',
          score: 0.7,
          startMs: 5_000,
          source: 'transcript',
        },
        { id: 'shortDescription', text: 'Of an orchard.', score: 0.6, startMs: 0, source: 'a model' },
      ],
      topics: [
        { topicId: topic.id, name: topic.name, score: 0.9, startMs: 0 },
        { topicId: own.id, name: own.name, score: 0.8, startMs: 0 },
        { topicId: null, name: 'Orchards', score: 0.7, startMs: 5_000 },
      ],
    };
    await found(item, all, asset.id);
    const waiting = await get(item);
    expect(waiting).toMatchObject({
      scriptures: [{ citation: 'John 3:16' }, { citation: 'John 3:18' }],
      chapters: [
        { mediaAssetId: asset.id, title: 'The orchard', startMs: 0 },
        { title: 'The apples', startMs: 300_000, score: 0.5 },
      ],
      descriptions: all.descriptions,
      topics: [
        { topicId: topic.id, name: topic.name, score: 0.9, startMs: 0 },
        { topicId: null, name: 'Orchards' },
      ],
    });
    await found(item, all, asset.id);
    expect(await get(item)).toEqual(waiting);
    expect((await api.get(`/items/${item.id}`)).body.item).toMatchObject({
      description: null,
      suggestedDescription: 'Of an orchard, and of apples.',
    });

    const remaining = await settle(item, 'dismiss', {
      chapters: [waiting.chapters[1].id],
      descriptions: ['shortDescription'],
    });
    expect(remaining.body).toMatchObject({
      chapters: [{ title: 'The orchard' }],
      descriptions: [{ id: 'description' }],
    });
    const accepted = await settle(item, 'accept', { all: true });
    expect(accepted.body).toEqual({ scriptures: [], chapters: [], descriptions: [], topics: [] });
    const read = (await api.get(`/items/${item.id}?_expand[]=topics&_expand[]=scriptures`)).body.item;
    expect(read).toMatchObject({
      description: 'Of an orchard, and of apples.',
      shortDescription: null,
      suggestedDescription: null,
      suggestedShortDescription: null,
      topics: [{ id: own.id }, { id: topic.id }, { name: 'Orchards' }],
      scriptures: [
        { keyVerse: true, hidden: false },
        { keyVerse: false, hidden: false },
      ],
    });
    expect((await api.get(`/media/${asset.id}/chapters`)).body.chapters).toMatchObject([
      { title: 'The orchard', suggested: true, accepted: true, hidden: false },
    ]);

    await found(item, all, asset.id);
    expect(await get(item)).toEqual(accepted.body);
    // Also when a person has taken away what was accepted.
    await api.patch(`/items/${item.id}`, { description: null, topics: [{ id: own.id }] });
    await found(item, { ...all, chapters: [{ title: 'Near it', startMs: 9_000, score: 1 }] }, asset.id);
    expect(await get(item)).toEqual(accepted.body);
    const topics = await app.app.db.selectFrom('topic').where('name', '=', 'Orchards').selectAll().execute();
    expect(topics.map(({ accountId }) => accountId)).toEqual([account.id]);
  });

  it('of descriptions give way to those of people and of other generators', async () => {
    const { api } = app.demo;
    const description = { id: 'description', score: 0.7, startMs: 0, source: 'transcript' } as const;
    const item = await buildItem(app.demo);
    const path = `/items/${item.id}`;
    await found(item, { descriptions: [{ ...description, text: 'One.' }] });
    await found(item, { descriptions: [{ ...description, text: 'Two.' }] });
    expect((await get(item)).descriptions).toMatchObject([
      { text: 'Two.', score: 0.7, source: 'transcript' },
    ]);
    await api.patch(path, { suggestedDescription: 'Three.' });
    expect((await get(item)).descriptions).toEqual([
      { id: 'description', text: 'Three.', score: null, startMs: null, source: null },
    ]);
    await found(item, { descriptions: [{ ...description, text: 'Four.' }] });
    expect((await get(item)).descriptions).toMatchObject([{ text: 'Three.' }]);
    await api.patch(path, { suggestedDescription: null });
    await found(item, { descriptions: [{ ...description, text: 'Five.' }] });
    expect((await get(item)).descriptions).toEqual([]);
    const other = await buildItem(app.demo, { description: 'Its own.' });
    await found(other, { descriptions: [{ ...description, text: 'Six.' }] });
    expect((await get(other)).descriptions).toEqual([]);
  });

  it('are accepted by themselves where the item or its account says so, and are found by then', async () => {
    const item = await buildItem(app.demo, { autoAcceptScriptures: true, autoPublish: true });
    await put(item, ['Today it is Zephaniah 3:17, and Zephaniah 3:17 again, in an attic full of birds.']);
    expect((await get(item)).scriptures).toEqual([]);
    expect(await scripturesOf(item)).toMatchObject([
      { citation: 'Zephaniah 3:17', accepted: true, keyVerse: true },
    ]);
    const { results } = (await app.demo.site.get('/search?q=zephaniah%203:17')).body;
    expect(results.map((result: Built) => result.item.id)).toEqual([item.id]);

    const own = await buildItem(app.demo, { autoAcceptMediaChapters: true });
    const asset = await buildMedia(app.demo, own, { durationSecs: 600 });
    await found(
      own,
      { chapters: [{ title: 'Birds', startMs: 0, score: 0.5 }], scriptures: [passage(16)] },
      asset.id,
    );
    expect(await get(own)).toMatchObject({ chapters: [], scriptures: [{ citation: 'John 3:16' }] });
  });

  it('are not made again by a run that goes on after an interruption', async () => {
    const item = await buildItem(app.demo);
    await put(item);
    const before = await get(item);
    await resetRun(app, item, ['index']);
    await app.app.db.updateTable('scripture').set({ score: 0.25 }).where('itemId', '=', item.id).execute();
    await process(item);
    expect((await get(item)).scriptures.map(({ score }: Built) => score)).toEqual([0.25, 0.25]);
    await resetRun(app, item, ['suggest', 'index']);
    await process(item);
    expect(await get(item)).toEqual(before);
  });

  it("are of the account's own items, and refused in words", async () => {
    const item = await buildItem(app.other);
    const own = await buildItem(app.demo);
    for (const call of [
      app.demo.api.get(`/items/${item.id}/suggestions`),
      settle(item, 'accept', { all: true }),
      settle(item, 'dismiss', { all: true }),
    ])
      expect((await call).status).toBe(404);
    const theirs = await buildScripture(app.other, item, { suggested: true });
    expect((await settle(own, 'accept', { scriptures: [theirs.id] })).status).toBe(422);
    expect(cited(await get(item, app.other))).toEqual(['John 3:16-18']);
    for (const body of [
      {},
      { all: false },
      { all: true, topics: 'all' },
      { scriptures: 'some' },
      { scriptures: [] },
      { descriptions: ['title'] },
      { verses: 'all' },
    ]) {
      const refused = await settle(own, 'accept', body);
      expect([refused.status, refused.body.error.type], JSON.stringify(body)).toEqual([
        422,
        'ValidationError',
      ]);
    }
    const reader = await app.withScopes(app.demo, 'content:read');
    expect((await reader.get(`/items/${own.id}/suggestions`)).status).toBe(200);
    expect((await reader.post(`/items/${own.id}/suggestions/accept`, { all: true })).status).toBe(403);
  });
});
