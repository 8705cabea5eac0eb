/** One successful request to every operation of both hosts, with its response checked against its schema. */
import { beforeAll, describe, it } from 'vitest';
import { insertRow } from '../../src/platform/db/rows.js';
import type { Answer } from '../support/client.js';
import { checkEach } from '../support/check-each.js';
import {
  buildCollection,
  buildEverything,
  buildItem,
  buildMediaAsset,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  setItem,
} from '../support/factories.js';
import { createChecker, operationsOf, successOf, type Json, type Operation } from '../support/operations.js';
import { newestPath, ownBody, ownId, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

/**
 * Tested elsewhere: they need an uploaded file, an unfinished upload, a signed URL, a picture in a form, a page of a
 * site, a feed, or a search index.
 */
const ELSEWHERE: RegExp[] = [
  /\/artwork\/uploaded$/,
  /\/media\/\{mediaAssetId\}\/(?:resume|cut)$/,
  /\/accounts\/\{accountId\}\//,
  /^POST \/speakers\/\{speakerId\}\/image\/upload$/,
  /^POST \/events$/,
  /^POST \/items\/import\/feed$/,
  /^GET \/search\/index$/,
  /^GET \/items\/\{itemId\}\/episode\//,
  /^POST \/search\/(explain|checks\/(import|\{searchCheckId\}\/run))$/,
];

/** What nobody else sees; and restored records, which are audited one by one: the example names one that is unknown. */
const NOT_AUDITED = [
  'POST /scriptures/read',
  ...['PUT', 'DELETE'].map((method) => `${method} /items/{itemId}/transcript/draft`),
  'POST /items/import',
  'POST /trash/restore',
  ...['POST /search/preview', 'POST /search/checks/run'],
];

/** In this order, each operation finds the records that it needs. */
const rank = ({ method, path }: Operation): number => {
  if (path.endsWith('/create')) return 0;
  return { PATCH: 1, PUT: 2, GET: 3, POST: 4, DELETE: 5 }[method] ?? 6;
};

describe('successful responses', () => {
  const app = useApp();
  let itemId: number;
  beforeAll(async () => {
    await buildEverything(app, app.demo);
    itemId = await ownId(app, app.demo, 'itemId');
  });

  const status = (value: string) => async (): Promise<void> => {
    const indexedMediaAssetId = await ownId(app, app.demo, 'mediaAssetId');
    await setItem(app, { id: itemId }, { status: value, indexedMediaAssetId, deletedDate: null });
  };
  const addChunk = async (): Promise<void> => {
    await status('published')();
    // Both hosts have an operation with this name.
    await app.app.db.deleteFrom('chunk').where('itemId', '=', itemId).execute();
    await insertRow(app.app.db, 'chunk', {
      accountId: app.demo.account.id,
      itemId,
      ordinal: 0,
      text: 'In the beginning',
      startMs: 0,
      endMs: 5_000,
      speaker: null,
    });
  };
  /** The item has the URL of the document's examples. */
  const publishAsInExamples = async (): Promise<void> => {
    await status('published')();
    const items = app.app.db.updateTable('item');
    await items.set({ urlSlug: null }).where('urlSlug', '=', 'the-good-shepherd').execute();
    await setItem(app, { id: itemId }, { urlSlug: 'the-good-shepherd' });
    await app.demo.api.patch('/account', { settings: { publicSiteUrl: 'https://demo.example.org' } });
  };
  const lastParameter = ({ pathParameters }: Operation): string => pathParameters.at(-1) ?? '';
  const deleteOwn = async (operation: Operation): Promise<void> => {
    const parameter = lastParameter(operation);
    await app.app.db
      .updateTable(parameter.replace(/Id$/, '') as 'item')
      .set({ deletedDate: '2026-03-01T12:00:00.000Z' })
      .where('id', '=', await ownId(app, app.demo, parameter))
      .execute();
  };
  const saveDraft = async (id: number) => {
    await app.demo.api.delete(`/items/${id}/draft`);
    await app.demo.api.patch(`/items/${id}/draft`, { title: 'Saved' });
  };
  const saveTranscriptDraft = async (id: number) => {
    await app.demo.api.put(`/items/${id}/transcript`, { segments: [{ text: `Version ${Math.random()}` }] });
    const { headers } = await app.demo.api.get(`/items/${id}/transcript/segments`);
    await app.demo.api.put(`/items/${id}/transcript/draft`, { base: headers.etag, operations: [] });
  };
  const suggest = () => buildScripture(app.demo, { id: itemId }, { suggested: true });
  /** A decision about a suggestion that waits: nothing is left to undo, but undoing it succeeds. */
  const decide = async (): Promise<void> => {
    await suggest();
    const suggestionId = await ownId(app, app.demo, 'suggestionId');
    const { accountId, ...row } = await app.app.db
      .selectFrom('waitingSuggestion')
      .selectAll()
      .where('id', '=', suggestionId)
      .executeTakeFirstOrThrow();
    await insertRow(app.app.db, 'suggestionDecision', {
      ...{ accountId, itemId: row.itemId, suggestionId, status: 'dismissed' },
      ...{ suggestion: JSON.stringify(row), changes: '{"rows":[]}' },
      entryDate: '2026-03-01T12:00:00.000Z',
    });
  };
  /** What each operation requires to succeed, by its name. */
  const before: Record<string, () => Promise<unknown>> = {
    'PATCH /items/{itemId}/transcript': () =>
      app.demo.api.put(`/items/${itemId}/transcript`, { segments: [{ text: 'In the beginning' }] }),
    'GET /items/{itemId}/transcript': addChunk,
    // For an item that waits for the worker, the stream of events would not end.
    'GET /items/{itemId}/processing/events': async () => {
      await status('ready')();
      await app.app.db.deleteFrom('job').where('kind', '=', 'processItem').execute();
    },
    'GET /items/{itemId}/draft': () => saveDraft(itemId),
    'POST /items/{itemId}/draft/apply': () => saveDraft(itemId),
    'DELETE /items/{itemId}/draft': async () => saveDraft((await buildItem(app.demo)).id),
    'GET /items/{itemId}/transcript/draft': () => saveTranscriptDraft(itemId),
    'POST /items/{itemId}/transcript/draft/apply': () => saveTranscriptDraft(itemId),
    'DELETE /items/{itemId}/transcript/draft': async () =>
      saveTranscriptDraft((await buildItem(app.demo)).id),
    'POST /items/{itemId}/review/request': status('draft'),
    'POST /items/{itemId}/review/return': () => app.demo.api.post(`/items/${itemId}/review/request`, {}),
    'POST /items/{itemId}/process': status('draft'),
    'POST /items/{itemId}/publish': status('ready'),
    'POST /items/{itemId}/unpublish': status('published'),
    'POST /media/{mediaAssetId}/restore': () =>
      app.app.db
        .updateTable('mediaAsset')
        .set({ externalPlatform: 'youtube', externalPlatformId: 'dQw4w9WgXcQ' })
        .where('deletedDate', 'is not', null)
        .execute(),
    'POST /series/{seriesId}/merge': async () =>
      buildSeries(app.demo, { collectionId: await ownId(app, app.demo, 'collectionId') }),
    'POST /speakers/{speakerId}/merge': () => buildSpeaker(app.demo),
    'POST /topics/{topicId}/merge': () => buildTopic(app.demo),
    'GET /suggestions/{suggestionId}': suggest,
    'POST /suggestions/{suggestionId}/accept': suggest,
    'POST /suggestions/{suggestionId}/dismiss': suggest,
    'POST /suggestions/{suggestionId}/undo': decide,
    'POST /jobs/{jobId}/undo': () =>
      app.app.db
        .updateTable('accountJob')
        .set({ status: 'done', changed: 1, undoable: 1, undoUntil: '2099-01-01T00:00:00.000Z' })
        .set({ finishedDate: '2026-03-01T12:00:00.000Z' })
        .where('accountId', '=', app.demo.account.id)
        .execute(),
    'DELETE /series/{seriesId}': () => buildSeries(app.demo),
    'DELETE /speakers/{speakerId}': () => buildSpeaker(app.demo),
    'DELETE /topics/{topicId}': () => buildTopic(app.demo),
    'POST /media/{mediaAssetId}/uploaded': status('draft'),
    'DELETE /items/{itemId}': () => buildItem(app.demo),
    'DELETE /variant-types/{variantTypeId}': () => buildCollection(app.demo),
    'DELETE /media/{mediaAssetId}': async () =>
      buildMediaAsset(app.app.db, await buildItem(app.demo), app.demo.account.id),
  };

  // Minimum number of operations of each host.
  it.each([
    ['private', 98],
    ['public', 20],
  ] as const)('of the %s host match their schemas', async (host, atLeast) => {
    const client = host === 'private' ? app.demo.api : app.demo.site;
    const document = (await client.get('/openapi.json')).body;
    const check = createChecker(document);
    const operations = operationsOf(document).filter(({ name }) => !ELSEWHERE.some((one) => one.test(name)));
    if (host === 'public') await publishAsInExamples();
    operations.sort((a, b) => rank(a) - rank(b));
    await checkEach(operations, atLeast, async (operation, note) => {
      const { method, name, path, declared } = operation;
      if (name.endsWith('Id}/restore') && !name.includes('RevisionId}')) await deleteOwn(operation);
      await before[name]?.();
      const isMerge = name.endsWith('/merge');
      const concrete =
        method === 'DELETE' || isMerge
          ? await newestPath(app, app.demo, path)
          : await ownPath(app, app.demo, withExamples(operation));
      const [type, media] = Object.entries<Json>(declared.requestBody?.content ?? {})[0] ?? [];
      const body = isMerge
        ? { into: await ownId(app, app.demo, lastParameter(operation)) }
        : media && (await ownBody(app, app.demo, media.example));
      const answer = await client.send(method, concrete, body, type ? { 'Content-Type': type } : {});
      const success = successOf(operation);
      const expected = success.content[answer.headers['content-type']?.split(';')[0] ?? ''];
      if (answer.status !== success.status || !expected)
        note(`${name}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 300)}`);
      else for (const problem of check(expected.schema, answer.body)) note(`${name}: ${problem}`);
      if (host === 'private') await checkAudit(operation, answer, note);
    });
  });

  /** Each change is logged once with its record, a merge with both records; reads and events are not logged. */
  const checkAudit = async (
    { method, name, scope, declared }: Operation,
    { headers }: Answer,
    note: (problem: string) => void,
  ): Promise<void> => {
    const entries = await app.app.db
      .selectFrom('auditEntry')
      .selectAll()
      .where('requestId', '=', String(headers['x-request-id']))
      .execute();
    const changes = method !== 'GET' && scope !== 'logging:write' && !NOT_AUDITED.includes(name);
    // An undo is of a job, and starts one; the example of the import creates an item and its speaker.
    const isTwo =
      name.endsWith('/merge') || ['POST /jobs/{jobId}/undo', 'POST /items/import/create'].includes(name);
    const expected = changes ? (isTwo ? 2 : 1) : 0;
    if (entries.length !== expected) note(`${name}: ${entries.length} entries in the audit log`);
    for (const { operation, recordType, recordId } of entries)
      if (operation !== declared.operationId || !recordType || !recordId)
        note(`${name}: the audit log has ${operation} of ${recordType} ${recordId}`);
  };

  /** The path with the examples of all parameters that are not ids, and of required query parameters. */
  const withExamples = ({ path, declared }: Operation): string => {
    let concrete = path;
    const query = new URLSearchParams();
    for (const { name, in: place, schema, required } of declared.parameters ?? []) {
      if (place === 'path' && schema.type !== 'integer')
        concrete = concrete.replace(`{${name}}`, String(schema.example));
      if (place === 'query' && (required || name === 'q')) query.set(name, String(schema.example));
    }
    return query.size > 0 ? `${concrete}?${query.toString()}` : concrete;
  };
});
