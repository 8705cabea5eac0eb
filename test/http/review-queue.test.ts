/** The review queue: suggestions of all items in order, with filters and pages, and who may decide about them. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import { buildTopic, setItem, type Built } from '../support/factories.js';
import { storeFound } from '../support/found-suggestions.js';
import { from, suggestedItem, waitingList, waitingOf } from '../support/review-queue.js';
import { useApp } from '../support/start-app.js';

describe('the review queue', () => {
  const app = useApp();
  let api: Client;
  beforeAll(() => {
    ({ api } = app.demo);
  });

  const suggested = (body = {}) => suggestedItem(app, body);
  const list = (query: string, client = api) => waitingList(app, query, { ...app.demo, api: client });
  const of = (item: Built, kind: string) => waitingOf(app, item, kind);
  const decide = (one: Built, verb: string, body?: unknown, headers?: Record<string, string>) =>
    api.post(`/suggestions/${one.id}/${verb}`, body, headers);

  it('has the suggestions of an item together, newest item first, in the order of the recording', async () => {
    const old = await suggested({ date: '2020-01-05' });
    const fresh = await suggested({ date: '2031-01-05' });
    await app.app.db
      .insertInto('chunk')
      .values(
        [
          { ordinal: 0, text: 'In the orchard.', startMs: 0, endMs: 9_500 },
          { ordinal: 1, text: 'God so loved the world.', startMs: 9_000, endMs: 20_000 },
        ].map((chunk) => ({
          accountId: app.demo.account.id,
          itemId: fresh.item.id,
          speaker: null,
          ...chunk,
        })),
      )
      .execute();
    const own = (rows: Built[], { item }: { item: Built }) => rows.filter(({ itemId }) => itemId === item.id);
    const rows = await list('_limit=100&_expand[]=item');
    expect(rows.slice(0, 6)).toEqual(own(rows, fresh));
    expect(own(rows, old)).toHaveLength(6);
    expect(own(rows, fresh).map(({ kind, text, startMs }) => [kind, text, startMs])).toEqual([
      ['chapter', 'The orchard', 1_000],
      ['scripture', 'John 3:16', 5_000],
      ['description', 'Of an orchard.', 7_000],
      ['topic', `Orchards ${fresh.item.id}`, 8_000],
      ['scripture', 'John 3:18', 9_000],
      ['chapter', 'The apples', 300_000],
    ]);
    const [chapter, scripture, , topic, second] = own(rows, fresh);
    expect(scripture).toMatchObject({
      status: 'waiting',
      itemDate: '2031-01-05',
      collectionId: fresh.item.collectionId,
      needsEditor: false,
      score: 0.9,
      passage: { text: 'In the orchard.', startMs: 0, endMs: 9_500 },
      scripture: { book: 'JHN', chapter: 3, verseStart: 16, verseEnd: 16, keyVerse: true },
      chapter: null,
      item: { id: fresh.item.id, title: fresh.item.title },
    });
    expect(second!.passage.text).toBe('God so loved the world.');
    expect([chapter!.chapter, topic!.topic]).toEqual([{ mediaAssetId: fresh.asset.id }, { topicId: null }]);

    const page = (await api.get('/suggestions?_limit=4&_offset=4')).body;
    expect(page).toMatchObject({ page: 1, hasMore: true });
    expect(page.suggestions.map(({ id }: Built) => id)).toEqual(rows.slice(4, 8).map(({ id }) => id));
    for (const [query, count] of [
      [`itemId=${old.item.id}&kind=scripture`, 2],
      [`itemId=${old.item.id}&kind.in=topic,description`, 2],
      [`collectionId=${old.item.collectionId}`, 6],
      [`itemId=${old.item.id}&score.ge=0.75`, 3],
      [`itemId=${old.item.id}&_q=orchard`, 3],
      [`itemId=${old.item.id}&text=John 3:18`, 1],
    ] as const)
      expect([query, (await list(query)).length]).toEqual([query, count]);
    for (const query of ['score=high', 'kind=verse', 'nonsense=1'])
      expect((await api.get(`/suggestions?${query}`)).status).toBe(400);
  });

  it('follows what happens to items, media and topics', async () => {
    const { item, asset } = await suggested();
    const topic = await buildTopic(app.demo);
    const more = [{ topicId: topic.id, name: topic.name, ...from }];
    await storeFound(app, item, { topics: more });
    const kinds = async (): Promise<string> =>
      (await list(`itemId=${item.id}`)).map(({ kind, text }) => `${kind} ${text}`).join();
    expect(await kinds()).toBe(`topic ${topic.name}`);
    await api.patch(`/topics/${topic.id}`, { name: `Renamed ${item.id}` });
    expect(await kinds()).toBe(`topic Renamed ${item.id}`);
    await api.patch(`/items/${item.id}`, { topics: [{ id: topic.id }] });
    expect(await kinds()).toBe('');
    await api.patch(`/items/${item.id}`, { topics: [] });
    expect(await kinds()).toBe(`topic Renamed ${item.id}`);
    await api.delete(`/topics/${topic.id}`);
    expect(await kinds()).toBe('');
    await api.post(`/topics/${topic.id}/restore`);

    await api.patch(`/items/${item.id}`, { suggestedDescription: 'From elsewhere.', date: '2019-05-05' });
    await storeFound(
      app,
      item,
      { topics: more, chapters: [{ title: 'One', startMs: 5, score: 0.5 }] },
      asset.id,
    );
    expect(await kinds()).toBe(`chapter One,topic Renamed ${item.id},description From elsewhere.`);
    expect(await of(item, 'description')).toMatchObject({
      itemDate: '2019-05-05',
      score: null,
      source: null,
    });
    await api.delete(`/media/${asset.id}`);
    await api.patch(`/items/${item.id}`, { suggestedDescription: null });
    expect(await kinds()).toBe(`topic Renamed ${item.id}`);
    expect((await api.get(`/items?hasSuggestions=true&id=${item.id}`)).body.totalRecords).toBe(1);
    await api.delete(`/items/${item.id}`);
    const gone = await list(`itemId=${item.id}&_withDeleted=true`);
    expect([await kinds(), gone.length]).toEqual(['', 1]);
    for (const verb of ['accept', 'dismiss', 'undo']) expect((await decide(gone[0], verb)).status).toBe(404);
  });

  it('lets contributors decide only about items that they may change, and others about nothing', async () => {
    const { item } = await suggested();
    const [first, second] = await list(`itemId=${item.id}`);
    const [contributor, reader, editor] = [
      await app.withScopes(app.demo, 'content:draft'),
      await app.withScopes(app.demo, 'content:read'),
      await app.withScopes(app.demo, 'content:write'),
    ];
    const call = (client: Client, one: Built, verb: string) => client.post(`/suggestions/${one.id}/${verb}`);
    expect((await list(`itemId=${item.id}`, reader)).length).toBe(6);
    expect((await call(reader, first, 'accept')).status).toBe(403);
    expect((await call(contributor, first, 'accept')).status).toBe(200);
    await setItem(app, item, { status: 'published' });
    expect(await list(`itemId=${item.id}&needsEditor=true`)).toHaveLength(5);
    for (const [one, verb] of [
      [second!, 'accept'],
      [second!, 'dismiss'],
      [first!, 'undo'],
    ] as const) {
      const refused = await call(contributor, one, verb);
      expect([verb, refused.status, refused.body.error.type]).toEqual([verb, 403, 'PermissionError']);
    }
    await setItem(app, item, { status: 'ready' });
    const topic = await of(item, 'topic');
    expect((await call(contributor, topic, 'accept')).body.error.message).toMatch(/would be created/);
    expect((await call(editor, topic, 'accept')).status).toBe(200);

    for (const verb of ['', '/accept', '/dismiss', '/undo']) {
      const send = verb ? 'POST' : 'GET';
      expect((await app.other.api.send(send, `/suggestions/${second!.id}${verb}`)).status).toBe(404);
    }
    expect(await list(`id=${second!.id}`, app.other.api)).toEqual([]);
  });
});
