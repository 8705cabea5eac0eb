/** Previews of items: on the console's host for people of the account, and by a link for anybody who has it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { createFakeClock } from '../support/clock.js';
import { buildItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const DAY_MS = 24 * 60 * 60_000;
const BYTES = readFileSync(join(import.meta.dirname, '../support/fixtures/media/talk.mp3'));

describe('a preview', () => {
  const clock = createFakeClock();
  const app = useApp({ clock, worker: true });
  let editor: Browser;
  /** With a recording, a transcript and pending changes; never published. */
  let item: Built;
  const host = consoleOf(app);
  beforeAll(async () => {
    editor = await person('editor');
    item = await buildItem(app.demo, { title: 'The former title', description: 'A <b>bold</b> word.' });
    const { api } = app.demo;
    const file = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: BYTES.length };
    const { body } = await api.post(`/items/${item.id}/media/create`, file);
    await web.put(body.uploadUrl, BYTES, { 'Content-Type': 'audio/mpeg' });
    await api.put(`/items/${item.id}/transcript`, 'Grace came first.', { 'Content-Type': 'text/plain' });
    const { speaker } = (await api.post('/speakers/create', { name: 'Ruth Amsel' })).body;
    const changes = { title: 'The <new> title', speakers: [{ id: speaker.id }] };
    expect((await api.patch(`/items/${item.id}/draft`, changes)).status).toBe(200);
    await app.idle();
  });

  const person = async (
    role: 'owner' | 'editor' | 'contributor' | 'analyst',
    tenant = app.demo,
  ): Promise<Browser> => signedIn(host, (await buildPerson(app, [[tenant, role]])).email);
  const createLink = async (body: object = {}, api = app.demo.api, id: number = item.id) =>
    api.post(`/items/${id}/preview-links/create`, body);
  const newLink = async (body: object = {}, id: number = item.id): Promise<{ path: string; link: Built }> => {
    const created = await createLink(body, app.demo.api, id);
    expect(created.status).toBe(201);
    return { path: new URL(created.body.url as string).pathname, link: created.body.previewLink };
  };
  const recordingIn = (page: string): string => /<source src="([^"]+)"/.exec(page)?.[1] ?? '';

  const expectPage = (body: string): void => {
    expect(body).toContain('<h1 class="text">The &lt;new&gt; title</h1>');
    expect(body).toContain('Ruth Amsel');
    expect(body).toContain('A &lt;b&gt;bold&lt;/b&gt; word.');
    expect(body).toContain('Grace came first.');
    expect(body).not.toContain('<script');
    expect(body).toContain('<meta name="robots" content="noindex" />');
  };

  describe('on the console’s host', () => {
    const path = () => `/a/demo/preview/items/${item.id}`;

    it('shows an unpublished item with its pending changes, to be framed by the console', async () => {
      const { status, headers, body } = await editor.get(path());
      expect(status).toBe(200);
      expectPage(body);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-frame-options': 'SAMEORIGIN',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
      expect(headers['content-security-policy']).toContain("script-src 'none'");
      // Links of the page lead to the public host.
      expect(body).toMatch(
        / target="_blank" rel="noopener" href="http:\/\/demo\.localhost:\d+\/speakers\/\d+"/,
      );
      expect(body).not.toContain(' href="/');
      const console = await editor.get('/a/demo/items');
      expect(console.headers['content-security-policy']).toContain("frame-src 'self'");
      expect((await app.demo.site.get(`/items/${item.id}`)).status).toBe(404);
    });

    it('shows the search in the colours of the account, and stays there while somebody searches', async () => {
      const search = '/a/demo/preview/search';
      const { status, headers, body } = await editor.get(search);
      expect(status).toBe(200);
      expect(headers['x-frame-options']).toBe('SAMEORIGIN');
      expect(headers['content-security-policy']).toContain("script-src 'none'");
      expect(headers['content-security-policy']).toContain("form-action 'self'");
      expect(body).toContain(` action="${search}"`);
      expect(body).not.toContain('<script');
      const hostile = '"><img src=x> nothing of this';
      const found = (await editor.get(`${search}?q=${encodeURIComponent(hostile)}&year=1999`)).body;
      expect(found).not.toContain('<img src=x>');
      expect(found).toContain(` href="${search}?q=`);
      expect(found).not.toMatch(/ href="\/(?!a\/demo\/preview\/search)/);
      expect((await host.browser().get(search)).status).toBe(401);
      expect((await app.demo.api.get('/preview/search')).status).toBe(404);
    });

    it('plays the recording from its own address, with a session only', async () => {
      const source = new URL(recordingIn((await editor.get(path())).body));
      expect(source.origin).toBe('http://localhost:8083');
      expect(source.pathname).toMatch(new RegExp(`^${path()}/files/`));
      const played = await editor.get(source.pathname, { Range: 'bytes=0-9' });
      expect([played.status, played.headers['content-type']]).toEqual([206, 'audio/mpeg']);
      expect(played.bytes.equals(BYTES.subarray(0, 10))).toBe(true);
      expect((await host.browser().get(source.pathname)).status).toBe(401);
      const other = await buildItem(app.demo);
      const elsewhere = source.pathname.replace(`items/${item.id}/`, `items/${other.id}/`);
      expect((await editor.get(elsewhere)).status).toBe(404);
      expect((await editor.get(`${path()}/transcript.txt`)).body).toContain('Grace came first.');
    });

    it('is for people who may read content of the account', async () => {
      for (const role of ['owner', 'contributor', 'analyst'] as const) {
        const browser = await person(role);
        if (role === 'owner')
          await app.app.db
            .updateTable('account')
            .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
            .execute();
        expect((await browser.get(path())).status).toBe(200);
      }
      expect((await host.browser().get(path())).status).toBe(401);
      expect((await (await person('editor', app.other)).get(path())).status).toBe(404);
      const foreign = await buildItem(app.other);
      expect((await editor.get(`/a/demo/preview/items/${foreign.id}`)).status).toBe(404);
      expect((await editor.get('/a/demo/preview/items/nothing')).status).toBe(404);
      const root = app.privateUrl.replace(/\/v2$/, '');
      expect((await web.get(`${root}/preview/items/${item.id}`, app.demo.api.headers)).status).toBe(404);
    });

    it('shows what the changes make of collection, series and date', async () => {
      const moved = await buildItem(app.demo, { dateIsKnown: false });
      const { api } = app.demo;
      const { collection } = (await api.post('/collections/create', { name: 'Evenings' })).body;
      const series = { title: 'Nights', collectionId: collection.id };
      const { id: seriesId } = (await api.post('/series/create', series)).body.series;
      const changes = { collectionId: collection.id, seriesId, orderInSeries: 3, date: '2026-02-03' };
      expect((await api.patch(`/items/${moved.id}/draft`, changes)).status).toBe(200);
      const { body } = await editor.get(`/a/demo/preview/items/${moved.id}`);
      expect(body).toContain('>Nights</a> · Part 3');
      expect(body).toContain('<time datetime="2026-02-03">');
    });
  });

  describe('by a link', () => {
    const open = (path: string, headers: Record<string, string> = {}) =>
      web.get(app.publicUrl.replace(/\/api$/, path), { Host: 'demo.localhost', ...headers });

    it('shows the same page to anybody, and plays the recording', async () => {
      const { path, link } = await newLink({ name: 'For the speaker' });
      expect(link).toMatchObject({
        itemId: item.id,
        name: 'For the speaker',
        expiresAt: new Date(clock.now().getTime() + 7 * DAY_MS).toISOString(),
        createdBy: { type: 'token' },
        lastUsedAt: null,
      });
      const { status, headers, body } = await open(path);
      expect(status).toBe(200);
      expectPage(body);
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers.etag).toBeUndefined();
      const source = new URL(recordingIn(body as string)).pathname;
      expect(source).toMatch(new RegExp(`^${path}/files/`));
      const played = await open(source);
      expect([played.status, played.headers['cache-control'], played.bytes.equals(BYTES)]).toEqual([
        200,
        'no-store',
        true,
      ]);
      expect((await open(`${path}/transcript.txt`)).body).toContain('Grace came first.');
      const { previewLinks } = (await app.demo.api.get(`/items/${item.id}/preview-links`)).body;
      expect(previewLinks.find(({ id }: Built) => id === link.id).lastUsedAt).toBe(clock.now().toISOString());
      expect(JSON.stringify(previewLinks)).not.toContain(path.split('/').at(-1));
      const stored = await app.app.db.selectFrom('previewLink').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain(path.split('/').at(-1));
    });

    it('opens no file of another item, and nothing on the host of another account', async () => {
      const other = await buildItem(app.demo);
      const [own, foreign] = [await newLink(), await newLink({}, other.id)];
      const source = new URL(recordingIn((await open(own.path)).body as string)).pathname;
      expect((await open(source.replace(own.path, foreign.path))).status).toBe(404);
      expect((await open(own.path, { Host: 'other.localhost' })).status).toBe(404);
      expect((await open(source, { Host: 'other.localhost' })).status).toBe(404);
      expect((await open('/preview/nothing')).status).toBe(404);
      expect((await open(source.replace(/[^/]+$/, '..%2f..%2fsecret.key'))).status).toBe(404);
    });

    it('ends when it is revoked', async () => {
      const { path, link } = await newLink();
      const source = new URL(recordingIn((await open(path)).body as string)).pathname;
      expect((await app.other.api.delete(`/preview-links/${link.id}`)).status).toBe(404);
      expect((await app.demo.api.delete(`/preview-links/${link.id}`)).body).toEqual({ result: 'success' });
      for (const gone of [path, source, `${path}/transcript.txt`])
        expect((await open(gone)).status).toBe(404);
      expect((await app.demo.api.delete(`/preview-links/${link.id}`)).status).toBe(404);
    });

    it('ends when its item is deleted, also for an item that is restored', async () => {
      const short = await buildItem(app.demo);
      const { path } = await newLink({}, short.id);
      expect((await open(path)).status).toBe(200);
      await app.demo.api.delete(`/items/${short.id}`);
      expect((await open(path)).status).toBe(404);
      expect((await createLink({}, app.demo.api, short.id)).status).toBe(404);
      await app.demo.api.post(`/items/${short.id}/restore`);
      expect((await open(path)).status).toBe(404);
    });

    it('is refused to those who may not change the item, and for odd times', async () => {
      const contributor = await app.withScopes(app.demo, 'content:draft');
      expect((await createLink({}, contributor)).status).toBe(201);
      expect((await createLink({}, await app.withScopes(app.demo, 'content:read'))).status).toBe(403);
      expect((await createLink({}, app.other.api)).status).toBe(404);
      const published = await buildItem(app.demo);
      await app.app.db
        .updateTable('item')
        .set({ status: 'published' })
        .where('id', '=', published.id)
        .execute();
      expect((await createLink({}, contributor, published.id)).status).toBe(403);
      const { link } = await newLink({}, published.id);
      expect((await contributor.delete(`/preview-links/${link.id}`)).status).toBe(403);
      for (const days of [-1, 0, 91]) {
        const expiresAt = new Date(clock.now().getTime() + days * DAY_MS).toISOString();
        const { status, body } = await createLink({ expiresAt });
        expect([status, body.error.details[0].path]).toEqual([422, 'expiresAt']);
      }
    });

    it('ends at its time, and is then deleted', async () => {
      const expiresAt = new Date(clock.now().getTime() + DAY_MS).toISOString();
      const { path, link } = await newLink({ expiresAt });
      clock.pass(DAY_MS - 1);
      expect((await open(path)).status).toBe(200);
      clock.pass(1);
      expect((await open(path)).status).toBe(404);
      app.app.maintenance.start();
      await app.app.maintenance.stop();
      const { previewLinks } = (await app.demo.api.get(`/items/${item.id}/preview-links`)).body;
      expect(previewLinks.map(({ id }: Built) => id)).not.toContain(link.id);
    });
  });
});
