/** Settings of podcast feeds: merged, and validated by the rules of podcast directories. */
import { itunesCategoriesSourceOfTruth } from 'podcast-partytime/dist/parser/itunes-categories.js';
import { describe, expect, it } from 'vitest';
import { buildCollection, buildItem, type Built } from '../support/factories.js';
import { SETTINGS } from '../support/podcasts.js';
import { useApp } from '../support/start-app.js';

const DEFAULTS = {
  title: null,
  description: null,
  author: null,
  ownerName: null,
  ownerEmail: null,
  category: null,
  explicit: false,
  language: null,
  link: null,
  copyright: null,
  type: null,
  medium: 'podcast',
};

describe('feed settings', () => {
  const app = useApp();

  const patch = (id: number, feed: unknown, headers = {}) =>
    app.demo.api.patch(`/collections/${id}`, { feed }, headers);

  it('start with defaults, and merge changes', async () => {
    const { id, feed } = await buildCollection(app.demo);
    expect(feed).toEqual(DEFAULTS);
    expect((await patch(id, { author: 'A', explicit: true })).body.collection.feed).toEqual({
      ...DEFAULTS,
      author: 'A',
      explicit: true,
    });
    expect((await patch(id, { ownerEmail: 'a@example.org' })).body.collection.feed).toEqual({
      ...DEFAULTS,
      author: 'A',
      explicit: true,
      ownerEmail: 'a@example.org',
    });
    const nulls = await patch(id, { author: null, explicit: null, medium: null });
    expect(nulls.body.collection.feed).toEqual({ ...DEFAULTS, ownerEmail: 'a@example.org' });
    expect((await patch(id, SETTINGS)).body.collection.feed).toEqual(SETTINGS);
    expect((await patch(id, {})).body.collection.feed).toEqual(SETTINGS);
    expect((await app.demo.api.patch(`/collections/${id}`, { name: 'N' })).body.collection).toMatchObject({
      name: 'N',
      feed: SETTINGS,
    });
    expect((await patch(id, null)).body.collection.feed).toEqual(DEFAULTS);
  });

  it('keep simultaneous changes, and support If-Match', async () => {
    const { id } = await buildCollection(app.demo);
    const [first] = await Promise.all([
      app.demo.api.get(`/collections/${id}`),
      patch(id, { author: 'A' }),
      patch(id, { copyright: 'C' }),
      patch(id, { language: 'de' }),
    ]);
    const { headers, body } = await app.demo.api.get(`/collections/${id}`);
    expect(body.collection.feed).toMatchObject({ author: 'A', copyright: 'C', language: 'de' });
    await patch(id, { title: 'T' });
    for (const { etag } of [first.headers, headers])
      expect((await patch(id, { title: 'U' }, { 'If-Match': String(etag) })).status).toBe(412);
  });

  it('are returned with a new collection and in expansions', async () => {
    const collection = await buildCollection(app.demo, { feed: { category: 'Judaism' } });
    expect(collection.feed).toEqual({ ...DEFAULTS, category: SETTINGS.category });
    const item = await buildItem(app.demo, { collectionId: collection.id });
    const { body } = await app.demo.api.get(`/items/${item.id}?_expand[]=collection`);
    expect(body.item.collection.feed).toEqual(collection.feed);
    expect((await app.demo.api.get('/collections')).body.collections).toContainEqual(collection);
    const { status } = await app.other.api.patch(`/collections/${collection.id}`, { feed: { title: 'X' } });
    expect(status).toBe(404);
  });

  it('are rejected by field when directories would reject them', async () => {
    const { id } = await buildCollection(app.demo);
    const wrong: [string, unknown][] = [
      ['title', ''],
      ['title', '\u0001\u200b'],
      ['title', 'x'.repeat(256)],
      ['description', ' '],
      ['description', 'x'.repeat(4_001)],
      ['author', 1],
      ['ownerEmail', 'nobody'],
      ['ownerEmail', 'a@b\n.org'],
      ['ownerEmail', `${'a'.repeat(250)}@b.org`],
      ['category', 'Preaching'],
      ['category', ''],
      ['category', 'Religion & Spirituality > Drama'],
      ['explicit', 'yes'],
      ['language', 'english'],
      ['language', 'pt_BR'],
      ['link', 'javascript:alert(1)'],
      ['type', 'daily'],
      ['medium', 'podcastL'],
      ['image', 'https://example.org/x.png'],
    ];
    for (const [field, value] of wrong) {
      const { status, body } = await patch(id, { [field]: value });
      expect([field, value, status, body.error?.details?.map(({ path }: Built) => path)]).toEqual([
        ...[field, value, 422],
        [`feed.${field}`],
      ]);
    }
    for (const feed of ['x', [], 1, true]) expect((await patch(id, feed)).status).toBe(422);
    expect((await app.demo.api.get(`/collections/${id}`)).body.collection.feed).toEqual(DEFAULTS);
  });

  it('accept Apple’s categories in any spelling, and report unknown ones', async () => {
    const { id } = await buildCollection(app.demo);
    const set = async (category: string) => (await patch(id, { category })).body;
    const stored = async (category: string) => (await set(category)).collection?.feed.category;
    for (const { name, subCategories } of itunesCategoriesSourceOfTruth) {
      expect(await stored(name)).toBe(name);
      for (const sub of subCategories) {
        expect(await stored(sub)).toBe(`${name} > ${sub}`);
        expect(await stored(`${name} > ${sub}`)).toBe(`${name} > ${sub}`);
      }
    }
    for (const written of ['religion and spirituality/christianity', ' CHRISTIANITY ', 'Christianity'])
      expect(await stored(written)).toBe('Religion & Spirituality > Christianity');
    const unknown = (await set('Preaching')).error;
    for (const { name } of itunesCategoriesSourceOfTruth) expect(unknown.message).toContain(name);
    const [religion] = itunesCategoriesSourceOfTruth.filter(({ name }) => name.startsWith('Religion'));
    const beside = (await set('Religion & Spirituality > Preaching')).error.details[0].message;
    for (const sub of religion?.subCategories ?? []) expect(beside).toContain(sub);
  });
});
