/** Images in a bucket: uploaded directly, checked by a job, and served from the bucket's URL. */
import { describe, expect, it } from 'vitest';
import { buildItem, buildSpeaker } from '../support/factories.js';
import { measured, multipart, picture } from '../support/images.js';
import { s3Environment } from '../support/s3.js';
import { useApp } from '../support/start-app.js';

const env = s3Environment();

describe.skipIf(!env)('images on S3', () => {
  const app = useApp({ worker: true, env: env ?? {} });

  const small = async (url: string): Promise<unknown> => {
    const first = await fetch(`${url}?width=160`, { headers: { Accept: 'image/webp' }, redirect: 'manual' });
    expect(first.status).toBe(302);
    expect(first.headers.get('vary')).toMatch(/\bAccept(,|$)/);
    const file = await fetch(first.headers.get('location') ?? '');
    expect(file.headers.get('content-type')).toBe('image/webp');
    return measured(Buffer.from(await file.arrayBuffer()));
  };

  it('stores speaker images with their copies, and deletes them together', async () => {
    const { id } = await buildSpeaker(app.demo);
    const send = async (name: string) => {
      const { type, body } = await multipart(['image', await picture('png', 320, 320), name]);
      return (await app.demo.api.post(`/speakers/${id}/image/upload`, body, { 'Content-Type': type })).body;
    };
    const { url } = await send('a.png');
    expect(await small(url)).toEqual({ format: 'webp', width: 160, height: 160 });
    expect(await small(url)).toEqual({ format: 'webp', width: 160, height: 160 });
    await send('b.png');
    await app.idle();
    for (const query of ['', '?width=160']) expect((await fetch(`${url}${query}`)).status).toBe(404);
  });

  it('accepts artwork that matches its declaration, and stores nothing else', async () => {
    const item = await buildItem(app.demo);
    const bytes = await picture('jpeg', 480, 270);
    const put = async (file: Buffer): Promise<void> => {
      const { body } = await app.demo.api.post(`/items/${item.id}/artwork/create`, {
        variant: 'wide',
        fileMimeType: 'image/jpeg',
        fileSizeBytes: file.length,
      });
      const headers = { 'Content-Type': 'image/jpeg' };
      expect((await fetch(body.uploadUrl, { method: 'PUT', body: file, headers })).status).toBe(200);
    };
    await put(Buffer.from('not a picture'));
    await put(bytes);
    await expect
      .poll(async () => (await app.demo.api.get(`/items/${item.id}`)).body.item.wideImgUrl, {
        timeout: 60_000,
      })
      .not.toBeNull();
    const { wideImgUrl, wideImgMetadata } = (await app.demo.api.get(`/items/${item.id}`)).body.item;
    expect(wideImgMetadata).toMatchObject({ width: 480, height: 270, fileSizeBytes: bytes.length });
    expect(await small(wideImgUrl)).toEqual({ format: 'webp', width: 160, height: 90 });
    const rows = await app.app.db.selectFrom('upload').selectAll().where('purpose', '=', 'artwork').execute();
    const refused = rows.find(({ sizeBytes }) => sizeBytes !== bytes.length);
    expect(await app.app.blobs.stat(refused?.blobKey ?? '')).toBeNull();
  });

  it('reports both sizes of rejected artwork, whether the job or the client is first', async () => {
    const item = await buildItem(app.demo);
    const bytes = await picture('jpeg', 480, 360);
    const send = async (): Promise<string> => {
      const { body } = await app.demo.api.post(`/items/${item.id}/artwork/create`, {
        variant: 'wide',
        fileMimeType: 'image/jpeg',
        fileSizeBytes: bytes.length,
      });
      const headers = { 'Content-Type': 'image/jpeg' };
      expect((await fetch(body.uploadUrl, { method: 'PUT', body: bytes, headers })).status).toBe(200);
      const { db } = app.app;
      const last = db.selectFrom('upload').select('blobKey').orderBy('id', 'desc');
      return (await last.executeTakeFirstOrThrow()).blobKey;
    };
    const refused = async (): Promise<unknown> => {
      const { status, body } = await app.demo.api.post(`/items/${item.id}/artwork/uploaded`, {
        variant: 'wide',
      });
      return [status, body.error?.message];
    };
    const expected = [409, expect.stringContaining('has 480 × 360 pixels; wide artwork is 16:9')];
    await send();
    expect(await refused()).toEqual(expected);
    const key = await send();
    const found = () =>
      app.app.db.selectFrom('upload').select('refusal').where('blobKey', '=', key).executeTakeFirstOrThrow();
    await expect.poll(async () => (await found()).refusal, { timeout: 60_000 }).not.toBeNull();
    await expect.poll(() => app.app.blobs.stat(key)).toBeNull();
    expect(await refused()).toEqual(expected);
  });
});
