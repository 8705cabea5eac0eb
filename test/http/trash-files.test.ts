/** Files of deleted records stay, and count as stored, until the records are purged from the trash. */
import { describe, expect, it } from 'vitest';
import { createClient } from '../support/client.js';
import { buildItem, buildSpeaker, type Built } from '../support/factories.js';
import { useApp, type Tenant } from '../support/start-app.js';
import { purge, remove, trashOf } from '../support/trash.js';

const BYTES = Buffer.from('a very short recording');
const AUDIO = {
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes: BYTES.length,
  originalFilename: 'talk.mp3',
};

describe('files in the trash', () => {
  const app = useApp({ worker: true });
  let tenants = 0;

  const newTenant = (): Promise<Tenant> => app.tenant(`trash${++tenants}`);
  const uploaded = async ({ api }: Tenant, item: Built): Promise<Built> => {
    const { mediaAsset, uploadUrl } = (await api.post(`/items/${item.id}/media/create`, AUDIO)).body;
    const headers = { 'Content-Type': 'audio/mpeg' };
    expect((await fetch(uploadUrl, { method: 'PUT', headers, body: BYTES })).status).toBe(200);
    await app.idle();
    return (await api.get(`/media/${mediaAsset.id}`)).body.mediaAsset;
  };
  const storedBytes = async ({ api }: Tenant): Promise<number> =>
    (await api.get('/account')).body.account.usage.storedBytes;

  it('keeps files, which count, until they are purged', async () => {
    const tenant = await newTenant();
    const item = await buildItem(tenant);
    const [asset, other] = [await uploaded(tenant, item), await uploaded(tenant, item)];
    const anyone = createClient('');
    await remove(tenant, `/media/${asset.id}`);
    expect(await storedBytes(tenant)).toBe(2 * BYTES.length);
    expect(await trashOf(tenant)).toMatchObject([
      { kind: 'mediaAsset', id: asset.id, title: 'talk.mp3', itemId: item.id, sizeBytes: BYTES.length },
    ]);
    const restored = await tenant.api.post(`/media/${asset.id}/restore`);
    expect(restored.body.mediaAsset).toMatchObject({ status: asset.status, filename: asset.filename });
    expect((await anyone.get(restored.body.mediaAsset.url)).bytes).toEqual(BYTES);

    await remove(tenant, `/media/${other.id}`);
    await remove(tenant, `/items/${item.id}`);
    const records = await trashOf(tenant);
    expect(records).toMatchObject([
      { kind: 'item', sizeBytes: 2 * BYTES.length, restorable: true },
      { kind: 'mediaAsset', restorable: false, reason: expect.stringContaining('The item of this record') },
    ]);
    expect(await purge(app, tenant, { records: [{ kind: 'item', id: item.id }] })).toMatchObject({ done: 1 });
    expect(await storedBytes(tenant)).toBe(0);
    expect((await anyone.get(restored.body.mediaAsset.url)).status).toBe(404);
    expect((await anyone.get(other.url)).status).toBe(404);
    expect(await trashOf(tenant)).toEqual([]);
  });

  it('keeps the image of a purged speaker that another one shares', async () => {
    const tenant = await newTenant();
    const key = `${tenant.account.id}/${'a'.repeat(32)}/face.png`;
    await app.app.db
      .insertInto('storedFile')
      .values({ accountId: tenant.account.id, blobKey: key, sizeBytes: 7 })
      .execute();
    const [a, b] = [await buildSpeaker(tenant), await buildSpeaker(tenant)];
    await app.app.db
      .updateTable('speaker')
      .set({ imageUrl: `/files/${key}` })
      .where('accountId', '=', tenant.account.id)
      .execute();
    for (const [{ id }, left] of [
      [a, 7],
      [b, 0],
    ] as const) {
      await remove(tenant, `/speakers/${id}`);
      expect(await trashOf(tenant)).toMatchObject([{ kind: 'speaker', sizeBytes: 7 }]);
      await purge(app, tenant, { records: [{ kind: 'speaker', id }] });
      expect(await storedBytes(tenant)).toBe(left);
    }
  });
});
