/** The account, and the account that a public host serves. */
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { createClient, type Answer } from '../support/client.js';
import type { Built } from '../support/factories.js';
import { picture } from '../support/images.js';
import { startApp, useApp, type TestApp } from '../support/start-app.js';
import { web } from '../support/web.js';

describe('account', () => {
  const app = useApp({ worker: true });

  const defaults = {
    publicSiteUrl: null,
    publicSites: [],
    staffNetworks: [],
    itemPagePath: '/items/{slug}',
    autoAcceptScriptures: false,
    autoAcceptMediaChapters: false,
    respectDoNotTrack: true,
    defaultTranslation: 'kjv',
    versification: null,
    requireSecondFactor: 'owners',
    vocabulary: [],
    accentColorHex: null,
    language: null,
    links: [],
  };

  it('returns the account of the token', async () => {
    const { body } = await app.demo.api.get('/account');
    const host = `http://demo.localhost:${app.app.config.publicPort}`;
    expect(body).toEqual({
      account: {
        id: app.demo.account.id,
        shortName: 'demo',
        name: 'demo',
        timeZone: 'UTC',
        searchBaseUrl: `${host}/api`,
        settings: defaults,
        logoUrl: null,
        logoMetadata: null,
        snippets: {
          search: `<script type="module" src="${host}/components.js"></script>\n<lectern-search style="display: block; min-height: 100vh"></lectern-search>`,
          player: `<script type="module" src="${host}/player.js"></script>\n<lectern-player item="slug-or-id" details style="display: block; min-height: 30rem"></lectern-player>`,
          embed: `<iframe src="${host}/embed/items/ID" title="Title of the talk" loading="lazy" allow="autoplay; fullscreen; picture-in-picture; encrypted-media" style="width: 100%; max-width: 40rem; aspect-ratio: 3 / 2; border: 0"></iframe>`,
        },
        limits: { storedBytes: null, items: null, tokens: null, webhooks: null },
        usage: { storedBytes: 0, items: 0, tokens: 1, webhooks: 0 },
      },
    });
    expect((await app.other.api.get('/account')).body.account.shortName).toBe('other');
  });

  it('changes the given fields and leaves the rest', async () => {
    const settings = { publicSiteUrl: 'https://demo.example.org', autoAcceptScriptures: true };
    await app.demo.api.patch('/account', { name: ' Demo Church ', timeZone: 'Europe/Berlin', settings });
    await app.demo.api.patch('/account', { settings: { defaultTranslation: 'asv' } });
    const expected = {
      name: 'Demo Church',
      timeZone: 'Europe/Berlin',
      settings: { ...defaults, ...settings, defaultTranslation: 'asv' },
    };
    expect((await app.demo.api.get('/account')).body.account).toMatchObject(expected);
    const cleared = await app.demo.api.patch('/account', { settings: { publicSiteUrl: null } });
    expect(cleared.body.account.settings.publicSiteUrl).toBeNull();
    expect((await app.demo.api.patch('/account', {})).status).toBe(200);
    expect((await app.other.api.get('/account')).body.account.timeZone).toBe('UTC');
  });

  it('keeps all of several simultaneous changes', async () => {
    const changes = [
      { respectDoNotTrack: false },
      { autoAcceptMediaChapters: true },
      { publicSiteUrl: 'https://both.example.org' },
    ];
    await Promise.all(changes.map((settings) => app.demo.api.patch('/account', { settings })));
    expect((await app.demo.api.get('/account')).body.account.settings).toMatchObject({
      respectDoNotTrack: false,
      autoAcceptMediaChapters: true,
      publicSiteUrl: 'https://both.example.org',
    });
  });

  it.each([
    [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
    [{ timeZone: '+02:00' }, 'timeZone'],
    [{ timeZone: '' }, 'timeZone'],
    [{ name: '\u0000' }, 'name'],
    [{ shortName: 'other' }, 'shortName'],
    [{ settings: { publicSiteUrl: 'javascript:alert(1)' } }, 'settings.publicSiteUrl'],
    [{ settings: { defaultTranslation: 'niv' } }, 'settings.defaultTranslation'],
    [{ settings: { staffNetworks: ['203.0.113.0/24', 'the office'] } }, 'settings.staffNetworks.1'],
    [{ settings: { theme: 'dark' } }, 'settings.theme'],
    [{ settings: { accentColorHex: 'red' } }, 'settings.accentColorHex'],
    [{ settings: { accentColorHex: '#12345' } }, 'settings.accentColorHex'],
    [{ settings: { language: 'not a language' } }, 'settings.language'],
    [{ settings: { links: [{ title: 'Give', url: 'javascript:alert(1)' }] } }, 'settings.links.0.url'],
    [{ settings: { links: [{ title: ' ', url: 'https://a.example' }] } }, 'settings.links.0.title'],
    [{ settings: { links: Array(21).fill({ title: 'a', url: 'https://a.example' }) } }, 'settings.links'],
  ])('rejects %j', async (changes, path) => {
    const { status, body } = await app.demo.api.patch('/account', changes);
    expect(status).toBe(422);
    expect(body.error.details.map((detail: Built) => detail.path)).toEqual([path]);
  });

  it('has a theme for components and pages, which the public host returns', async () => {
    const { demo } = app;
    const shown = async (): Promise<Built> => (await demo.site.get('/config')).body.account;
    expect(await shown()).toMatchObject({ accentColorHex: null, language: null, links: [], logoUrl: null });
    const links = [{ title: 'Visit us', url: 'https://demo.example.org/visit' }];
    const settings = { accentColorHex: '#7A2e1D', language: 'pt-BR', links };
    const { body } = await demo.api.patch('/account', { settings });
    expect(body.account.settings).toMatchObject({ ...settings, accentColorHex: '#7a2e1d' });
    expect(await shown()).toMatchObject({ accentColorHex: '#7a2e1d', language: 'pt-BR', links });
    // The body of GET can be sent back.
    expect((await demo.api.patch('/account', body.account)).body).toEqual(body);
  });

  it('has a logo, which replaces the previous one once it is uploaded', async () => {
    const { demo, other } = app;
    const shown = async (): Promise<string | null> => (await demo.site.get('/config')).body.account.logoUrl;
    const plan = (bytes: Buffer, fileMimeType: string, api = demo.api) =>
      api.post('/account/logo/create', { fileMimeType, fileSizeBytes: bytes.length });
    const upload = async (bytes: Buffer, type: string): Promise<Answer> => {
      const planned = await plan(bytes, type);
      expect(planned.status).toBe(201);
      return web.put(planned.body.uploadUrl, bytes, { 'Content-Type': type });
    };
    const first = await picture('png', 300, 80);
    expect((await upload(first, 'image/png')).status).toBe(200);
    const { account } = (await demo.api.get('/account')).body;
    const measures = { width: 300, height: 80, mimeType: 'image/png', fileSizeBytes: first.length };
    expect(account.logoMetadata).toEqual(measures);
    const firstUrl = await shown();
    expect(firstUrl).toMatch(/\/logo\.png$/);
    expect((await web.get(`${account.logoUrl}?width=160`)).status).toBe(200);
    expect((await demo.api.patch('/account', { settings: { language: null } })).body.account.logoUrl).toBe(
      account.logoUrl,
    );

    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
    for (const type of ['image/svg+xml', 'text/html'])
      expect((await plan(svg, type)).body.error.details[0].path).toBe('fileMimeType');
    expect((await upload(svg, 'image/png')).status).toBe(422);
    expect((await plan(Buffer.alloc(10 * 1024 * 1024 + 1), 'image/png')).status).toBe(422);
    expect(await shown()).toBe(firstUrl);
    expect((await upload(await picture('jpeg', 64, 64), 'image/jpeg')).status).toBe(200);
    expect(await shown()).toMatch(/\/logo\.jpg$/);
    await app.idle();
    expect((await web.get(account.logoUrl)).status).toBe(404);

    const reader = await app.withScopes(demo, 'content:read', 'content:write');
    expect((await plan(first, 'image/png', reader)).status).toBe(403);
    await other.api.post('/account/logo/delete');
    expect(await shown()).not.toBeNull();
    const removed = await demo.api.post('/account/logo/delete');
    expect(removed.body).toMatchObject({ result: 'success', account: { logoUrl: null, logoMetadata: null } });
    expect((await demo.api.post('/account/logo/delete')).status).toBe(200);
    expect(await shown()).toBeNull();
    await app.idle();
    const { usage } = (await demo.api.get('/account')).body.account;
    expect(usage.storedBytes).toBe(svg.length);
  });

  it('assigns a host label to an account', async () => {
    await expect(app.app.accounts.create({ shortName: 'demo' })).rejects.toMatchObject({ status: 409 });
    for (const shortName of ['', 'Demo', 'a.b', '-a', 'a_b', 'x'.repeat(64)])
      await expect(app.app.accounts.create({ shortName })).rejects.toMatchObject({ status: 422 });
  });
});

describe('the account of a host', () => {
  let app: TestApp;
  afterEach(() => app.stop());

  /** The short name of the account that is served at the host, or the status of the error. */
  const served = async (host: string, url = app.publicUrl): Promise<string | number> => {
    const { status, body } = await createClient(url, { Host: host }).get('/config');
    return status === 200 ? body.account.shortName : status;
  };

  it('is the label before the search domain', async () => {
    app = await startApp({ env: { SEARCH_DOMAIN: 'Search.Example.org' } });
    expect(await served('demo.search.example.org:8081')).toBe('demo');
    expect(await served('OTHER.search.example.org')).toBe('other');
    for (const host of ['nobody.search.example.org', 'a.demo.search.example.org', 'search.example.org'])
      expect(await served(host)).toBe(404);
  });

  it('is the default account if the host has no label', async () => {
    app = await startApp({ env: { DEFAULT_ACCOUNT: 'other' } });
    expect(await served('localhost:8081')).toBe('other');
    expect(await served('127.0.0.1')).toBe('other');
    expect(await served('demo.localhost')).toBe('demo');
    expect(await served('nobody.localhost')).toBe(404);
  });

  it('is the stored default account if DEFAULT_ACCOUNT is not set', async () => {
    app = await startApp();
    expect(await served('localhost')).toBe(404);
    for (const { account } of [app.other, app.demo]) {
      await app.app.accounts.makeDefault(account);
      expect(await served('localhost')).toBe(account.shortName);
    }
    await app.app.accounts.create({ shortName: 'third' });
    expect(await served('localhost')).toBe('demo');
    expect(await served('other.localhost')).toBe('other');
    const restarted = createApp({ ...app.app.config, defaultAccount: 'other' });
    const running = await startServer(restarted, { role: 'api', warm: false });
    expect(await served('localhost', running.publicUrl)).toBe('other');
    await running.stop();
    await restarted.close();
  });

  it('is the only account if there is just one', async () => {
    app = await startApp();
    expect(await served('localhost')).toBe(404);
    await app.app.db.deleteFrom('token').execute();
    await app.app.db.deleteFrom('contentVersion').where('accountId', '=', app.other.account.id).execute();
    await app.app.db.deleteFrom('account').where('shortName', '=', 'other').execute();
    expect(await served('localhost')).toBe('demo');
  });
});
