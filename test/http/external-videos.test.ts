/** External videos are unique among the media and among the resources of an item. */
import { describe, expect, it } from 'vitest';
import { buildItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('external videos', () => {
  const app = useApp();

  it.each([
    ['media', 'mediaAsset', {}],
    ['resources', 'resource', { title: 'Film', contentType: 'video' }],
  ])('appear once in the %s of an item', async (plural, singular, body) => {
    const { id: itemId } = await buildItem(app.demo);
    const create = (externalPlatform: string, externalPlatformId: string, of: number = itemId) =>
      app.demo.api.post(`/items/${of}/${plural}/create`, { ...body, externalPlatform, externalPlatformId });
    const pathOf = (id: number) => (plural === 'media' ? `/media/${id}` : `/items/${itemId}/resources/${id}`);
    const change = (id: number, changes: object) =>
      app.demo.api.patch(`${pathOf(id)}${plural === 'media' ? '' : '/update'}`, changes);

    const answers = await Promise.all(Array.from({ length: 5 }, () => create('youtube', 'dQw4w9WgXcQ')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const { error } = (await create('youtube', 'dQw4w9WgXcQ')).body;
    expect([error.type, error.details[0].path]).toEqual(['ConflictError', 'externalPlatformId']);

    // A different hash of an unlisted video does not make it another video.
    const first = (await create('vimeo', '76979871/abc')).body[singular];
    expect((await create('vimeo', '76979871')).status).toBe(409);
    const second = (await create('vimeo', '5')).body[singular];
    expect((await change(second.id, { externalPlatformId: '76979871/def' })).status).toBe(409);
    expect((await change(second.id, { externalPlatformId: '5' })).status).toBe(200);
    expect((await change(first.id, { externalPlatformId: '76979871' })).status).toBe(200);

    const elsewhere = await buildItem(app.demo);
    expect((await create('vimeo', '76979871', elsewhere.id)).status).toBe(201);
    await app.demo.api.delete(pathOf(first.id));
    expect((await change(second.id, { externalPlatformId: '76979871' })).status).toBe(200);
  });
});
