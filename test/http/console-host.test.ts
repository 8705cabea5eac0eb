/** The console's host: the private API for people, by their session and role. */
import { describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

describe('the console’s host', () => {
  const app = useApp();
  const host = consoleOf(app);

  const personWith = async (...memberships: Parameters<typeof buildPerson>[1]): Promise<Browser> =>
    signedIn(host, (await buildPerson(app, memberships)).email);

  it('serves the private API of an account to people who belong to it', async () => {
    const editor = await personWith([app.demo, 'editor']);
    const { status, body } = await editor.post('/a/demo/v2/topics/create', { name: 'Grace' });
    expect(status).toBe(201);
    expect((await editor.get(`/a/demo/v2/topics/${body.topic.id}`)).body.topic.name).toBe('Grace');
    expect((await app.demo.api.get(`/topics/${body.topic.id}`)).status).toBe(200);
  });

  it('answers strangers to an account as if it did not exist', async () => {
    const editor = await personWith([app.demo, 'editor']);
    const [stranger, unknown] = [
      await editor.get('/a/other/v2/items'),
      await editor.get('/a/nobody/v2/items'),
    ];
    expect(stranger.status).toBe(404);
    expect(unknown.body.error).toEqual({ ...stranger.body.error, requestId: unknown.body.error.requestId });
  });

  it('serves two accounts to one browser', async () => {
    const person = await personWith([app.demo, 'owner'], [app.other, 'analyst']);
    await app.app.db
      .updateTable('account')
      .set({ settings: JSON.stringify({ requireSecondFactor: 'none' }) })
      .execute();
    const own = await person.post('/a/demo/v2/topics/create', { name: 'Hope' });
    expect(own.status).toBe(201);
    const foreign = await person.post('/a/other/v2/topics/create', { name: 'Hope' });
    expect(foreign.status).toBe(403);
    expect(foreign.body.error.message).toBe(
      'Only owners and editors may do this. Your role in this account is analyst.',
    );
    expect((await person.get(`/a/other/v2/topics/${own.body.topic.id}`)).status).toBe(404);
  });

  it('needs a session, and ignores tokens', async () => {
    const answer = await host.browser().get('/a/demo/v2/items', app.demo.api.headers);
    expect([answer.status, answer.headers['www-authenticate']]).toEqual([401, undefined]);
    expect(answer.body.error.type).toBe('AuthenticationError');
  });

  it('is the only host on which sessions count', async () => {
    const editor = await personWith([app.demo, 'editor']);
    const Cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const { api } = app.demo;
    expect((await api.get('/items', { Authorization: '', Cookie })).status).toBe(401);
  });

  it('demands a second factor where the account does', async () => {
    const strict = await app.tenant('strict');
    const owner = await personWith([strict, 'owner']);
    const { status, body } = await owner.get('/a/strict/v2/items');
    expect([status, body.error.type]).toEqual([403, 'SecondFactorRequiredError']);
  });

  it('notes people in the audit log', async () => {
    const { id, email } = await buildPerson(app, [[app.demo, 'editor']]);
    const editor = await signedIn(host, email);
    const { body } = await editor.post('/a/demo/v2/speakers/create', { name: 'Ruth' });
    const log = await app.demo.api.get(`/audit-log?recordType=speaker&recordId=${body.speaker.id}`);
    expect(log.body.auditEntries).toMatchObject([
      { actor: 'person', personId: id, tokenId: null, operation: 'createSpeaker' },
    ]);
  });

  it('names itself in addresses, which need the session', async () => {
    const editor = await personWith([app.demo, 'editor']);
    const { id } = await buildItem(app.demo);
    const { body, status } = await editor.post(`/a/demo/v2/items/${id}/resources/create`, {
      title: 'Guide',
      contentType: 'file',
      fileMimeType: 'application/pdf',
      originalFilename: 'guide.pdf',
      fileSizeBytes: 9,
    });
    expect(status).toBe(201);
    expect(body.uploadUrl).toMatch(/^http:\/\/localhost:8083\/a\/demo\/v2\/uploads\//);
    const upload = new URL(body.uploadUrl as string).pathname;
    const put = (browser: Browser, at = upload) =>
      browser.put(at, '%PDF-1.4 ', { 'Content-Type': 'application/pdf' });
    expect((await put(host.browser())).status).toBe(401);
    expect((await put(await personWith([app.other, 'editor']))).status).toBe(404);
    const both = await personWith([app.demo, 'editor'], [app.other, 'editor']);
    expect((await put(both, upload.replace('/a/demo/', '/a/other/'))).status).toBe(404);
    expect((await put(editor)).status).toBe(200);

    const { resource } = (await editor.get(`/a/demo/v2/items/${id}/resources/${body.resource.id}`)).body;
    const file = new URL(resource.url as string).pathname;
    expect(resource.url).toMatch(/^http:\/\/localhost:8083\/a\/demo\/v2\/files\//);
    const opened = await editor.get(file);
    expect([opened.status, opened.headers['content-security-policy']]).toEqual([
      200,
      "script-src 'none'; frame-ancestors 'none'",
    ]);
    expect((await host.browser().get(file)).status).toBe(401);
    expect((await both.get(file.replace('/a/demo/', '/a/other/'))).status).toBe(404);
  });

  it('signs addresses that no other host accepts', async () => {
    const editor = await personWith([app.demo, 'editor']);
    const { id } = await buildItem(app.demo);
    await editor.put(`/a/demo/v2/items/${id}/transcript`, 'Grace is enough.', {
      'Content-Type': 'text/plain',
    });
    const { mediaAsset, uploadUrl } = (
      await editor.post(`/a/demo/v2/items/${id}/media/create`, {
        contentType: 'audio',
        mimeType: 'audio/mpeg',
        originalFilename: 'talk.mp3',
        fileSizeBytes: 4,
      })
    ).body;
    await editor.put(new URL(uploadUrl as string).pathname, 'talk', { 'Content-Type': 'audio/mpeg' });
    const { url } = (await editor.get(`/a/demo/v2/media/${mediaAsset.id}`)).body.mediaAsset;
    const { transcriptUrl } = (await editor.get(`/a/demo/v2/items/${id}`)).body.item;
    for (const address of [url, transcriptUrl] as string[]) {
      const { pathname } = new URL(address);
      expect((await editor.get(pathname)).status, pathname).toBe(200);
      for (const base of [app.privateUrl, app.publicUrl])
        expect((await web.get(base + pathname.replace('/a/demo/v2', ''))).status, base).toBe(404);
    }
  });

  describe('from elsewhere', () => {
    const change = { name: 'Stolen' };

    it.each(['cross-site', 'same-site', 'none'])('refuses changes with Sec-Fetch-Site: %s', async (site) => {
      const editor = await personWith([app.demo, 'editor']);
      const answer = await editor.post('/a/demo/v2/topics/create', change, { 'Sec-Fetch-Site': site });
      expect([answer.status, answer.body.error.type]).toEqual([403, 'PermissionError']);
    });

    it.each([
      ['another origin', { Origin: 'http://localhost:3000' }, 403],
      ['neither header', { Origin: '' }, 403],
      ['the console’s origin', { Origin: 'http://localhost:8083' }, 201],
    ])('without Sec-Fetch-Site, handles a change with %s', async (_, headers, status) => {
      const editor = await personWith([app.demo, 'editor']);
      const sent = { 'Sec-Fetch-Site': '', ...headers };
      expect((await editor.post('/a/demo/v2/topics/create', { name: 'Mine' }, sent)).status).toBe(status);
    });

    it('refuses sign-ins from other sites', async () => {
      const answer = await host.browser().post('/auth/sign-out', {}, { 'Sec-Fetch-Site': 'same-site' });
      expect(answer.status).toBe(403);
    });

    it('lets other sites link to it, but not read it', async () => {
      const editor = await personWith([app.demo, 'editor']);
      const from = (mode: string) => ({ 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': mode });
      expect((await editor.get('/a/demo/v2/items', from('navigate'))).status).toBe(200);
      expect((await editor.get('/a/demo/v2/items', from('no-cors'))).status).toBe(403);
    });

    it.each(['evil.example', 'localhost:8080', '127.0.0.1:8083', 'localhost'])(
      'answers 421 to the host %s',
      async (name) => {
        const editor = await personWith([app.demo, 'editor']);
        for (const path of ['/a/demo/v2/items', '/healthz', '/'])
          expect((await editor.get(path, { Host: name })).status).toBe(421);
      },
    );

    it('allows no other origin to read its responses', async () => {
      const editor = await personWith([app.demo, 'editor']);
      const { headers } = await editor.get('/a/demo/v2/items');
      expect(headers).toMatchObject({
        'cross-origin-resource-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cache-control': 'no-store',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
      expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toContain('unsafe');
      expect(headers['access-control-allow-origin']).toBeUndefined();
    });
  });
});
