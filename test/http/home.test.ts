/** The home screen: what waits for each role, as the first rows of the lists that it names. */
import { beforeAll, describe, expect, it } from 'vitest';
import { roles, scopesOfRole, type Role } from '../../src/platform/lib/permissions.js';
import type { Client } from '../support/client.js';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildMediaAsset,
  buildReadyItem,
  setItem,
  type Built,
} from '../support/factories.js';
import { picture } from '../support/images.js';
import { buildPerson, signedIn, consoleOf } from '../support/browser.js';
import { markSamples } from '../../src/samples/sample.service.js';
import { suggestedItem } from '../support/review-queue.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const LISTS = ['errors', 'readyForReview', 'suggestions', 'scheduled', 'drafts', 'pendingChanges', 'uploads'];
const FILE = {
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes: 1_000,
  originalFilename: 'a.mp3',
};

describe('the home screen', () => {
  const app = useApp({ env: { ANALYTICS: 'false', QUOTA_STORED_BYTES: '1000000' } });
  let clients: Record<Role, Client>;
  let collectionId: number;
  beforeAll(async () => {
    const entries = roles.map(
      async (role) => [role, await app.withScopes(app.demo, ...scopesOfRole[role])] as const,
    );
    clients = Object.fromEntries(await Promise.all(entries)) as Record<Role, Client>;
    collectionId = (await buildCollection(app.demo)).id;
  });

  const home = async (client: Client = clients.owner): Promise<Built> => {
    const { status, body } = await client.get('/home');
    expect([status, body.error]).toEqual([200, undefined]);
    return body.home;
  };
  const countsOf = (shown: Built): Record<string, number> =>
    Object.fromEntries(LISTS.map((name) => [name, shown[name]?.count]));
  const idsOf = (rows: Built[]): number[] => rows.map(({ id }) => id);
  /** The rows of a section's list, with its filter. */
  const listOf = async ({ path, filter }: Built, client: Client): Promise<Built> =>
    (await client.get(`${path}?${filter}`)).body;

  it('of an empty account has nothing but its storage', async () => {
    const shown = await home();
    for (const name of LISTS) expect([name, shown[name].count, shown[name].first]).toEqual([name, 0, []]);
    expect(shown.feeds).toEqual({ count: 0, path: '/collections', filter: 'id.in=0', first: [] });
    expect(shown.storage).toEqual({ usedBytes: 0, maxBytes: 1_000_000 });
    expect([shown.searches, shown.unavailable]).toEqual([
      null,
      [{ section: 'searches', reason: 'Analytics is disabled on this server' }],
    ]);
  });

  it('counts what waits, and shows the first five as the lists that it names', async () => {
    const items: Built[] = [];
    for (let day = 1; day <= 7; day++)
      items.push(await buildItem(app.demo, { collectionId, date: `2026-03-0${day}`, title: `Draft ${day}` }));
    const ready = await buildReadyItem(app, app.demo, { collectionId });
    const published = await buildReadyItem(app, app.demo, { collectionId }, { status: 'published' });
    await setItem(app, items[0], { status: 'error', errorMessage: 'The file is empty.' });
    await setItem(app, published, { readyForReview: 1, hasDraft: 1 });
    await setItem(app, ready, { publishAt: '2099-01-02T00:00:00.000Z' });
    const later = await buildReadyItem(
      app,
      app.demo,
      { collectionId },
      { publishAt: '2099-01-01T00:00:00.000Z' },
    );
    const { item: suggested } = await suggestedItem(app, { collectionId });
    const { item: live } = await suggestedItem(app, { collectionId });
    await setItem(app, live, { status: 'published' });
    const media = await buildMedia(app.demo, items[1], FILE);
    await buildMedia(app.demo, published, FILE);
    const deleted = await buildItem(app.demo, { collectionId });
    await buildMedia(app.demo, deleted, FILE);
    await app.demo.api.delete(`/items/${deleted.id}`);

    const shown = await home();
    expect(countsOf(shown)).toEqual({
      ...{ errors: 1, readyForReview: 1, suggestions: 12, scheduled: 2 },
      ...{ drafts: 7, pendingChanges: 1, uploads: 2 },
    });
    expect(shown.errors.first).toMatchObject([{ id: items[0]!.id, errorMessage: 'The file is empty.' }]);
    expect(idsOf(shown.scheduled.first)).toEqual([later.id, ready.id]);
    expect(shown.suggestions.first[0].item.id).toBe(live.id);
    expect(shown.uploads.first[0]).toMatchObject({
      id: media.id,
      originalFilename: 'a.mp3',
      fileSizeBytes: 1_000,
    });
    expect(shown.storage).toEqual({ usedBytes: 3_000, maxBytes: 1_000_000 });
    for (const client of [clients.owner, clients.contributor]) {
      const own = await home(client);
      for (const name of LISTS.filter((one) => own[one])) {
        const listed = await listOf(own[name], client);
        const rows = Object.values<Built[]>(listed).find(Array.isArray)!;
        expect([name, listed.totalRecords]).toEqual([name, own[name].count]);
        const first = idsOf(rows).slice(0, 5);
        if (name !== 'drafts') expect([name, idsOf(own[name].first)]).toEqual([name, first]);
      }
    }
    // Contributors: what they may change.
    const own = await home(clients.contributor);
    expect(countsOf(own)).toEqual({
      ...{ errors: 1, readyForReview: undefined, suggestions: 6, scheduled: undefined },
      ...{ drafts: 7, pendingChanges: 1, uploads: 1 },
    });
    expect(own.suggestions.first[0].itemId).toBe(suggested.id);
    expect(own.suggestions.filter).toBe('needsEditor=false');
  });

  it('begins with the drafts that the caller created', async () => {
    const own = await clients.contributor.post('/items/create', {
      title: 'Mine',
      date: '2001-01-01',
      collectionId,
    });
    expect(own.status).toBe(201);
    expect((await home(clients.contributor)).drafts.first[0].title).toBe('Mine');
    expect((await home()).drafts.first[0].title).not.toBe('Mine');
    const console = consoleOf(app);
    await app.app.db.updateTable('account').set({ settings: '{"requireSecondFactor":"none"}' }).execute();
    const person = await signedIn(console, (await buildPerson(app, [[app.demo, 'contributor']])).email);
    await person.post('/a/demo/v2/items/create', { title: 'Hers', date: '2002-02-02', collectionId });
    const { body } = await person.get('/a/demo/v2/home');
    expect(body.home.drafts.first.map(({ title }: Built) => title)).toEqual([
      ...['Hers', 'Draft 7', 'Draft 6', 'Draft 5', 'Draft 4'],
    ]);
  });

  it('has what each role may see and do', async () => {
    const sections: Record<Role, string[]> = {
      owner: [],
      editor: ['checklist'],
      contributor: ['readyForReview', 'scheduled', 'searches', 'failedChecks', 'feeds', 'checklist'],
      analyst: [
        'errors',
        'readyForReview',
        'suggestions',
        'scheduled',
        'drafts',
        'pendingChanges',
        'uploads',
        'feeds',
        'checklist',
      ],
    };
    for (const role of roles) {
      const shown = await home(clients[role]);
      const denied = shown.unavailable.filter(({ reason }: Built) => reason.startsWith('Needs the scope'));
      expect([role, denied.map(({ section }: Built) => section)]).toEqual([role, sections[role]]);
      for (const { section } of denied) expect([section, shown[section]]).toEqual([section, null]);
      expect(shown.storage).not.toBeNull();
    }
    const logger = await app.withScopes(app.demo, 'logging:write', 'stats:read');
    expect((await logger.get('/home')).status).toBe(403);
    expect((await clients.owner.get('/home?nonsense=1')).status).toBe(400);
    expect(countsOf(await home(app.other.api))).toEqual(Object.fromEntries(LISTS.map((name) => [name, 0])));
  });

  it('lists what feeds with files lack', async () => {
    const another = await buildCollection(app.demo);
    const silent = await buildCollection(app.demo);
    for (const { id } of [another, silent]) {
      const item = await buildReadyItem(app, app.demo, { collectionId: id }, { status: 'published' });
      const file = { status: 'ready', url: '/files/1/k/a.flac', mimeType: 'audio/flac' };
      if (id === another.id) await buildMediaAsset(app.app.db, item, app.demo.account.id, file);
    }
    await app.demo.api.patch(`/collections/${another.id}`, {
      feed: {
        ownerEmail: 'a@example.org',
        description: 'About it.',
        language: 'en',
        link: 'https://example.org',
      },
    });
    const { feeds } = await home(clients.editor);
    expect(feeds).toEqual({
      count: 1,
      path: '/collections',
      filter: `id.in=${another.id}`,
      first: [
        {
          ...{ collectionId: another.id, name: another.name, missing: ['picture', 'category'] },
          ...{ items: 1, enclosed: 1, playable: 0 },
        },
      ],
    });
    expect((await listOf(feeds, clients.editor)).totalRecords).toBe(1);
  });

  it('lists the media assets of all items', async () => {
    const page = (await clients.analyst.get('/media?status=created&_limit=1&_offset=1&_expand=item')).body;
    expect(page).toMatchObject({ totalRecords: 2, page: 1, hasMore: false });
    expect(page.mediaAssets[0].item.id).toBe(page.mediaAssets[0].itemId);
    expect((await app.other.api.get('/media')).body.totalRecords).toBe(0);
    expect((await clients.owner.get('/media?status=gone')).status).toBe(400);
    const logger = await app.withScopes(app.demo, 'logging:write');
    expect((await logger.get('/media')).status).toBe(403);
  });

  it('lists what a new library lacks until it has it', async () => {
    const { api } = app.other;
    const checklist = async () => (await api.get('/home')).body.home.checklist;
    const nothing = {
      talks: false,
      logo: false,
      site: false,
      feed: false,
      transcriber: false,
      people: false,
    };
    expect(await checklist()).toEqual(nothing);
    const sample = await buildItem(app.other, {});
    await markSamples(app.app.db, app.other.account.id, 'item', [sample.id]);
    expect(await checklist()).toEqual(nothing);
    const own = await buildReadyItem(app, app.other, {}, { status: 'published' });
    await buildMediaAsset(app.app.db, own, app.other.account.id, {
      status: 'ready',
      url: '/files/2/k/a.mp3',
    });
    const feed = {
      ownerEmail: 'a@example.org',
      description: 'About it.',
      language: 'en',
      category: 'Religion & Spirituality',
    };
    await api.patch(`/collections/${own.collectionId}`, { feed });
    const squareImgUrl = '/files/2/k/a.png';
    await app.app.db
      .updateTable('collection')
      .set({ squareImgUrl })
      .where('id', '=', own.collectionId)
      .execute();
    await api.patch('/account', { settings: { publicSiteUrl: 'https://example.org' } });
    const bytes = await picture('png', 300, 80);
    const fileMimeType = 'image/png';
    const logo = await api.post('/account/logo/create', { fileMimeType, fileSizeBytes: bytes.length });
    await web.put(logo.body.uploadUrl, bytes, { 'Content-Type': 'image/png' });
    for (const role of ['owner', 'editor'] as const) await buildPerson(app, [[app.other, role]]);
    expect(await checklist()).toEqual({
      talks: true,
      logo: true,
      site: true,
      feed: true,
      transcriber: false,
      people: true,
    });
  });
});

// One engine is enough: the statistics are in neither.
describe('the home screen with statistics', () => {
  const app = useApp();

  it('has the searches that nobody answered', { timeout: 300_000 }, async () => {
    for (const q of ['zebra stripes', 'zebra stripes', 'quokka'])
      expect((await app.demo.site.get(`/search?q=${encodeURIComponent(q)}`)).body.results).toEqual([]);
    const reported = async () => (await app.demo.api.get('/stats/searches')).body.total?.withoutResults;
    await expect.poll(reported, { timeout: 200_000 }).toBe(3);
    const searches = async () => (await app.demo.api.get('/home')).body.home.searches;
    await expect.poll(async () => (await searches())?.count, { timeout: 60_000 }).toBe(3);
    const shown = await searches();
    expect(shown.first).toEqual([
      { query: 'zebra stripes', searches: 2, withoutResults: 2 },
      { query: 'quokka', searches: 1, withoutResults: 1 },
    ]);
    const report = (await app.demo.api.get(`${shown.path}?${shown.filter}`)).body;
    expect(report.total.withoutResults).toBe(3);
    expect(report.queries[0]).toMatchObject(shown.first[0]);
  });
});
