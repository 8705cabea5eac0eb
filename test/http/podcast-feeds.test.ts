/** Podcast feeds reflect their settings and contain only items with a file. */
import { createHash } from 'node:crypto';
import RssParser from 'rss-parser';
import { describe, expect, it } from 'vitest';
import { accountById } from '../../src/identity/accounts/account.repository.js';
import { checkFeeds } from '../../src/content/feeds/feed-check.js';
import { createClient } from '../support/client.js';
import { buildCollection, buildItem, buildSeries, type Built } from '../support/factories.js';
import { EVIL, publish, SITE } from '../support/feed-library.js';
import { buildEpisode, parseFeed, readFeed, SETTINGS } from '../support/podcasts.js';
import { putMedia, putTranscript } from '../support/public-rows.js';
import { useApp } from '../support/start-app.js';

describe('podcast feeds', () => {
  const app = useApp();

  const patch = (id: number, feed: unknown) => app.demo.api.patch(`/collections/${id}`, { feed });
  const xmlOf = (path: string) => readFeed(app, path);
  const feedOf = (path: string) => parseFeed(app, path);
  const episode = (collection: Built, body = {}, file = {}) => buildEpisode(app, collection, body, file);
  const titlesOf = async (path: string) => (await feedOf(path)).items.map(({ title }) => title);

  it('reflect changed settings at once', async () => {
    const collection = await buildCollection(app.demo, { name: 'Talks' });
    const item = await episode(collection, { title: 'One' });
    const path = `/collections/${collection.id}`;
    expect(await feedOf(path)).toMatchObject({
      title: `${app.demo.account.name}: Talks`,
      description: `${app.demo.account.name}: Talks`,
      author: app.demo.account.name,
      itunesCategory: ['Religion & Spirituality > Christianity'],
      explicit: false,
      language: 'en',
      itunesType: 'episodic',
      medium: 'podcast',
    });
    expect(await xmlOf(path)).not.toContain('itunes:owner');
    await patch(collection.id, SETTINGS);
    expect(await feedOf(path)).toMatchObject({
      title: SETTINGS.title,
      description: SETTINGS.description.replace('\n', ' '),
      author: SETTINGS.author,
      owner: { name: SETTINGS.ownerName, email: SETTINGS.ownerEmail },
      itunesCategory: ['Religion & Spirituality > Judaism'],
      explicit: true,
      language: 'pt-BR',
      link: SETTINGS.link,
      copyright: SETTINGS.copyright,
      itunesType: 'serial',
      medium: 'video',
      items: [{ guid: `demo/items/${item.id}`, explicit: true }],
    });
    await patch(collection.id, { category: 'Technology', ownerName: null, author: null });
    const changed = await feedOf(path);
    expect(changed.itunesCategory).toEqual(['Technology']);
    expect(changed.owner?.name).toBe(app.demo.account.name);
    const { itunes } = await new RssParser().parseString(await xmlOf(path));
    expect(itunes).toMatchObject({ owner: { email: SETTINGS.ownerEmail }, explicit: 'true' });
  });

  it('have their own title, description and link for a series', async () => {
    const collection = await buildCollection(app.demo, { feed: SETTINGS });
    const series = await buildSeries(app.demo, { collectionId: collection.id, title: 'Advent' });
    await episode(collection, { seriesId: series.id });
    const path = `/series/${series.id}`;
    const feed = await feedOf(path);
    expect(feed).toMatchObject({
      title: 'Advent',
      description: 'Advent',
      owner: { email: SETTINGS.ownerEmail },
      explicit: true,
      medium: 'video',
    });
    expect(feed.link).not.toBe(SETTINGS.link);
    await patch(collection.id, { ownerEmail: 'other@example.org' });
    expect((await feedOf(path)).owner?.email).toBe('other@example.org');
  });

  it('have a GUID derived from the URL of the feed', async () => {
    const { id } = await buildCollection(app.demo);
    const base = (await app.demo.api.get('/account')).body.account.searchBaseUrl.replace('http://', '');
    const namespace = Buffer.from('ead4c236bf5858c6a2c6a6b28d128cb6', 'hex');
    const name = `${base}/collections/${id}/feed.xml`;
    const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16);
    bytes[6] = (bytes[6]! & 0x0f) | 0x50;
    bytes[8] = (bytes[8]! & 0x3f) | 0x80;
    const hex = bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    expect((await feedOf(`/collections/${id}`)).guid).toBe(hex);
  });

  it('contain only items with a file', async () => {
    const collection = await buildCollection(app.demo);
    const path = `/collections/${collection.id}`;
    const file = await episode(collection, { title: 'File' });
    const text = await buildItem(app.demo, { title: 'Text', collectionId: collection.id });
    await publish(app, text);
    await episode(collection, { title: 'Elsewhere' }, { url: null, externalPlatform: 'youtube' });
    await episode(collection, { title: 'Uploading' }, { url: null, status: 'created' });
    await episode(collection, { title: 'Removed' }, { deletedDate: '2026-01-01T00:00:00.000Z' });
    await episode(collection, { title: 'Film' }, { contentType: 'video', mimeType: 'video/mp4' });
    expect(await titlesOf(path)).toEqual(['Film', 'File']);
    await app.app.db.updateTable('mediaAsset').set({ url: null }).where('itemId', '=', file.id).execute();
    expect(await titlesOf(path)).toEqual(['Film']);
  });

  it('enclose the file that podcast apps can play, with a type that they know', async () => {
    const collection = await buildCollection(app.demo);
    const path = `/collections/${collection.id}`;
    const item = await episode(collection, {}, { mimeType: 'audio/flac', url: '/files/1/k/a.flac' });
    const subject = { id: item.id, accountId: app.demo.account.id };
    const enclosure = async () => (await feedOf(path)).items[0]?.enclosure;
    expect(await enclosure()).toEqual({
      url: expect.stringMatching(new RegExp(`^${SITE}/items/${item.id}/episode/\\d+\\.flac$`)),
      length: 1_000,
      type: 'audio/flac',
    });
    const video = { contentType: 'video', mimeType: 'video/mp4', url: '/files/1/k/a.mp4' };
    await putMedia(app.app.db, subject, video);
    expect(await enclosure()).toMatchObject({ type: 'video/mp4' });
    await putMedia(app.app.db, subject, { mimeType: 'audio/mp4', url: '/files/1/k/a.m4a' });
    expect(await enclosure()).toMatchObject({
      url: expect.stringMatching(/\/episode\/\d+\.m4a$/),
      type: 'audio/x-m4a',
    });
  });

  it('are checked for missing settings, each against its own items', async () => {
    const { db } = app.app;
    const account = await accountById(db, app.demo.account.id);
    if (!account) throw new Error('The account is gone');
    const collection = await buildCollection(app.demo);
    const { id, name } = collection;
    const check = async () =>
      (await checkFeeds(db, new Date().toISOString(), account)).find((feed) => feed.collection.id === id);
    const missing = ['picture', 'owner', 'category', 'description', 'language', 'link'];
    const none = { collection: { id, name }, items: 0, enclosed: 0, playable: 0, missing };
    expect(await check()).toEqual(none);
    const item = await episode(collection);
    await episode(collection, {}, { mimeType: 'audio/ogg' });
    await publish(app, await buildItem(app.demo, { collectionId: id }));
    expect(await check()).toEqual({ ...none, items: 3, enclosed: 2, playable: 1 });
    await putTranscript(db, { id: item.id, accountId: account.id }, 'de');
    await patch(id, { ...SETTINGS, language: null, category: null });
    expect((await check())?.missing).toEqual(['picture', 'category']);
  });

  it('stay valid with unusual text in every field', async () => {
    const odd = `\u0001\u000b\ufffe${EVIL} \u{1f468}\u200d\u{1f469} \u202e\t\r\nend`;
    const collection = await buildCollection(app.demo, {
      name: odd,
      feed: { title: odd, description: `<b>${odd}</b>`, author: odd, ownerName: odd, copyright: odd },
    });
    await patch(collection.id, {
      ownerEmail: "o'brien+co@example.org",
      link: 'https://example.org/?a="<>&',
    });
    await episode(collection, { title: odd, description: odd, subTitle: odd });
    const feed = await new RssParser().parseString(await xmlOf(`/collections/${collection.id}`));
    // As XML requires: without disallowed characters, and with line feeds.
    const clean = odd.slice(3).replace('\r\n', '\n').trim();
    const plain = (text = '') => text.replace('\r\n', '\n').trim();
    expect(plain(feed.title)).toBe(clean);
    expect(plain(feed.items[0]?.title)).toBe(clean);
    expect(feed.itunes?.owner).toEqual({ name: expect.any(String), email: "o'brien+co@example.org" });
  });

  it('link to pages that exist, without a site of their own too', async () => {
    const page = createClient(new URL(app.publicUrl).origin, app.demo.site.headers).get;
    const collection = await buildCollection(app.demo);
    const series = await buildSeries(app.demo, { collectionId: collection.id, title: 'Lent' });
    const item = await episode(collection, { seriesId: series.id, title: 'Ashes' });
    for (const path of [`/collections/${collection.id}`, `/series/${series.id}`]) {
      const { link, items } = await feedOf(path);
      for (const address of [link, items[0]!.link!]) {
        const { pathname } = new URL(address);
        const { status, headers } = await page(pathname);
        expect([address, status, headers['content-type']]).toEqual([
          address,
          200,
          'text/html; charset=utf-8',
        ]);
      }
    }
    const own = (await feedOf(`/series/${series.id}`)).items[0]!.link!;
    const oEmbed = async (address: string): Promise<Built> =>
      (await app.demo.site.get(`/oembed?url=${encodeURIComponent(address)}`)).body;
    expect(new URL((await oEmbed(own)).provider_url).pathname).toBe('/');
    expect((await oEmbed(`${own}?t=60`)).html).toContain(`/embed/items/${item.id}?t=60"`);
    expect((await oEmbed(`${own}?t=90s`)).html).toContain('?t=90"');
    expect((await oEmbed(`${own}?t="><script>`)).html).toContain(`/embed/items/${item.id}"`);
  });

  it('enclose the audio version of files that podcast apps do not play', async () => {
    const collection = await buildCollection(app.demo);
    const types = ['video/x-matroska', 'audio/webm', 'audio/ogg', 'audio/aiff', 'audio/flac'];
    for (const mimeType of types)
      await episode(collection, { title: mimeType }, { mimeType, audioUrl: '/files/1/k/talk_audio.m4a' });
    await episode(collection, { title: 'audio/mpeg' }, { audioUrl: '/files/1/k/talk_audio.m4a' });
    const { items } = await feedOf(`/collections/${collection.id}`);
    const enclosed = new Map(items.map(({ title, enclosure }) => [title, enclosure]));
    for (const mimeType of types) {
      const { type, url } = enclosed.get(mimeType)!;
      expect([mimeType, type, url]).toEqual([mimeType, 'audio/x-m4a', expect.stringMatching(/\.m4a$/)]);
      const { status, headers } = await app.demo.site.get(new URL(url).pathname.replace(/^\/api/, ''));
      expect([status, headers.location]).toEqual([302, expect.stringContaining('talk_audio.m4a')]);
    }
    expect(enclosed.get('audio/mpeg')!.type).toBe('audio/mpeg');
    const { db } = app.app;
    const account = (await accountById(db, app.demo.account.id))!;
    const checks = await checkFeeds(db, new Date().toISOString(), account);
    const check = checks.find((feed) => feed.collection.id === collection.id);
    expect(check).toMatchObject({ enclosed: 6, playable: 6 });
  });
});
