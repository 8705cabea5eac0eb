/** Deletes records, and lists and purges the trash. */
import { expect } from 'vitest';
import type { Tables } from '../../src/platform/db/tables.js';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildResource,
  buildResourceType,
  buildScripture,
  buildSeries,
  buildSpeaker,
  buildTopic,
  buildVariantType,
  type Built,
} from './factories.js';
import type { Tenant, TestApp } from './start-app.js';

export const remove = async ({ api }: Tenant, path: string): Promise<void> =>
  expect((await api.delete(path)).status, path).toBe(200);

export const trashOf = async ({ api }: Pick<Tenant, 'api'>, query = ''): Promise<Built[]> => {
  const { status, body } = await api.get(`/trash${query}`);
  expect([status, body.error]).toEqual([200, undefined]);
  return body.records;
};

/**
 * Purges, in an app with a worker.
 * @returns the job once it is done
 */
export const purge = async (app: TestApp, { api }: Tenant, body: object): Promise<Built> => {
  const started = await api.post('/trash/purge', body);
  expect([started.status, started.body.error]).toEqual([201, undefined]);
  await app.idle();
  return (await api.get(`/jobs/${started.body.job.id}`)).body.job;
};

/** Number of rows that the account has in a table, deleted ones included. */
export const countRows = async (
  { app }: TestApp,
  { account }: Tenant,
  table: keyof Tables,
): Promise<number> => {
  const rows = app.db
    .selectFrom(table as 'item')
    .select('id')
    .where('accountId', '=', account.id);
  return (await rows.execute()).length;
};

/**
 * Creates one record of each kind, and deletes it.
 * @returns their ids by kind, in the order in which they were deleted
 */
export const deleteEachKind = async (tenant: Tenant): Promise<Record<string, number>> => {
  const { api } = tenant;
  const item = await buildItem(tenant);
  const video = await buildMedia(tenant, item);
  const chapter = await api.post(`/media/${video.id}/chapters/create`, { title: 'Start', startMs: 0 });
  const url = 'https://site.example.org/hooks';
  const webhook = await api.post('/webhooks/create', { url, events: ['item.updated'] });
  const origins = ['https://site.example.org'];
  const embedToken = await api.post('/embed-tokens/create', { name: 'Site', allowedOrigins: origins });
  const records: [kind: string, path: string, record: Built][] = [
    ['chapter', '/media/chapters', chapter.body.chapter],
    ['scripture', '/scriptures', await buildScripture(tenant, item)],
    ['resource', `/items/${item.id}/resources`, await buildResource(tenant, item)],
    ['mediaAsset', '/media', await buildMedia(tenant, item)],
    ['item', '/items', await buildItem(tenant, { title: 'Gone' })],
    ['collection', '/collections', await buildCollection(tenant)],
    ['series', '/series', await buildSeries(tenant)],
    ['speaker', '/speakers', await buildSpeaker(tenant)],
    ['topic', '/topics', await buildTopic(tenant)],
    ['resourceType', '/resource-types', await buildResourceType(tenant)],
    ['variantType', '/variant-types', await buildVariantType(tenant, { id: item.collectionId })],
    ['webhook', '/webhooks', webhook.body.webhook],
    ['embedToken', '/embed-tokens', embedToken.body.embedToken],
  ];
  for (const [, path, { id }] of records) await remove(tenant, `${path}/${id}`);
  return Object.fromEntries(records.map(([kind, , { id }]) => [kind, id]));
};
