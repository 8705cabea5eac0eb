/** The account over HTTP, and which account a public host serves. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '../../src/app.js';
import { startServer } from '../../src/server.js';
import { createClient } from '../support/client.js';
import { engineMissing } from '../support/database.js';
import type { Built } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe.skipIf(engineMissing)('account', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.stop());

  const defaults = {
    publicSiteUrl: null,
    publicSites: [],
    itemPagePath: '/items/{slug}',
    autoAcceptScriptures: false,
    autoAcceptMediaChapters: false,
    respectDoNotTrack: true,
    defaultTranslation: 'kjv',
  };

  it('answers the account of the token', async () => {
    const { body } = await app.demo.api.get('/account');
    expect(body).toEqual({
      account: {
        id: app.demo.account.id,
        shortName: 'demo',
        name: 'demo',
        timeZone: 'UTC',
        searchBaseUrl: `http://demo.localhost:${app.app.config.publicPort}/api`,
        settings: defaults,
        limits: { storedBytes: null, items: null, tokens: null, webhooks: null },
        usage: { storedBytes: 0, items: 0, tokens: 1, webhooks: 0 },
      },
    });
    expect((await app.other.api.get('/account')).body.account.shortName).toBe('other');
  });

  it('changes what is named and leaves the rest', async () => {
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

  it('keeps all of several changes made at once', async () => {
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
    [{ settings: { theme: 'dark' } }, 'settings.theme'],
  ])('refuses %j', async (changes, path) => {
    const { status, body } = await app.demo.api.patch('/account', changes);
    expect(status).toBe(422);
    expect(body.error.details.map((detail: Built) => detail.path)).toEqual([path]);
  });

  it('gives an account a host label of its own', async () => {
    await expect(app.app.accounts.create({ shortName: 'demo' })).rejects.toMatchObject({ status: 409 });
    for (const shortName of ['', 'Demo', 'a.b', '-a', 'a_b', 'x'.repeat(64)])
      await expect(app.app.accounts.create({ shortName })).rejects.toMatchObject({ status: 422 });
  });
});

describe.skipIf(engineMissing)('the account that a host names', () => {
  let app: TestApp;
  afterEach(() => app.stop());

  /** The short name of the account that is served at the host, or the status of the refusal. */
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

  it('is the default account where the host has no label', async () => {
    app = await startApp({ env: { DEFAULT_ACCOUNT: 'other' } });
    expect(await served('localhost:8081')).toBe('other');
    expect(await served('127.0.0.1')).toBe('other');
    expect(await served('demo.localhost')).toBe('demo');
    expect(await served('nobody.localhost')).toBe(404);
  });

  it('is the stored default account where DEFAULT_ACCOUNT is not set', async () => {
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

  it('is the only account where there is one', async () => {
    app = await startApp();
    expect(await served('localhost')).toBe(404);
    await app.app.db.deleteFrom('token').execute();
    await app.app.db.deleteFrom('contentVersion').where('accountId', '=', app.other.account.id).execute();
    await app.app.db.deleteFrom('account').where('shortName', '=', 'other').execute();
    expect(await served('localhost')).toBe('demo');
  });
});
