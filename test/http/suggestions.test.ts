/** Suggestions: created by processing, accepted and dismissed by people, and never repeated. */
import { describe, expect, it } from 'vitest';
import { resetRun } from '../support/processing-runs.js';
import { buildItem, buildScripture, type Built } from '../support/factories.js';
import { createWebhook, startReceiver } from '../support/receiver.js';
import { useApp, type Tenant } from '../support/start-app.js';
import { vttOf } from '../support/talks.js';
import { use } from '../support/use.js';

const SENTENCES = [
  'Turn with me, please, to Romans 8:28, and keep a finger there.',
  'The gardener who planted the orchard did not live to taste one of its apples.',
  'We read in Romans 8:28 that all of it works together, and I have doubted it in hospitals.',
  'Psalm 23:4 was on the wall of the ward, in a frame that hung a little crooked.',
];

describe('suggestions', () => {
  const app = useApp({ worker: true, suggestions: true, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  const receiver = use(() => startReceiver(), 'close');

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
  it('are created from a transcript, announced once, and private', async () => {
    const { webhook } = await createWebhook(app.demo, receiver.url, { events: ['item.suggestionsReady'] });
    const item = await buildItem(app.demo, { autoPublish: true });
    await put(item);
    const suggestions = await get(item);
    expect(cited(suggestions)).toEqual(['Romans 8:28', 'Psalms 23:4']);
    const [first, second] = suggestions.scriptures;
    expect(first).toEqual({
      id: first.id,
      book: 'ROM',
      bookName: 'Romans',
      chapter: 8,
      verseStart: 28,
      verseEnd: 28,
      citation: 'Romans 8:28',
      keyVerse: true,
      score: first.score,
      startMs: 0,
    });
    expect(first.score).toBeGreaterThan(second.score);
    expect(second).toMatchObject({ keyVerse: false, startMs: 15_000 });
    expect(await scripturesOf(item)).toMatchObject([
      { citation: 'Romans 8:28', suggested: true, accepted: false, keyVerse: false, displayOrder: 1 },
      { citation: 'Psalms 23:4', suggested: true, accepted: false, keyVerse: false, displayOrder: 2 },
    ]);
    expect((await app.demo.site.get(`/items/${item.id}`)).body.item.scriptures).toEqual([]);
    for (const [filter, count] of [
      ['hasSuggestions', 1],
      ['needsAttention', 0],
    ] as const)
      expect((await app.demo.api.get(`/items?${filter}=true&id=${item.id}`)).body.totalRecords).toBe(count);

    await process(item);
    expect(await get(item)).toEqual(suggestions);
    await expect.poll(() => receiver.received.length).toBe(1);
    const { type, data } = receiver.received[0]!.event;
    expect([type, data.item.id]).toEqual(['item.suggestionsReady', item.id]);
    expect(data.suggestions).toMatchObject({ scriptures: 2 });
    await app.demo.api.delete(`/webhooks/${webhook.id}`);
    expect((await app.demo.api.get(`/items/${item.id}`)).body.item.status).toBe('published');
  });

  it('stay accepted or dismissed when the item is processed again', async () => {
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
    // Suggestions no longer in the transcript disappear, and new ones are added.
    await put(item, ['Nothing but the wind in the reeds, and Micah 6:8.', 'And again Micah 6:8.']);
    expect(cited(await get(item))).toEqual(['Micah 6:8']);
    expect((await get(item)).scriptures[0].keyVerse).toBe(false);
    await put(item, ['Nothing but the wind in the reeds, and a heron, for an hour and a half.']);
    expect([cited(await get(item)), (await scripturesOf(item)).length]).toEqual([[], 1]);
  });

  it('can be accepted by PATCH and dismissed by DELETE as well', async () => {
    const item = await buildItem(app.demo);
    await put(item);
    const [romans, psalm] = (await get(item)).scriptures;
    expect((await app.demo.api.delete(`/scriptures/${romans.id}`)).status).toBe(200);
    const patched = await app.demo.api.patch(`/scriptures/${psalm.id}`, { accepted: true });
    expect(patched.body.scripture).toMatchObject({ accepted: true, keyVerse: false });
    await process(item);
    expect(cited(await get(item))).toEqual([]);
    // Restored, it is pending again; the proposed key verse becomes the key verse.
    await app.demo.api.post(`/scriptures/${romans.id}/restore`);
    expect((await get(item)).scriptures).toMatchObject([{ id: romans.id, keyVerse: true }]);
    const key = await app.demo.api.patch(`/scriptures/${romans.id}`, { accepted: true });
    expect(key.body.scripture).toMatchObject({ accepted: true, keyVerse: true });
  });

  it('keep records that people and other generators created', async () => {
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

  it('are accepted automatically depending on the item or its account, and are then searchable', async () => {
    const item = await buildItem(app.demo, { autoAcceptScriptures: true, autoPublish: true });
    await put(item, ['Today it is Zephaniah 3:17, and Zephaniah 3:17 again, in an attic full of birds.']);
    expect((await get(item)).scriptures).toEqual([]);
    expect(await scripturesOf(item)).toMatchObject([
      { citation: 'Zephaniah 3:17', accepted: true, keyVerse: true },
    ]);
    const { results } = (await app.demo.site.get('/search?q=zephaniah%203:17')).body;
    expect(results.map((result: Built) => result.item.id)).toEqual([item.id]);
  });

  it('are not repeated when an interrupted run resumes', async () => {
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

  it('are private to the account, with errors in plain English', async () => {
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
