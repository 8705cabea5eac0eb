/** Media that are rejected when created or changed: invalid or contradictory fields, and wrong variant types. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  buildChapter,
  buildCollection,
  buildItem,
  buildMedia,
  buildVariantType,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const AUDIO = {
  contentType: 'audio',
  mimeType: 'audio/mpeg',
  fileSizeBytes: 1_000,
  originalFilename: 'Good shepherd.mp3',
};

describe('media', () => {
  const app = useApp();
  let item: Built;
  beforeEach(async () => (item = await buildItem(app.demo)));

  const create = (body: Record<string, unknown>) => app.demo.api.post(`/items/${item.id}/media/create`, body);
  const patch = (id: number, body: unknown) => app.demo.api.patch(`/media/${id}`, body);

  it('requires a variant type of the same collection and media kind', async () => {
    const [video, audio] = (await app.demo.api.get(`/collections/${item.collectionId}/variant-types`)).body
      .variantTypes;
    const strange = await buildVariantType(app.demo, await buildCollection(app.demo));
    const foreign = await buildVariantType(app.other, await buildCollection(app.other));
    const own = await buildVariantType(app.demo, { id: item.collectionId });
    const asset = (await create({ ...AUDIO, variantTypeId: own.id })).body.mediaAsset;
    expect(asset.variantType).toEqual(own);
    for (const { id: variantTypeId } of [video, strange, foreign, { id: Number.MAX_SAFE_INTEGER }])
      for (const answer of [
        await create({ ...AUDIO, variantTypeId }),
        await patch(asset.id, { variantTypeId }),
      ]) {
        expect([answer.status, answer.body.error?.details?.[0]?.path]).toEqual([422, 'variantTypeId']);
      }
    expect((await patch(asset.id, { variantTypeId: audio.id })).body.mediaAsset.variantType).toEqual(audio);
    expect((await app.demo.api.delete(`/variant-types/${audio.id}`)).status).toBe(409);
  });

  it.each<[Record<string, unknown>, string[]]>([
    [{}, ['contentType', 'fileSizeBytes', 'mimeType']],
    [{ ...AUDIO, contentType: 'image' }, ['contentType']],
    [{ ...AUDIO, contentType: 'video' }, ['mimeType']],
    [{ ...AUDIO, mimeType: 'text/html' }, ['mimeType']],
    [{ ...AUDIO, fileSizeBytes: 0 }, ['fileSizeBytes']],
    [{ ...AUDIO, fileSizeBytes: 1e12 }, ['fileSizeBytes']],
    [{ ...AUDIO, originalFilename: 'x'.repeat(256) }, ['originalFilename']],
    [{ ...AUDIO, durationSecs: -1, bitrate: 0, videoWidth: 10 }, ['bitrate', 'durationSecs', 'videoWidth']],
    [{ ...AUDIO, variantTypeId: '7', colour: 'red' }, ['colour', 'variantTypeId']],
    [{ externalPlatform: 'youtube' }, ['externalPlatformId']],
    [{ externalPlatformId: 'dQw4w9WgXcQ' }, ['externalPlatform']],
    [{ externalPlatform: 'other', externalPlatformId: 'a b' }, ['externalPlatform', 'externalPlatformId']],
    [{ externalPlatform: 'other', externalPlatformId: 'ab' }, ['externalPlatform']],
    [{ externalPlatform: 'youtube', externalPlatformId: 'short' }, ['externalPlatformId']],
    [
      { ...AUDIO, externalPlatform: 'vimeo', externalPlatformId: '1' },
      ['fileSizeBytes', 'mimeType', 'originalFilename'],
    ],
  ])('rejects creating %o', async (body, paths) => {
    const answer = await create(body);
    expect([answer.status, answer.body.error?.type]).toEqual([422, 'ValidationError']);
    expect(answer.body.error.details.map(({ path }: Built) => path).sort()).toEqual(paths);
  });

  it('rejects incompatible changes', async () => {
    const file = await buildMedia(app.demo, item, { ...AUDIO, durationSecs: 60 });
    await buildChapter(app.app.db, file, app.demo.account.id, { startMs: 30_000 });
    const refused = async (body: Record<string, unknown>) => {
      const answer = await patch(file.id, body);
      expect(answer.status).toBe(422);
      return answer.body.error.details.map(({ path }: Built) => path);
    };
    expect(await refused({ durationSecs: 30, videoHeight: 2, externalPlatformId: 'dQw4w9WgXcQ' })).toEqual([
      'videoHeight',
      'externalPlatformId',
      'durationSecs',
    ]);
    expect(await refused({ contentType: 'video', mimeType: 'video/mp4', status: 'ready', url: 'x' })).toEqual(
      ['contentType', 'mimeType', 'status', 'url'],
    );
    expect(await refused({ durationSecs: 2 ** 31, variantTypeId: null })).toHaveLength(2);
    expect((await patch(file.id, { durationSecs: 31, bitrate: 128_000 })).status).toBe(200);
  });
});
