/** Who may send the pieces of an upload, and what ends it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPerson, consoleOf, signedIn, type Browser } from '../support/browser.js';
import { createClient, type Client } from '../support/client.js';
import { buildItem, type Built } from '../support/factories.js';
import { begin, BYTES, head, offsetOf, patch, resumableUploads, SIZE, TUS } from '../support/resumable.js';
import { useApp } from '../support/start-app.js';
import { tusUpload } from '../support/tus-client.js';
import { web } from '../support/web.js';

const patience = { timeout: 60_000, interval: 50 };

describe('an upload in pieces', () => {
  const app = useApp();
  let item: Built;
  let uploads: ReturnType<typeof resumableUploads>;
  const host = consoleOf(app);
  beforeAll(async () => {
    item = await buildItem(app.demo);
    uploads = resumableUploads(app);
  });

  it('is resumed by somebody else, who got the address again', async () => {
    const { asset, url } = await uploads.plan(item.id);
    await patch(url, 0, BYTES.subarray(0, 1_000));
    const resume = (client: Client) => client.post(`/media/${asset.id}/resume`);
    expect((await resume(app.other.api)).status).toBe(404);
    expect((await resume(await app.withScopes(app.demo, 'content:read'))).status).toBe(403);
    const { status, body } = await resume(await app.withScopes(app.demo, 'content:draft'));
    expect([status, body.mediaAsset.uploadedBytes]).toEqual([200, 1_000]);
    expect(await offsetOf(body.resumable.url)).toBe(1_000);
    await patch(body.resumable.url, 1_000, BYTES.subarray(1_000));
    expect((await resume(app.demo.api)).status).toBe(422);
  });

  it('of a contributor ends when the item is published before the last byte', async () => {
    const draft = await buildItem(app.demo);
    const { asset, url } = await uploads.plan(draft.id, await app.withScopes(app.demo, 'content:draft'));
    await patch(url, 0, BYTES.subarray(0, 1_000));
    await app.app.db.updateTable('item').set({ status: 'published' }).where('id', '=', draft.id).execute();
    expect((await patch(url, 1_000, BYTES.subarray(1_000))).status).toBe(403);
    expect((await uploads.read(asset)).status).toBe('created');
  });

  describe('ends within seconds', () => {
    /** @param end ends the right while a piece is arriving */
    const endsWith = async (
      { asset, url, headers = {} }: { asset: Built; url: string; headers?: Record<string, string> },
      end: () => Promise<unknown>,
    ): Promise<void> => {
      const { call, ended } = begin(url, BYTES.subarray(0, 10_000), headers);
      await expect.poll(uploads.pieces, patience).toEqual([10_000]);
      await end();
      // 204: it was ended in favour of the request that gives the upload up.
      expect(['cut', 204, 401, 404]).toContain(await ended);
      await expect.poll(uploads.pieces, patience).toEqual([]);
      call.destroy();
      expect((await uploads.uploadOf(asset))?.resumableUntil ?? null).toBeNull();
    };

    it('when the media asset is deleted', async () => {
      const { asset, url } = await uploads.plan(item.id);
      await endsWith({ asset, url }, () => app.demo.api.delete(`/media/${asset.id}`));
      expect((await head(url)).status).toBe(404);
    });

    it('when the item is deleted, and starts again when it is restored', async () => {
      const other = await buildItem(app.demo);
      const { asset, url } = await uploads.plan(other.id);
      await endsWith({ asset, url }, () => app.demo.api.delete(`/items/${other.id}`));
      expect((await patch(url, 0, BYTES)).status).toBe(404);
      expect((await app.demo.api.post(`/media/${asset.id}/resume`)).status).toBe(404);
      await app.demo.api.post(`/items/${other.id}/restore`);
      expect((await uploads.read(asset)).uploadExpiresAt).toBeNull();
      const { body } = await app.demo.api.post(`/media/${asset.id}/resume`);
      await tusUpload(body.resumable.url, BYTES, { chunkSize: SIZE });
      expect((await uploads.read(asset)).status).toBe('uploaded');
    });

    it('when the token is revoked', async () => {
      const { body } = await app.demo.api.post('/tokens/create', { name: 'x', scopes: ['content:write'] });
      const client = createClient(app.privateUrl, { Authorization: `Bearer ${body.secret}` });
      const { asset, url, uploadUrl } = await uploads.plan(item.id, client);
      await endsWith({ asset, url }, () => app.demo.api.delete(`/tokens/${body.token.id}`));
      expect((await web.put(uploadUrl, BYTES, { 'Content-Type': 'audio/mpeg' })).status).toBe(403);
    });

    it('when it is given up', async () => {
      const { asset, url } = await uploads.plan(item.id);
      await endsWith({ asset, url }, async () => {
        expect((await web.send('DELETE', url, undefined, TUS)).status).toBe(204);
      });
      const second = await uploads.plan(item.id);
      await patch(second.url, 0, BYTES.subarray(0, 1_000));
      expect((await web.send('DELETE', second.url)).status).toBe(204);
      expect(uploads.pieces()).toEqual([]);
    });

    it('when the person is removed from the account', async () => {
      const { id, email } = await buildPerson(app, [[app.demo, 'editor']]);
      const browser = await signedIn(host, email);
      const { asset, url } = await uploads.plan(item.id, browser, { path: '/a/demo/v2' });
      await endsWith({ asset, ...throughConsole(browser, url) }, () => app.demo.api.delete(`/people/${id}`));
    });
  });

  /** The address of the console's host as it listens here, with what a browser sends. */
  const throughConsole = (browser: Browser, url: string) => {
    const { pathname } = new URL(url);
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return { url: app.consoleUrl + pathname, headers: { ...browser.headers, Cookie } };
  };

  it('on the console’s host needs the session of the person who got the address', async () => {
    const person = async (role: 'editor' | 'analyst'): Promise<Browser> =>
      signedIn(host, (await buildPerson(app, [[app.demo, role]])).email);
    const editor = await person('editor');
    const { asset, url } = await uploads.plan(item.id, editor, { path: '/a/demo/v2' });
    expect(url).toMatch(/^http:\/\/localhost:8083\/a\/demo\/v2\/resumable\//);
    const { pathname } = new URL(url);
    const offset = (browser: Browser, path = pathname) => browser.send('HEAD', path, undefined, TUS);
    expect((await offset(host.browser())).status).toBe(401);
    expect((await offset(await person('editor'))).status).toBe(403);
    expect((await offset(await person('analyst'))).status).toBe(403);
    const privately = app.privateUrl + pathname.replace('/a/demo/v2', '');
    expect((await head(privately)).status).toBe(403);
    const foreign = await uploads.plan(item.id);
    const { pathname: signed } = new URL(foreign.url);
    expect((await offset(editor, `/a/demo${signed}`)).status).toBe(403);

    const { url: address, headers } = throughConsole(editor, url);
    await tusUpload(address, BYTES, { chunkSize: 100_000, headers });
    expect((await uploads.read(asset)).status).toBe('uploaded');
  });
});
