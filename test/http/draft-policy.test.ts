/** What a token with `content:draft` may change, compared with `content:write`: every operation in every state. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBulkWorker } from '../support/bulk.js';
import { checkEach } from '../support/check-each.js';
import type { Answer, Client } from '../support/client.js';
import { engineMissing } from '../support/database.js';
import { isAllowed, states, type Kind, type State } from '../support/draft-policy-table.js';
import {
  buildChapter,
  buildItem,
  buildMedia,
  buildReadyItem,
  buildResource,
  buildScripture,
  buildTopic,
  setItem,
} from '../support/factories.js';
import { picture } from '../support/images.js';
import { operationsOf, type Operation } from '../support/operations.js';
import { putText } from '../support/transcript-texts.js';
import { startApp, type TestApp } from '../support/start-app.js';
import { insertRow } from '../../src/platform/db/rows.js';

interface Records {
  item: number;
  media: number;
  video: number;
  chapter: number;
  scripture: number;
  resource: number;
  revision: number;
  suggestion: number;
  topic: number;
}
interface Call {
  kind: Kind;
  send(api: Client, records: Records): Promise<Answer>;
  /** Run before the item gets its state, e.g. to delete what is restored. */
  before?(records: Records): Promise<unknown>;
}

const SEGMENTS = { segments: [{ text: 'Peace be with you.', startMs: 0, endMs: 900 }] };
const JOHN = { book: 'JHN', chapter: 1, verseStart: 1 };

describe.skipIf(engineMissing)('content:draft', () => {
  let app: TestApp;
  let contributor: Client;
  let editor: Client;
  let collectionId: number;
  let topic: number;
  beforeAll(async () => {
    app = await startApp();
    contributor = await app.withScopes(app.demo, 'content:draft');
    editor = await app.withScopes(app.demo, 'content:write');
    ({ collectionId } = await buildItem(app.demo));
    ({ id: topic } = await buildTopic(app.demo));
  });
  afterAll(() => app.stop());

  /** An item with a record of each kind. */
  const build = async (): Promise<Records> => {
    const { db } = app.app;
    const accountId = app.demo.account.id;
    const item = await buildReadyItem(app, app.demo, { collectionId });
    const itemId = item.id as number;
    const asset = { id: item.indexedMediaAssetId as number, itemId };
    const scripture = await buildScripture(app.demo, item);
    const suggested = await insertRow(db, 'scripture', {
      ...{ accountId, itemId, book: 'GEN', chapter: 1, verseStart: 1, verseEnd: 2, displayOrder: 2 },
      ...{ keyVerse: 0, suggested: 1, accepted: 0, deletedDate: null },
    } as never);
    const revision = await insertRow(db, 'transcriptRevision', {
      ...{ accountId, itemId, mediaAssetId: null, language: 'en', endMs: 900, contentHash: 'hash' },
      textId: await putText(db, accountId, JSON.stringify(SEGMENTS.segments)),
      ...{ sizeBytes: 10, entryDate: '2026-03-01T12:00:00.000Z', replacedDate: '2026-03-01T12:00:00.000Z' },
    });
    return {
      item: itemId,
      media: asset.id,
      video: (await buildMedia(app.demo, item)).id,
      chapter: (await buildChapter(db, asset, accountId)).id,
      scripture: scripture.id,
      resource: (await buildResource(app.demo, item)).id,
      revision: revision.id,
      suggestion: suggested.id,
      topic,
    };
  };

  const content = (send: Call['send'], before?: Call['before']): Call => ({ kind: 'content', send, before });
  const processing = (send: Call['send'], before?: Call['before']): Call => ({
    kind: 'processing',
    send,
    before,
  });
  const image = { variant: 'square', fileMimeType: 'image/png', fileSizeBytes: 1_000 };
  const admin = (): Client => app.demo.api;

  /** By operation; several calls of one operation have a word after its name. */
  const calls: Record<string, Call> = {
    'PATCH /items/{itemId}': content((api, { item }) => api.patch(`/items/${item}`, { title: 'Another' })),
    'PATCH /items/{itemId} publishAt': {
      kind: 'schedule',
      send: (api, { item }) => api.patch(`/items/${item}`, { publishAt: '2099-02-01T00:00:00Z' }),
    },
    'PATCH /items/{itemId} autoPublish': {
      kind: 'schedule',
      send: async (api, { item }) => {
        const { autoPublish } = (await api.get(`/items/${item}?_withDeleted=true`)).body.item;
        return api.patch(`/items/${item}`, { autoPublish: !autoPublish });
      },
    },
    'PATCH /items/{itemId} wizardStep': processing(
      (api, { item }) => api.patch(`/items/${item}`, { wizardStep: 'processing' }),
      ({ item }) => setItem(app, { id: item }, { wizardStep: 'media' }),
    ),
    'DELETE /items/{itemId}': content((api, { item }) => api.delete(`/items/${item}`)),
    'POST /items/{itemId}/restore': {
      kind: 'restore',
      send: (api, { item }) => api.post(`/items/${item}/restore`),
    },
    'POST /items/{itemId}/process': processing((api, { item }) => api.post(`/items/${item}/process`)),
    'POST /items/{itemId}/publish': {
      kind: 'publishing',
      send: (api, { item }) => api.post(`/items/${item}/publish`),
    },
    'POST /items/{itemId}/unpublish': {
      kind: 'publishing',
      send: (api, { item }) => api.post(`/items/${item}/unpublish`),
    },
    'POST /items/{itemId}/artwork/create': content((api, { item }) =>
      api.post(`/items/${item}/artwork/create`, image),
    ),
    'POST /items/{itemId}/artwork/uploaded': content((api, { item }) =>
      api.post(`/items/${item}/artwork/uploaded`, { variant: 'square' }),
    ),
    'POST /items/{itemId}/artwork/delete': content((api, { item }) =>
      api.post(`/items/${item}/artwork/delete`, { variant: 'square' }),
    ),
    'PUT /items/{itemId}/transcript': processing((api, { item }) =>
      api.put(`/items/${item}/transcript`, SEGMENTS),
    ),
    'PATCH /items/{itemId}/transcript': processing(
      (api, { item }) => api.patch(`/items/${item}/transcript`, { segments: [{ index: 0, text: 'Grace.' }] }),
      ({ item }) => admin().put(`/items/${item}/transcript`, SEGMENTS),
    ),
    'POST /items/{itemId}/transcript/revisions/{transcriptRevisionId}/restore': processing(
      (api, { item, revision }) => api.post(`/items/${item}/transcript/revisions/${revision}/restore`),
    ),
    'POST /items/{itemId}/media/create': processing((api, { item }) =>
      api.post(`/items/${item}/media/create`, {
        externalPlatform: 'youtube',
        externalPlatformId: 'abcdefghijk',
      }),
    ),
    'PATCH /media/{mediaAssetId}': processing((api, { media }) =>
      api.patch(`/media/${media}`, { originalFilename: 'talk2.mp3' }),
    ),
    'DELETE /media/{mediaAssetId}': processing((api, { video }) => api.delete(`/media/${video}`)),
    'POST /media/{mediaAssetId}/uploaded': processing((api, { media }) =>
      api.post(`/media/${media}/uploaded`),
    ),
    'POST /media/{mediaAssetId}/restore': processing(
      (api, { video }) => api.post(`/media/${video}/restore`),
      ({ video }) => admin().delete(`/media/${video}`),
    ),
    'POST /media/{mediaAssetId}/chapters/create': content((api, { media }) =>
      api.post(`/media/${media}/chapters/create`, { title: 'Two', startMs: 5_000 }),
    ),
    'PATCH /media/chapters/{chapterId}': content((api, { chapter }) =>
      api.patch(`/media/chapters/${chapter}`, { title: 'One' }),
    ),
    'DELETE /media/chapters/{chapterId}': content((api, { chapter }) =>
      api.delete(`/media/chapters/${chapter}`),
    ),
    'POST /media/chapters/{chapterId}/restore': content(
      (api, { chapter }) => api.post(`/media/chapters/${chapter}/restore`),
      ({ chapter }) => admin().delete(`/media/chapters/${chapter}`),
    ),
    'POST /items/{itemId}/scriptures/create': content((api, { item }) =>
      api.post(`/items/${item}/scriptures/create`, JOHN),
    ),
    'PATCH /scriptures/{scriptureId}': content((api, { scripture }) =>
      api.patch(`/scriptures/${scripture}`, { keyVerse: true }),
    ),
    'DELETE /scriptures/{scriptureId}': content((api, { scripture }) =>
      api.delete(`/scriptures/${scripture}`),
    ),
    'POST /scriptures/{scriptureId}/restore': content(
      (api, { scripture }) => api.post(`/scriptures/${scripture}/restore`),
      ({ scripture }) => admin().delete(`/scriptures/${scripture}`),
    ),
    'POST /items/{itemId}/suggestions/accept': content((api, { item, suggestion }) =>
      api.post(`/items/${item}/suggestions/accept`, { scriptures: [suggestion] }),
    ),
    'POST /items/{itemId}/suggestions/dismiss': content((api, { item, suggestion }) =>
      api.post(`/items/${item}/suggestions/dismiss`, { scriptures: [suggestion] }),
    ),
    'POST /items/{itemId}/resources/create': content((api, { item }) =>
      api.post(`/items/${item}/resources/create`, {
        ...{ title: 'More', contentType: 'link', linkTarget: 'https://example.org/' },
      }),
    ),
    'PATCH /items/{itemId}/resources/{resourceId}/update': content((api, { item, resource }) =>
      api.patch(`/items/${item}/resources/${resource}/update`, { title: 'Less' }),
    ),
    'DELETE /items/{itemId}/resources/{resourceId}': content((api, { item, resource }) =>
      api.delete(`/items/${item}/resources/${resource}`),
    ),
    'POST /items/{itemId}/resources/{resourceId}/restore': content(
      (api, { item, resource }) => api.post(`/items/${item}/resources/${resource}/restore`),
      ({ item, resource }) => admin().delete(`/items/${item}/resources/${resource}`),
    ),
  };
  /** Not of one item, and tested below. */
  const others = ['POST /items/create', 'POST /items/bulk'];

  /** The item with its records, to see that a refusal changes nothing. */
  const snapshot = async ({ item }: Records): Promise<string> => {
    const { db } = app.app;
    const tables = [
      'mediaAsset',
      'chapter',
      'scripture',
      'resource',
      'transcript',
      'transcriptRevision',
    ] as const;
    const rows = await Promise.all(
      tables.map((table) =>
        db.selectFrom(table).selectAll().where('itemId', '=', item).orderBy('id').execute(),
      ),
    );
    const own = await db.selectFrom('item').selectAll().where('id', '=', item).execute();
    return JSON.stringify([own, rows]);
  };

  describe.each(Object.keys(states) as State[])('in state %s', (state) => {
    it.each(Object.keys(calls))('%s', async (name) => {
      const { kind, send, before } = calls[name]!;
      const begin = async (): Promise<Records> => {
        const records = await build();
        await before?.(records);
        await setItem(app, { id: records.item }, { ...states[state] });
        return records;
      };
      const records = await begin();
      const unchanged = await snapshot(records);
      const answer = await send(contributor, records);
      if (isAllowed(state, kind)) {
        const expected = await send(editor, await begin());
        expect([answer.status, answer.body.error?.type]).toEqual([
          expected.status,
          expected.body.error?.type,
        ]);
        expect(answer.status).not.toBe(403);
        if (!state.startsWith('deleted')) expect(answer.status).not.toBe(404);
        return;
      }
      expect([answer.status, answer.body.error?.type]).toEqual([403, 'PermissionError']);
      expect(answer.body.error.message).toMatch(/content:write/);
      expect(await snapshot(records)).toBe(unchanged);
      expect((await send(editor, records)).status).not.toBe(403);
    });
  });

  describe('is refused', () => {
    let operations: Operation[];
    beforeAll(async () => {
      operations = operationsOf((await app.demo.api.get('/openapi.json')).body);
    });

    it('by every other changing operation', async () => {
      const known = new Set([
        ...Object.keys(calls).map((name) => name.split(' ').slice(0, 2).join(' ')),
        ...others,
      ]);
      const closed = operations.filter(
        ({ name, method, scope }) => method !== 'GET' && scope && !known.has(name),
      );
      await checkEach(closed, 40, async ({ method, path, name }, note) => {
        const concrete = path.replace(/\{\w+\}/g, '1');
        const { status, body } = await contributor.send(method, concrete, {});
        if (status !== 403 || body.error.type !== 'PermissionError') note(`${name}: ${status}`);
      });
    });
  });

  it('creates items, but neither scheduled ones nor ones that publish themselves', async () => {
    const body = { title: 'A talk', date: '2026-03-01', collectionId };
    const send = (more: object) => contributor.post('/items/create', { ...body, ...more });
    expect((await send({})).status).toBe(201);
    expect((await send({ autoPublish: false, publishAt: null })).status).toBe(201);
    for (const more of [{ autoPublish: true }, { publishAt: '2099-01-01T00:00:00Z' }]) {
      const { status, body: answer } = await send(more);
      expect([status, answer.error.message]).toEqual([403, expect.stringContaining(Object.keys(more)[0]!)]);
    }
  });

  it('sends back an item as it was read', async () => {
    const { item } = await build();
    await setItem(app, { id: item }, { autoPublish: 1 });
    const read = (await contributor.get(`/items/${item}`)).body.item;
    expect((await contributor.patch(`/items/${item}`, { ...read, title: 'New' })).status).toBe(200);
  });

  it('accepts suggested topics that exist, and creates none', async () => {
    const { item } = await build();
    const suggest = (topicId: number | null, text: string) =>
      insertRow(app.app.db, 'suggestion', {
        ...{ accountId: app.demo.account.id, itemId: item, kind: 'topic', status: 'waiting', topicId, text },
        ...{
          score: 1,
          startMs: null,
          source: 'other',
          contentHash: '',
          entryDate: '2026-03-01T12:00:00.000Z',
        },
      } as never);
    const known = await suggest(topic, 'Known');
    await suggest(null, 'Unheard of');
    const all = await contributor.post(`/items/${item}/suggestions/accept`, { all: true });
    expect([all.status, all.body.error.message]).toEqual([403, expect.stringContaining('Unheard of')]);
    const one = await contributor.post(`/items/${item}/suggestions/accept`, { topics: [known.id] });
    expect(one.status).toBe(200);
    expect((await editor.post(`/items/${item}/suggestions/accept`, { all: true })).status).toBe(200);
  });

  it('loses a race against an editor who publishes', async () => {
    const { item } = await build();
    const { db } = app.app;
    let patch: Promise<Answer> | undefined;
    await db.transaction().execute(async (trx) => {
      await trx.updateTable('item').set({ status: 'publishing' }).where('id', '=', item).execute();
      patch = contributor.patch(`/items/${item}`, { title: 'Too late' });
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    expect((await patch)?.status).toBe(403);
  });

  it('cannot upload a file of an item that has become public since', async () => {
    const { item } = await build();
    const bytes = await picture('png', 1_400, 1_400);
    const plan = async (api: Client) =>
      (
        await api.post(`/items/${item}/artwork/create`, {
          ...{ variant: 'square', fileMimeType: 'image/png', fileSizeBytes: bytes.length },
        })
      ).body.uploadUrl as string;
    const [mine, theirs] = [await plan(contributor), await plan(editor)];
    await setItem(app, { id: item }, { status: 'published' });
    const put = (url: string) =>
      fetch(url, { method: 'PUT', body: new Uint8Array(bytes), headers: { 'Content-Type': 'image/png' } });
    expect((await put(mine)).status).toBe(403);
    const { squareImgUrl } = (await editor.get(`/items/${item}`)).body.item;
    expect(squareImgUrl).toBeNull();
    expect((await put(theirs)).status).toBeLessThan(300);
  });

  it('changes many items, without those that are public', async () => {
    const [open, closed] = [await build(), await build()];
    await setItem(app, { id: closed.item }, { status: 'published' });
    const ids = [open.item, closed.item];
    for (const action of ['publish', 'unpublish'])
      expect((await contributor.post('/items/bulk', { ids, action })).status).toBe(403);
    const { status, body } = await contributor.post('/items/bulk', {
      ids,
      action: 'addTopic',
      topicId: topic,
    });
    expect(status).toBe(201);
    await createBulkWorker(app).finish();
    const { job } = (await editor.get(`/jobs/${body.job.id}`)).body;
    expect(job).toMatchObject({ done: 1, failed: 1, errors: [{ id: closed.item, type: 'PermissionError' }] });
  });
});
