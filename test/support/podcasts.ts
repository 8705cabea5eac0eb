/** Podcast feeds in tests: items with a file, and feeds as XML and as podcast apps parse them. */
import partytime from 'podcast-partytime';
import { expect } from 'vitest';
import { buildItem, type Built } from './factories.js';
import { publish } from './feed-library.js';
import { putMedia } from './public-rows.js';
import type { FeedSettings } from '../../src/content/records/feed-settings.js';
import type { TestApp } from './start-app.js';
import { schemaProblems } from './xml-schema.js';

/** All settings of a feed. */
export const SETTINGS = {
  title: 'Sundays & <Seasons>',
  description: 'Sermons.\nEvery week.',
  author: 'The preachers',
  ownerName: 'Office',
  ownerEmail: 'office@example.org',
  category: 'Religion & Spirituality > Judaism',
  explicit: true,
  language: 'pt-BR',
  link: 'https://podcast.example.org/?a=1&b=2',
  copyright: '© 2026 The church',
  type: 'serial',
  medium: 'video',
} as const satisfies FeedSettings;

/** A published item of the demo account with an audio file. */
export const buildEpisode = async (app: TestApp, collection: Built, body = {}, file = {}): Promise<Built> => {
  const item = await buildItem(app.demo, { collectionId: collection.id, ...body });
  const url = `/files/1/k${item.id}/talk.mp3`;
  await putMedia(app.app.db, { id: item.id, accountId: app.demo.account.id }, { url, ...file });
  await publish(app, item);
  return item;
};

/** @param path of the collection or series */
export const readFeed = async (app: TestApp, path: string): Promise<string> => {
  const { status, body } = await app.demo.site.get(`${path}/feed.xml`);
  expect(status).toBe(200);
  expect(await schemaProblems(body, 'rss.xsd')).toEqual([]);
  return body as string;
};

export const parseFeed = async (app: TestApp, path: string) => {
  const feed = partytime.parseFeed(await readFeed(app, path), { allowMissingGuid: false });
  if (!feed) throw new Error('partytime finds no feed');
  return feed;
};
