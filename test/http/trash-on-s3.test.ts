/** Purging media whose files are in a bucket. */
import { describe, expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { s3Environment } from '../support/s3.js';
import { useApp } from '../support/start-app.js';

const env = s3Environment();
const BYTES = Buffer.from('a very short recording');

describe.skipIf(!env)('the trash on S3', () => {
  const app = useApp({ worker: true, env: env ?? {} });

  it('keeps a file until its media are purged', async () => {
    const item = await buildItem(app.demo);
    const headers = { 'Content-Type': 'audio/mpeg' };
    const { mediaAsset, uploadUrl } = (
      await app.demo.api.post(`/items/${item.id}/media/create`, {
        contentType: 'audio',
        mimeType: headers['Content-Type'],
        fileSizeBytes: BYTES.length,
      })
    ).body;
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: BYTES })).status).toBe(200);
    const path = `/media/${mediaAsset.id}`;
    expect((await app.demo.api.post(`${path}/uploaded`)).status).toBe(200);
    await app.idle();
    const { url } = (await app.demo.api.get(path)).body.mediaAsset;
    const usage = async () => (await app.demo.api.get('/account')).body.account.usage.storedBytes;

    expect((await app.demo.api.delete(path)).status).toBe(200);
    await app.idle();
    expect(await usage()).toBe(BYTES.length);
    expect((await app.demo.api.post(`${path}/restore`)).status).toBe(200);
    await app.idle();
    expect(await (await fetch(url)).text()).toBe(BYTES.toString());

    await app.demo.api.delete(path);
    const records = [{ kind: 'mediaAsset', id: mediaAsset.id }];
    expect((await app.demo.api.post('/trash/purge', { records })).status).toBe(201);
    await app.idle();
    expect((await fetch(url)).status).toBe(404);
    expect(await usage()).toBe(0);
  });
});
