/** Records of all kinds in the account `demo`, whose texts run as markup wherever a page shows them as such. */
import { buildPerson } from '../support/browser.js';
import {
  buildCollection,
  buildItem,
  buildResource,
  buildResourceType,
  buildSeries,
  buildSpeaker,
  buildTopic,
  buildVariantType,
} from '../support/factories.js';
import { storeFound } from '../support/found-suggestions.js';
import type { TestApp } from '../support/start-app.js';
import { addRecording } from './recording.js';

export const HOSTILE = `"'><img src=x onerror="hacked=1"><b>bold</b>`;

/** Ids by the names that addresses of screens have for them. */
export interface HostileRecords {
  itemId: number;
  seriesId: number;
  collectionId: number;
  webhookId: number;
  jobId: number;
}

const RECORDED_SECS = 30;

export const buildHostileTexts = async (app: TestApp): Promise<HostileRecords> => {
  const { demo } = app;
  const { api } = demo;
  const post = async (path: string, body: object) => {
    const { status, body: created } = await api.post(path, body);
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(created)}`);
    return created;
  };
  const settings = { links: [{ title: HOSTILE, url: 'https://example.org/' }] };
  await api.patch('/account', { name: HOSTILE, settings });
  await buildPerson(app, [[demo, 'editor']], { name: HOSTILE });
  const collection = await buildCollection(demo, { name: HOSTILE });
  const collectionId = collection.id as number;
  await buildVariantType(demo, collection, { name: HOSTILE });
  const series = await buildSeries(demo, { collectionId, title: HOSTILE });
  const speaker = await buildSpeaker(demo, { name: HOSTILE });
  const topic = await buildTopic(demo, { name: HOSTILE });
  const texts = { title: HOSTILE, subTitle: HOSTILE, description: HOSTILE };
  const links = { seriesId: series.id, speakers: [{ id: speaker.id }], topics: [{ id: topic.id }] };
  const item = await buildItem(demo, { ...texts, collectionId, ...links });
  const itemId = item.id as number;
  await api.patch(`/items/${itemId}`, { subTitle: `${HOSTILE} again` });
  const mediaAssetId = await addRecording(demo, itemId, RECORDED_SECS);
  const vtt = `WEBVTT\n\n00:01.000 --> 00:05.000\n<v ${HOSTILE.replace(/[<>]/g, '')}>${escaped(HOSTILE)}\n`;
  await api.put(`/items/${itemId}/transcript`, vtt, { 'Content-Type': 'text/vtt' });
  const resourceType = await buildResourceType(demo, { name: HOSTILE });
  await buildResource(demo, item, { title: HOSTILE, resourceTypeId: resourceType.id });
  const chapters = [{ title: HOSTILE, startMs: 1_000, score: 0.9 }];
  await storeFound(app, item as { id: number }, { chapters }, mediaAssetId);
  await post('/embed-tokens/create', { name: HOSTILE, allowedOrigins: ['https://example.org'] });
  await post('/tokens/create', { name: HOSTILE, scopes: ['content:read'] });
  const hook = { url: `https://example.org/?${encodeURIComponent(HOSTILE)}`, events: ['item.deleted'] };
  const { webhook } = await post('/webhooks/create', hook);
  const removed = await buildTopic(demo, { name: `${HOSTILE} 2` });
  await api.delete(`/topics/${removed.id}`);
  const { job } = await post('/items/bulk', { ids: [itemId], action: 'addTopic', topicId: topic.id });
  return { itemId, seriesId: series.id, collectionId, webhookId: webhook.id, jobId: job.id };
};

/** As a cue of WebVTT has it. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
