/** Which of several transcripts of an item is searched, by the `indexable` setting of their variant types. */
import { describe, expect, it } from 'vitest';
import {
  buildCollection,
  buildItem,
  buildMedia,
  buildVariantType,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const BEES = 'The bees hang together in the hive all winter and live on the honey of the summer.';
const BREAD = 'The baker kneads the dough before dawn, and the whole street smells of bread.';

describe('transcripts of media', () => {
  const app = useApp({ worker: true });

  /** An item with two videos. The variant type of the second comes after that of the first. */
  const build = async (second: object = {}, body: object = {}) => {
    const collection = await buildCollection(app.demo);
    const types = [
      await buildVariantType(app.demo, collection, { contentType: 'video' }),
      await buildVariantType(app.demo, collection, { contentType: 'video', ...second }),
    ];
    const item = await buildItem(app.demo, { collectionId: collection.id, ...body });
    const media = [];
    for (const [i, { id }] of types.entries())
      media.push(
        await buildMedia(app.demo, item, { variantTypeId: id, externalPlatformId: `dQw4w9WgXc${i}` }),
      );
    return { item, types, media };
  };
  const put = async ({ id }: Built, text: string, mediaAssetId?: number): Promise<void> => {
    const body = { segments: [{ text, startMs: 0, endMs: 9_000 }], mediaAssetId };
    expect((await app.demo.api.put(`/items/${id}/transcript`, body)).status).toBe(200);
    await app.idle();
  };
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const text = async ({ id }: Built, mediaAssetId?: number): Promise<string> => {
    const query = mediaAssetId === undefined ? '' : `?mediaAssetId=${mediaAssetId}`;
    const { status, body } = await app.demo.api.get(`/items/${id}/transcript${query}`);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.chunks.map((chunk: Built) => chunk.text).join(' ')).toBe(body.transcript);
    return body.transcript;
  };
  const finds = async (q: string, { id }: Built): Promise<boolean> => {
    const { body } = await app.demo.site.get(`/search?mode=keyword&q=${encodeURIComponent(q)}`);
    return body.results.some(({ item }: Built) => item.id === id);
  };
  const change = async ({ id }: Built, body: object): Promise<void> => {
    expect((await app.demo.api.patch(`/variant-types/${id}`, body)).status).toBe(200);
    await app.idle();
  };

  it('are stored and served, but not searched, if their variant type is not indexable', async () => {
    const { item, media } = await build({ indexable: false });
    await put(item, BEES, media[1].id);
    expect(await read(item)).toMatchObject({ status: 'ready', indexedMediaAssetId: null, durationSecs: 9 });
    expect(await text(item)).toBe(BEES);
    expect((await app.demo.api.get(`/items/${item.id}/transcript.txt`)).body).toContain('honey');
    const { transcriptUrl } = await read(item);
    const raw = await fetch(transcriptUrl as string);
    expect(await raw.json()).toMatchObject({ itemId: item.id, mediaAssetId: media[1].id });
    expect(await app.app.db.selectFrom('chunk').select('id').where('itemId', '=', item.id).execute()).toEqual(
      [],
    );
    const refused = await app.demo.api.post(`/items/${item.id}/publish`);
    expect([refused.status, refused.body.error.type]).toEqual([422, 'InvalidStateError']);
    expect(refused.body.error.message).toContain('indexable');
  });

  it('do not publish an item that cannot be searched', async () => {
    const { item, media, types } = await build({ indexable: false }, { autoPublish: true });
    await put(item, BEES, media[1].id);
    expect((await read(item)).status).toBe('ready');
    await change(types[1], { indexable: true });
    expect(await read(item)).toMatchObject({ status: 'ready', indexedMediaAssetId: media[1].id });
    expect((await app.demo.api.post(`/items/${item.id}/publish`)).status).toBe(200);
    await app.idle();
    expect(await finds('honey', item)).toBe(true);
  });

  it('are searched in the first indexable variant type, whichever came last', async () => {
    const { item, media, types } = await build({}, { autoPublish: true });
    await put(item, BEES, media[0].id);
    await put(item, BREAD, media[1].id);
    expect(await read(item)).toMatchObject({ status: 'published', indexedMediaAssetId: media[0].id });
    expect([await finds('honey', item), await finds('dough', item)]).toEqual([true, false]);
    expect([await text(item), await text(item, media[1].id)]).toEqual([BEES, BREAD]);

    await change(types[0], { indexable: false });
    expect(await read(item)).toMatchObject({ status: 'published', indexedMediaAssetId: media[1].id });
    expect([await finds('honey', item), await finds('dough', item)]).toEqual([false, true]);
    expect([await text(item), await text(item, media[0].id)]).toEqual([BREAD, BEES]);

    await change(types[1], { indexable: false });
    expect(await read(item)).toMatchObject({ status: 'published', indexedMediaAssetId: null });
    expect([await finds('honey', item), await finds('dough', item)]).toEqual([false, false]);
    expect((await app.demo.site.get(`/items/${item.id}`)).status).toBe(200);

    await change(types[0], { indexable: true });
    await change(types[1], { indexable: true });
    expect((await read(item)).indexedMediaAssetId).toBe(media[0].id);
    await change(types[1], { displayOrder: 1 });
    expect((await read(item)).indexedMediaAssetId).toBe(media[1].id);
    expect([await finds('honey', item), await finds('dough', item)]).toEqual([false, true]);
    expect(await app.app.reindex()).toMatchObject({ items: expect.any(Number) });
    expect([await finds('honey', item), await finds('dough', item)]).toEqual([false, true]);
  });

  it('follow their media to another variant type', async () => {
    const { item, media, types } = await build({ indexable: false });
    await put(item, BEES, media[0].id);
    expect((await read(item)).indexedMediaAssetId).toBe(media[0].id);
    const moved = { variantTypeId: types[1].id };
    expect((await app.demo.api.patch(`/media/${media[0].id}`, moved)).status).toBe(200);
    await app.idle();
    expect((await read(item)).indexedMediaAssetId).toBeNull();
  });

  it('are replaced by a transcript without media, and stay with the item when their media are deleted', async () => {
    const { item, media } = await build();
    await put(item, BEES, media[0].id);
    await put(item, BREAD);
    expect(await text(item)).toBe(BREAD);
    expect((await app.demo.api.get(`/items/${item.id}/transcript?mediaAssetId=${media[0].id}`)).status).toBe(
      422,
    );
    await put(item, BEES, media[1].id);
    expect(await text(item)).toBe(BEES);
    expect((await read(item)).indexedMediaAssetId).toBe(media[1].id);
    expect((await app.demo.api.delete(`/media/${media[1].id}`)).status).toBe(200);
    expect(await text(item)).toBe(BEES);
    expect((await read(item)).indexedMediaAssetId).toBeNull();
    for (const wrong of ['0', 'x', ''])
      expect((await app.demo.api.get(`/items/${item.id}/transcript?mediaAssetId=${wrong}`)).status).toBe(400);
  });
});
