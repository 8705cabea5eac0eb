/** Uploads in parts, straight to a bucket; runs if TEST_S3_URL names a server. */
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildItem, type Built } from '../support/factories.js';
import { s3Environment } from '../support/s3.js';
import { useApp } from '../support/start-app.js';
import { web } from '../support/web.js';

const server = s3Environment();
if (!server) console.log('TEST_S3_URL is not set: uploads in parts are skipped.');

const PART_BYTES = 5 * 1024 ** 2;
const BYTES = randomBytes(2 * PART_BYTES + 1_000_000);
const FILE = {
  contentType: 'video',
  mimeType: 'video/mp4',
  fileSizeBytes: BYTES.length,
  originalFilename: 'film.mp4',
};
const HOUR_MS = 60 * 60_000;
const patience = { timeout: 60_000, interval: 100 };

describe.skipIf(!server)('an upload in parts', () => {
  // The bucket names the time of each part.
  const clock = createFakeClock(new Date().toISOString());
  const app = useApp({ clock, worker: true, env: server! });
  let item: Built;
  beforeAll(async () => {
    item = await buildItem(app.demo);
  });
  afterAll(async () => {
    for (const { blobKey } of await app.app.db.selectFrom('upload').select('blobKey').execute())
      await app.app.blobs.remove(blobKey);
  });

  const plan = async (client: Client = app.demo.api, itemId: number = item.id) => {
    const { status, body } = await client.post(`/items/${itemId}/media/create`, FILE);
    expect([status, body.resumable.protocol, body.resumable.partBytes]).toEqual([
      201,
      'multipart',
      PART_BYTES,
    ]);
    return { asset: body.mediaAsset, url: body.resumable.url as string };
  };
  const post = (url: string, body?: object) =>
    web.send('POST', url, body && JSON.stringify(body), body && { 'Content-Type': 'application/json' });
  const sign = async (url: string, ...partNumbers: number[]): Promise<Built[]> => {
    const { status, body } = await post(`${url}/parts/sign`, { partNumbers });
    expect(status).toBe(200);
    return body.parts;
  };
  const bytesOf = (partNumber: number): Buffer =>
    BYTES.subarray((partNumber - 1) * PART_BYTES, partNumber * PART_BYTES);
  // Not over a connection that others use: the server may respond before it has read a part that it refuses.
  const send = (part: Built, partNumber: number) =>
    web.put(part.url, bytesOf(partNumber), { Connection: 'close' });
  const put = async (part: Built): Promise<number> => {
    expect(part.sizeBytes).toBe(bytesOf(part.partNumber).length);
    return (await send(part, part.partNumber)).status;
  };
  /** The connection may also end before the response has arrived. */
  const expectRefusal = (part: Built): Promise<void> =>
    expect.poll(() => put(part).catch(() => undefined), patience).toBe(404);
  const read = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/media/${id}`)).body.mediaAsset;
  /** No part is sent meanwhile: some servers keep an upload open if one arrives while they end it. */
  const ended = (): Promise<void> =>
    expect
      .poll(async () => {
        const jobs = app.app.db.selectFrom('job').select('id');
        return (await jobs.where('kind', 'in', ['removePieces', 'removeBlob']).execute()).length;
      }, patience)
      .toBe(0);
  const uploadOf = ({ id }: Built) =>
    app.app.db
      .selectFrom('upload')
      .selectAll()
      .where('purpose', '=', 'media')
      .where('subjectId', '=', id)
      .executeTakeFirst();
  /** Sends half a part, and hangs up. */
  const cut = (part: Built): Promise<void> =>
    new Promise((resolve) => {
      const call = request(part.url, {
        method: 'PUT',
        headers: { 'Content-Length': String(part.sizeBytes) },
      });
      call.on('error', () => resolve());
      call.write(bytesOf(part.partNumber).subarray(0, PART_BYTES / 2), () => call.destroy());
    });

  it('becomes the file that was sent, although parts were cut', async () => {
    const { asset, url } = await plan();
    const missing = await post(`${url}/complete`);
    expect([missing.status, missing.body.error.message]).toEqual([422, 'Parts are missing: 1, 2, 3']);
    const [second, first] = await sign(url, 2, 1);
    await cut(second);
    expect(await put(second)).toBe(200);
    expect((await send(first, 3)).status).toBe(403);
    expect(await put(first)).toBe(200);
    const listed = await web.get(`${url}/parts`);
    expect(listed.body).toMatchObject({
      parts: [
        { partNumber: 1, sizeBytes: PART_BYTES },
        { partNumber: 2, sizeBytes: PART_BYTES },
      ],
      partCount: 3,
      partBytes: PART_BYTES,
      sizeBytes: BYTES.length,
      isComplete: false,
    });
    expect(await read(asset)).toMatchObject({ status: 'created', uploadedBytes: 2 * PART_BYTES });
    expect((await post(`${url}/complete`)).body.error.message).toBe('Parts are missing: 3');
    const [third] = await sign(url, 3);
    expect(await put(third)).toBe(200);
    for (let round = 0; round < 2; round++) expect((await post(`${url}/complete`)).status).toBe(200);
    const done = await read(asset);
    expect(done).toMatchObject({ fileSizeBytes: BYTES.length, uploadedBytes: null, uploadExpiresAt: null });
    const stored = Buffer.from(await (await fetch(done.url)).arrayBuffer());
    expect([stored.length, stored.findIndex((byte, at) => byte !== BYTES[at])]).toEqual([BYTES.length, -1]);
    // A signed URL changes nothing afterwards.
    expect((await send(third, 3)).status).toBe(404);
    expect((await web.get(`${url}/parts`)).body).toMatchObject({ parts: [], isComplete: true });
    expect((await post(`${url}/parts/sign`, { partNumbers: [1] })).status).toBe(422);
  });

  it('is found when its client does not say that it is complete', async () => {
    const { asset, url } = await plan();
    for (const part of await sign(url, 1, 2, 3)) expect(await put(part)).toBe(200);
    const { status, body } = await app.demo.api.post(`/media/${asset.id}/uploaded`);
    expect([status, body.mediaAsset.uploadedBytes]).toEqual([200, null]);
  });

  it('refuses what it does not have', async () => {
    const { url } = await plan();
    const { status, body } = await post(`${url}/parts/sign`, { partNumbers: [1, 4] });
    expect([status, body.error.details]).toEqual([
      422,
      [{ path: 'partNumbers.1', message: 'must be at most 3' }],
    ]);
    for (const partNumbers of [[], [0], ['1'], Array.from({ length: 101 }, () => 1)])
      expect((await post(`${url}/parts/sign`, { partNumbers })).status).toBe(422);
    const forged = url.replace(/.{4}$/, 'AAAA');
    expect((await post(`${forged}/parts/sign`, { partNumbers: [1] })).status).toBe(403);
    expect([(await web.get(`${forged}/parts`)).status, (await post(`${forged}/complete`)).status]).toEqual([
      403, 403,
    ]);
    const tus = { 'Tus-Resumable': '1.0.0' };
    expect((await web.send('HEAD', url, undefined, tus)).status).toBe(404);
  });

  it.each<[string, (planned: { asset: Built; url: string }) => Promise<unknown>]>([
    ['the media asset is deleted', ({ asset }) => app.demo.api.delete(`/media/${asset.id}`)],
    [
      'the item is deleted',
      async ({ asset }) => {
        await app.demo.api.delete(`/items/${asset.itemId}`);
        item = await buildItem(app.demo);
      },
    ],
    ['it is given up', ({ url }) => web.send('DELETE', url)],
  ])('ends within seconds when %s', async (_what, end) => {
    const planned = await plan();
    const [first, second] = await sign(planned.url, 1, 2);
    expect(await put(first)).toBe(200);
    await end(planned);
    await ended();
    await expectRefusal(second);
    expect((await post(`${planned.url}/parts/sign`, { partNumbers: [1] })).status).toBe(404);
    expect((await post(`${planned.url}/complete`)).status).toBe(404);
  });

  it('ends within seconds when the token is revoked', async () => {
    const { body } = await app.demo.api.post('/tokens/create', { name: 'x', scopes: ['content:write'] });
    const client = createClient(app.privateUrl, { Authorization: `Bearer ${body.secret}` });
    const { asset, url } = await plan(client);
    const [first] = await sign(url, 1);
    expect(await put(first)).toBe(200);
    await app.demo.api.delete(`/tokens/${body.token.id}`);
    await ended();
    await expectRefusal(first);
    expect((await web.get(`${url}/parts`)).status).toBe(404);

    const { resumable } = (await app.demo.api.post(`/media/${asset.id}/resume`)).body;
    for (const part of await sign(resumable.url, 1, 2, 3)) expect(await put(part)).toBe(200);
    expect((await post(`${resumable.url}/complete`)).status).toBe(200);
  });

  it('is aborted a day after the last part, which only the bucket has seen', async () => {
    const { asset, url } = await plan();
    const signed = await sign(url, 1, 2, 3);
    clock.pass(23 * HOUR_MS);
    // The row knows of no part yet, so that the upload seems abandoned.
    expect(await put(signed[0])).toBe(200);
    const runMaintenance = async () => {
      app.app.maintenance.start();
      await app.app.maintenance.stop();
    };
    await app.app.db
      .updateTable('upload')
      .set({ resumableUntil: clock.now().toISOString(), expiresAt: '2026-01-01T00:00:00.000Z' })
      .where('subjectId', '=', asset.id)
      .where('purpose', '=', 'media')
      .execute();
    await runMaintenance();
    expect((await uploadOf(asset))?.uploadedBytes).toBe(PART_BYTES);
    expect(await put(signed[1])).toBe(200);
    clock.pass(3 * HOUR_MS);
    expect((await post(`${url}/complete`)).status).toBe(404);
    await runMaintenance();
    expect(await uploadOf(asset)).toBeUndefined();
    expect(await put(signed[2])).toBe(404);
  });
});
