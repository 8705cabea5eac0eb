/** Decisions about suggestions: accepted, changed, dismissed and undone, each with exactly what it did before. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { createClient, type Client } from '../support/client.js';
import { buildTopic, type Built } from '../support/factories.js';
import { createWebhook } from '../support/receiver.js';
import { suggestedItem, waitingList, waitingOf } from '../support/review-queue.js';
import { useApp } from '../support/start-app.js';

describe('decisions about suggestions', () => {
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
  /** All that people see of an item and its records. */
  const stateOf = async ({ id }: Built): Promise<Built> => {
    const { body } = await api.get(`/items/${id}?_expand=topics,scriptures,mediaAssets`);
    delete body.item.updatedBy;
    const topics = (await api.get('/topics?_limit=100')).body.topics.map(({ id: topic, name }: Built) => [
      topic,
      name,
    ]);
    return {
      ...body.item,
      all: (await api.get(`/items/${id}/suggestions`)).body,
      topics,
      own: body.item.topics,
    };
  };

  it('undoes a dismissal and an acceptance of every kind', async () => {
    const { item } = await suggested();
    await api.post(`/items/${item.id}/scriptures/create`, { book: 'RUT', chapter: 1, verseStart: 1 });
    const before = await stateOf(item);
    const rows = await list(`itemId=${item.id}`);
    expect(rows).toHaveLength(6);
    for (const verb of ['dismiss', 'accept'] as const) {
      for (const row of rows) {
        const { status, body } = await decide(row, verb);
        const as = verb === 'accept' ? 'accepted' : 'dismissed';
        expect([status, body.suggestion.id, body.suggestion.status]).toEqual([200, row.id, as]);
        // Safe to repeat, and not to be decided otherwise.
        expect((await decide(row, verb)).body).toEqual(body);
        const other = await decide(row, verb === 'accept' ? 'dismiss' : 'accept');
        expect([other.status, other.body.error.type]).toEqual([422, 'InvalidStateError']);
        expect((await api.get(`/suggestions/${row.id}`)).status).toBe(404);
      }
      expect(await list(`itemId=${item.id}`)).toEqual([]);
      if (verb === 'accept') {
        const now = await stateOf(item);
        expect(now).toMatchObject({ description: 'Of an orchard.', suggestedDescription: null });
        expect(now.scriptures.map(({ keyVerse, accepted }: Built) => [keyVerse, accepted])).toEqual([
          [true, true],
          [false, true],
          [false, false],
        ]);
        expect(now.own).toMatchObject([{ name: `Orchards ${item.id}` }]);
      }
      for (const row of rows.toReversed()) {
        const undone = await decide(row, 'undo');
        expect([undone.status, undone.body.suggestion]).toEqual([200, row]);
        expect((await decide(row, 'undo')).body.error.type).toBe('InvalidStateError');
      }
      expect(await stateOf(item)).toEqual(before);
      expect(await list(`itemId=${item.id}`)).toEqual(rows);
    }
    // In another order than the decisions, and after those of the item's own endpoints.
    await api.post(`/items/${item.id}/suggestions/accept`, { all: true });
    for (const row of rows) expect((await decide(row, 'undo')).status).toBe(200);
    expect(await stateOf(item)).toEqual(before);
  });

  it('accepts a changed chapter, scripture, description and topic', async () => {
    const { item, asset } = await suggested();
    const before = await stateOf(item);
    const topic = await buildTopic(app.demo, { name: `Trees of ${item.id}` });
    const rows = {
      chapter: await of(item, 'chapter'),
      scripture: await of(item, 'scripture'),
      description: await of(item, 'description'),
      topic: await of(item, 'topic'),
    };
    for (const [kind, edit, path] of [
      ['chapter', { text: ' ' }, 'text'],
      ['chapter', { startMs: 600_000 }, 'startMs'],
      ['scripture', { text: 'John 3:99' }, 'text'],
      ['scripture', { text: 'John 3:16; Mark 1:1' }, 'text'],
      ['scripture', { startMs: 5 }, 'startMs'],
      ['topic', { text: 'x'.repeat(256) }, 'text'],
      ['description', { words: 'more' }, 'words'],
    ] as const) {
      const { status, body } = await decide(rows[kind], 'accept', edit);
      expect([kind, status, body.error?.details?.[0].path]).toEqual([kind, 422, path]);
    }
    const taken = await decide(rows.chapter, 'accept', { startMs: 300_000 });
    expect([taken.status, taken.body.error.message]).toEqual([409, expect.stringContaining('The apples')]);
    for (const [kind, edit, text] of [
      ['chapter', { text: ' The old orchard', startMs: 2_000 }, 'The old orchard'],
      ['scripture', { text: 'Mk 1:1-3' }, 'Mark 1:1-3'],
      ['description', { text: 'Of old trees.' }, 'Of old trees.'],
      ['topic', { text: `TREES of ${item.id}` }, `TREES of ${item.id}`],
    ] as const) {
      const { status, body } = await decide(rows[kind], 'accept', edit);
      expect([status, body.suggestion?.text]).toEqual([200, text]);
    }
    const now = await stateOf(item);
    const accepted = now.mediaAssets[0].chapters.filter((one: Built) => !one.hidden);
    expect(accepted).toMatchObject([{ title: 'The old orchard', startMs: 2_000, mediaAssetId: asset.id }]);
    expect(now.scriptures[0]).toMatchObject({ citation: 'Mark 1:1-3', keyVerse: true, accepted: true });
    expect([now.description, now.own.map(({ id }: Built) => id)]).toEqual(['Of old trees.', [topic.id]]);
    for (const row of Object.values(rows)) expect((await decide(row, 'undo')).status).toBe(200);
    expect(await stateOf(item)).toEqual({ ...before, topics: (await stateOf(item)).topics });
  });

  it('refuses to undo what somebody has changed since', async () => {
    const { item } = await suggested();
    const [chapter, scripture, description] = [
      await of(item, 'chapter'),
      await of(item, 'scripture'),
      await of(item, 'description'),
    ];
    for (const row of [chapter, scripture, description]) await decide(row, 'accept');
    const [{ id: scriptureId }] = (await api.get(`/scriptures?itemId=${item.id}`)).body.scriptures;
    await api.patch(`/scriptures/${scriptureId}`, { keyVerse: false });
    await api.patch(`/items/${item.id}`, { description: 'Another.' });
    const before = await stateOf(item);
    for (const row of [scripture, description]) {
      const { status, body } = await decide(row, 'undo');
      expect([status, body.error.type]).toEqual([409, 'ConflictError']);
      expect(body.error.message).toMatch(/somebody has changed this since \((keyVerse|description)\)/);
    }
    expect(await stateOf(item)).toEqual(before);
    // A chapter took the place of the dismissed one.
    await decide(chapter, 'undo');
    await decide(chapter, 'dismiss');
    const { mediaAssetId } = chapter.chapter;
    await api.post(`/media/${mediaAssetId}/chapters/create`, { title: 'Mine', startMs: chapter.startMs });
    expect((await decide(chapter, 'undo')).status).toBe(409);
  });

  it('can be undone after a restart, in any order and at least the last ten', async () => {
    const items = [await suggested(), await suggested()];
    const before = await Promise.all(items.map(({ item }) => stateOf(item)));
    const rows = (await Promise.all(items.map(({ item }) => list(`itemId=${item.id}`)))).flat();
    for (const [i, row] of rows.entries()) await decide(row, i % 2 === 0 ? 'accept' : 'dismiss');
    const second = createApp(app.app.config);
    const running = await startServer(second, { role: 'api', warm: false });
    const client = createClient(running.privateUrl, api.headers);
    for (const row of rows) {
      const undone = await client.post(`/suggestions/${row.id}/undo`);
      expect([undone.status, undone.body.suggestion]).toEqual([200, row]);
    }
    await running.stop();
    await second.close();
    const topics = (await stateOf(items[0]!.item)).topics;
    for (const [i, { item }] of items.entries())
      expect(await stateOf(item)).toEqual({ ...before[i], topics });
  });

  it('checks If-Match, logs decisions, keeps a history and tells webhooks', async () => {
    const { item } = await suggested();
    const scripture = await of(item, 'scripture');
    const { headers } = await api.get(`/suggestions/${scripture.id}`);
    const [{ id }] = (await api.get(`/items/${item.id}/suggestions`)).body.scriptures;
    await api.patch(`/scriptures/${id}`, { verseEnd: 17 });
    const stale = { 'If-Match': String(headers.etag) };
    for (const verb of ['accept', 'dismiss'])
      expect((await decide(scripture, verb, undefined, stale)).status).toBe(412);
    const { headers: fresh } = await api.get(`/suggestions/${scripture.id}`);
    const events = (await createWebhook(app.demo, 'https://hooks.example.org/')).webhook;
    const accepted = await decide(scripture, 'accept', {}, { 'If-Match': String(fresh.etag) });
    expect(accepted.body.suggestion.text).toBe('John 3:16-17');
    await decide(scripture, 'undo');
    await decide(scripture, 'dismiss');
    const { auditEntries } = (await api.get(`/audit-log?recordType=suggestion&recordId=${scripture.id}`))
      .body;
    expect(auditEntries.map(({ operation }: Built) => operation)).toEqual([
      ...['dismissSuggestion', 'undoSuggestion', 'acceptSuggestion'],
    ]);
    const { revisions } = (await api.get(`/items/${item.id}/revisions`)).body;
    expect(revisions.map(({ changes }: Built) => changes.map(({ field }: Built) => field))).toEqual([
      ['scriptures'],
      ['scriptures'],
    ]);
    const { deliveries } = (await api.get(`/webhooks/${events.id}/deliveries`)).body;
    expect(deliveries.map(({ eventType }: Built) => eventType)).toEqual(Array(3).fill('item.updated'));
    await api.delete(`/webhooks/${events.id}`);
  });
});
