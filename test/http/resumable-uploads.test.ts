/** Uploads in pieces by tus: they go on after a cut, refuse what does not fit, and expire. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { buildItem, type Built } from '../support/factories.js';
import { AUDIO, begin, BYTES, head, offsetOf, patch, resumableUploads, SIZE } from '../support/resumable.js';
import { useApp } from '../support/start-app.js';
import { tusUpload } from '../support/tus-client.js';
import { web } from '../support/web.js';

const HOUR_MS = 60 * 60_000;
const patience = { timeout: 60_000, interval: 50 };

describe('an upload in pieces', () => {
  const clock = createFakeClock();
  const app = useApp({ clock, env: { UPLOAD_ORIGINS: 'https://dashboard.example.org' } });
  let item: Built;
  let uploads: ReturnType<typeof resumableUploads>;
  let folder: string;
  beforeAll(async () => {
    item = await buildItem(app.demo);
    uploads = resumableUploads(app);
    folder = join(app.app.config.dataDir, 'blobs');
  });

  it('becomes the file that was sent, and is examined', async () => {
    const { asset, url, partBytes } = await uploads.plan(item.id);
    expect(asset).toMatchObject({ status: 'created', uploadedBytes: 0 });
    expect(partBytes).toBe(5 * 1024 ** 2);
    expect(url).toMatch(new RegExp(`^${app.privateUrl}/resumable/${app.demo.account.id}/\\d+/[\\w-]{43}$`));
    await tusUpload(url, BYTES, { chunkSize: 70_000 });
    const ready = await uploads.read(asset);
    expect(ready).toMatchObject({
      status: 'uploaded',
      filename: 'talk.mp3',
      fileSizeBytes: SIZE,
      uploadedBytes: null,
      uploadExpiresAt: null,
    });
    const stored = await web.get(ready.url);
    expect([stored.bytes.equals(BYTES), stored.headers['content-type']]).toEqual([true, 'audio/mpeg']);
    expect(uploads.pieces()).toEqual([]);
    // The client may not have got the last response.
    expect(await offsetOf(url)).toBe(SIZE);
    expect((await app.demo.api.post(`/media/${asset.id}/uploaded`)).body.mediaAsset).toEqual(ready);
  });

  it('goes on where it was cut', async () => {
    const { asset, url } = await uploads.plan(item.id);
    const { call } = begin(url, BYTES.subarray(0, 100_000));
    await expect.poll(uploads.pieces, patience).toEqual([100_000]);
    call.destroy();
    const offset = await offsetOf(url);
    expect(offset).toBe(100_000);
    const again = await patch(url, offset, BYTES.subarray(offset, 200_000));
    expect([again.status, again.headers['upload-offset'], again.headers['tus-resumable']]).toEqual([
      204,
      '200000',
      '1.0.0',
    ]);
    const until = Date.parse(String(again.headers['upload-expires']));
    expect(until - clock.now().getTime()).toBeGreaterThan(23 * HOUR_MS);
    expect(await uploads.read(asset)).toMatchObject({ status: 'created', uploadedBytes: 200_000 });
    const { mediaAssets } = (await app.demo.api.get('/media?status=created&uploadExpiresAt.nl=false')).body;
    expect(mediaAssets.find(({ id }: Built) => id === asset.id)).toMatchObject({ uploadedBytes: 200_000 });
    expect((await patch(url, 200_000, BYTES.subarray(200_000))).status).toBe(204);
    expect((await web.get((await uploads.read(asset)).url)).bytes.equals(BYTES)).toBe(true);
  });

  it('ends a request whose connection is dead when another one comes', async () => {
    const { url } = await uploads.plan(item.id);
    const { call, ended } = begin(url, BYTES.subarray(0, 50_000));
    await expect.poll(uploads.pieces, patience).toEqual([50_000]);
    expect(await offsetOf(url)).toBe(50_000);
    expect(await ended).toBe(204);
    call.destroy();
    expect((await patch(url, 50_000, BYTES.subarray(50_000))).status).toBe(204);
  });

  it('is passed on after a crash that followed the last byte', async () => {
    const { asset, url } = await uploads.plan(item.id);
    await patch(url, 0, BYTES.subarray(1));
    const { blobKey = '' } = (await uploads.uploadOf(asset)) ?? {};
    const draft = join(folder, 'new', blobKey.split('/').slice(0, 2).join('-'), 'bytes');
    writeFileSync(draft, BYTES);
    expect(await offsetOf(url)).toBe(SIZE);
    expect((await uploads.read(asset)).status).toBe('uploaded');
  });

  it.each<[string, number, (url: string) => Promise<{ status: number }>]>([
    ['another offset', 409, (url) => patch(url, 7, BYTES.subarray(7))],
    ['more than was declared', 413, (url) => patch(url, 0, Buffer.concat([BYTES, BYTES]))],
    ['another content type', 400, (url) => patch(url, 0, BYTES, { 'Content-Type': 'audio/mpeg' })],
    ['no version of the protocol', 412, (url) => patch(url, 0, BYTES, { 'Tus-Resumable': '' })],
    ['another version', 400, (url) => patch(url, 0, BYTES, { 'Tus-Resumable': '0.2.2' })],
    ['another signature', 403, (url) => patch(url.replace(/.{4}$/, 'AAAA'), 0, BYTES)],
    [
      'another upload',
      403,
      (url) =>
        patch(
          url.replace(/\d+(?=\/[\w-]+$)/, (id) => `${+id + 1}`),
          0,
          BYTES,
        ),
    ],
    [
      'another account',
      403,
      (url) => patch(url.replace(/\d+(?=\/\d+\/[\w-]+$)/, String(app.other.account.id)), 0, BYTES),
    ],
    ['tricks in the path', 403, (url) => patch(url.replace(/resumable\/\d+/, 'resumable/..%2f'), 0, BYTES)],
    ['a page of any other origin', 403, (url) => patch(url, 0, BYTES, { Origin: 'https://example.org' })],
    ['parts, which are for buckets', 404, (url) => web.get(`${url}/parts`)],
    ['POST', 405, (url) => web.send('POST', url)],
  ])('refuses %s, and stays open', async (_what, status, send) => {
    const { asset, url } = await uploads.plan(item.id);
    expect((await send(url)).status).toBe(status);
    expect(await offsetOf(url)).toBe(0);
    expect((await patch(url, 0, BYTES)).status).toBe(204);
    expect((await uploads.read(asset)).status).toBe('uploaded');
  });

  it('is open to pages of the console and of UPLOAD_ORIGINS', async () => {
    const { url } = await uploads.plan(item.id);
    const preflight = (origin: string) =>
      web.send('OPTIONS', url, undefined, {
        Origin: origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'tus-resumable,upload-offset,content-type',
      });
    for (const origin of ['http://localhost:8083', 'https://dashboard.example.org']) {
      const { status, headers } = await preflight(origin);
      expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
      expect(headers['access-control-allow-methods']).toContain('PATCH');
      expect(headers['access-control-allow-headers']).toContain('Upload-Offset');
      const answer = await patch(url, 5, BYTES, { Origin: origin });
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([409, origin]);
      expect(answer.headers['access-control-expose-headers']).toContain('Upload-Offset');
    }
    const { status, headers } = await preflight('https://example.org');
    expect([status, headers['access-control-allow-origin']]).toEqual([403, undefined]);
    const options = await web.send('OPTIONS', url);
    expect([options.headers['tus-version'], options.headers['tus-extension']]).toEqual([
      '1.0.0',
      'expiration,termination',
    ]);
  });

  it('also takes the whole file by one PUT', async () => {
    const { asset, url, uploadUrl } = await uploads.plan(item.id);
    await patch(url, 0, BYTES.subarray(0, 1_000));
    expect((await web.put(uploadUrl, BYTES, { 'Content-Type': 'audio/mpeg' })).status).toBe(200);
    expect((await uploads.read(asset)).status).toBe('uploaded');
    expect(uploads.pieces()).toEqual([]);
    expect(await offsetOf(url)).toBe(SIZE);
  });

  it('has no address for a platform video', async () => {
    const video = { externalPlatform: 'vimeo', externalPlatformId: '76979871' };
    const { body } = await app.demo.api.post(`/items/${item.id}/media/create`, video);
    expect([body.resumable, body.mediaAsset.uploadedBytes]).toEqual([null, null]);
    expect((await app.demo.api.post(`/media/${body.mediaAsset.id}/resume`)).status).toBe(422);
  });

  it('loses its pieces a day after the last byte, and its record with them', async () => {
    const [idle, busy] = [await uploads.plan(item.id), await uploads.plan(item.id)];
    await patch(idle.url, 0, BYTES.subarray(0, 1_000));
    await patch(busy.url, 0, BYTES.subarray(0, 1_000));
    clock.pass(23 * HOUR_MS);
    await patch(busy.url, 1_000, BYTES.subarray(1_000, 2_000));
    clock.pass(HOUR_MS);
    expect((await patch(idle.url, 1_000, BYTES.subarray(1_000))).status).toBe(404);
    expect((await head(idle.url)).status).toBe(404);
    clock.pass(2 * HOUR_MS);
    await uploads.runMaintenance();
    expect([await uploads.uploadOf(idle.asset), uploads.pieces()]).toEqual([undefined, [2_000]]);
    expect((await uploads.read(idle.asset)).uploadExpiresAt).toBeNull();
    expect((await patch(busy.url, 2_000, BYTES.subarray(2_000))).status).toBe(204);
    expect((await uploads.read(busy.asset)).status).toBe('uploaded');

    const { body } = await app.demo.api.post(`/media/${idle.asset.id}/resume`);
    await tusUpload(body.resumable.url, BYTES, { chunkSize: SIZE });
    expect((await uploads.read(idle.asset)).status).toBe('uploaded');
  });

  it('waits while the file folder is unavailable', async () => {
    const { asset, url } = await uploads.plan(item.id);
    await patch(url, 0, BYTES.subarray(0, 1_000));
    renameSync(folder, `${folder}-away`);
    writeFileSync(folder, '');
    const refused = await patch(url, 1_000, BYTES.subarray(1_000));
    expect([refused.status, refused.body.error.type]).toEqual([503, 'UnavailableError']);
    expect(refused.headers['retry-after']).toBeDefined();
    rmSync(folder);
    renameSync(`${folder}-away`, folder);
    expect((await patch(url, 1_000, BYTES.subarray(1_000))).status).toBe(204);
    expect((await uploads.read(asset)).status).toBe('uploaded');
  });

  it('counts against the quota from the start until its asset is deleted', async () => {
    const tenant = await app.tenant('small');
    await app.app.quotas.setLimits(tenant.account.id, { storedBytes: SIZE });
    const { id } = await buildItem(tenant);
    const { asset, url } = await uploads.plan(id, tenant.api);
    const usage = async () => (await tenant.api.get('/account')).body.account.usage.storedBytes;
    expect(await usage()).toBe(SIZE);
    const second = await tenant.api.post(`/items/${id}/media/create`, { ...AUDIO, fileSizeBytes: 1 });
    expect(second.body.error.type).toBe('QuotaExceededError');
    await patch(url, 0, BYTES.subarray(0, 1_000));
    await tenant.api.delete(`/media/${asset.id}`);
    await uploads.runJobs();
    expect([await usage(), uploads.pieces()]).toEqual([0, []]);
  });
});
