/** The calls that change an item or its records, for the test of what `content:draft` may do. */
import { insertRow } from '../../src/platform/db/rows.js';
import type { Answer, Client } from './client.js';
import type { Kind } from './draft-policy-table.js';
import {
  buildChapter,
  buildItem,
  buildMedia,
  buildReadyItem,
  buildResource,
  buildScripture,
  setItem,
} from './factories.js';
import type { TestApp } from './start-app.js';
import { putText } from './transcript-texts.js';

export interface Records {
  item: number;
  media: number;
  video: number;
  chapter: number;
  scripture: number;
  resource: number;
  revision: number;
  suggestion: number;
}
export interface Call {
  kind: Kind;
  send(api: Client, records: Records): Promise<Answer>;
  /** Run before the item gets its state, e.g. to delete what is restored. */
  before?(records: Records): Promise<unknown>;
}

/** The id in the queue of a suggested scripture. */
const queued = (scriptureId: number): number => scriptureId * 10 + 2;

const SEGMENTS = { segments: [{ text: 'Peace be with you.', startMs: 0, endMs: 900 }] };
const JOHN = { book: 'JHN', chapter: 1, verseStart: 1 };

/** Creates items with a record of each kind. */
export const recordsBuilder = async (app: TestApp): Promise<() => Promise<Records>> => {
  const { collectionId } = await buildItem(app.demo);
  return async () => {
    const { db } = app.app;
    const accountId = app.demo.account.id;
    const item = await buildReadyItem(app, app.demo, { collectionId });
    const itemId = item.id as number;
    const asset = { id: item.indexedMediaAssetId as number, itemId };
    await app.demo.api.patch(`/items/${itemId}`, { title: 'Before' });
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
    };
  };
};

/**
 * By operation; of several calls of one operation, some have a word after its name.
 * @param appOf returns the app once it has started
 */
export const draftCalls = (appOf: () => TestApp): Record<string, Call> => {
  const content = (send: Call['send'], before?: Call['before']): Call => ({ kind: 'content', send, before });
  const processing = (send: Call['send'], before?: Call['before']): Call => ({
    kind: 'processing',
    send,
    before,
  });
  const image = { variant: 'square', fileMimeType: 'image/png', fileSizeBytes: 1_000 };
  const admin = (): Client => appOf().demo.api;

  return {
    'PATCH /items/{itemId}': content((api, { item }) => api.patch(`/items/${item}`, { title: 'Another' })),
    'PATCH /items/{itemId} publishAt': {
      kind: 'schedule',
      send: (api, { item }) => api.patch(`/items/${item}`, { publishAt: '2099-02-01T00:00:00Z' }),
    },
    'PATCH /items/{itemId} unpublishAt': {
      kind: 'schedule',
      send: (api, { item }) => api.patch(`/items/${item}`, { unpublishAt: '2099-03-01T00:00:00Z' }),
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
      ({ item }) => setItem(appOf(), { id: item }, { wizardStep: 'media' }),
    ),
    'DELETE /items/{itemId}': content((api, { item }) => api.delete(`/items/${item}`)),
    'POST /items/{itemId}/restore': {
      kind: 'restore',
      send: (api, { item }) => api.post(`/items/${item}/restore`),
    },
    'POST /items/{itemId}/review/request': content((api, { item }) =>
      api.post(`/items/${item}/review/request`, { note: 'Please look' }),
    ),
    'POST /items/{itemId}/review/withdraw': content((api, { item }) =>
      api.post(`/items/${item}/review/withdraw`),
    ),
    'POST /items/{itemId}/revisions/{itemRevisionId}/restore': content(async (api, { item }) => {
      const { revisions } = (await api.get(`/items/${item}/revisions?_withDeleted=true`)).body;
      return api.post(`/items/${item}/revisions/${revisions.at(-1).id}/restore`);
    }),
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
    'POST /items/{itemId}/transcript/draft/apply': processing(
      async (api, { item }) => {
        const { headers } = await api.get(`/items/${item}/transcript/segments`);
        await api.put(`/items/${item}/transcript/draft`, { base: headers.etag, operations: [] });
        return api.post(`/items/${item}/transcript/draft/apply`);
      },
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
    'POST /media/{mediaAssetId}/resume': processing((api, { media }) => api.post(`/media/${media}/resume`)),
    'POST /media/{mediaAssetId}/cut': processing((api, { media }) =>
      api.post(`/media/${media}/cut`, { startMs: 0, endMs: 5_000 }),
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
    'POST /suggestions/{suggestionId}/accept': content((api, { suggestion }) =>
      api.post(`/suggestions/${queued(suggestion)}/accept`, { text: 'Genesis 1:1' }),
    ),
    'POST /suggestions/{suggestionId}/dismiss': content((api, { suggestion }) =>
      api.post(`/suggestions/${queued(suggestion)}/dismiss`),
    ),
    'POST /suggestions/{suggestionId}/undo': content(
      (api, { suggestion }) => api.post(`/suggestions/${queued(suggestion)}/undo`),
      ({ suggestion }) => admin().post(`/suggestions/${queued(suggestion)}/dismiss`),
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
};
