/** Speakers: their items, the item count, and names that update the index. */
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCollection, buildItem, buildSpeaker, setItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('speakers', () => {
  const app = useApp();
  let collection: Built;
  beforeAll(async () => {
    collection = await buildCollection(app.demo);
  });

  const item = (speakers: Built[], body = {}): Promise<Built> =>
    buildItem(app.demo, {
      collectionId: collection.id,
      speakers: speakers.map(({ id }) => ({ id })),
      ...body,
    });
  const counts = async (query: string): Promise<unknown[]> =>
    (await app.demo.api.get(`/speakers?${query}`)).body.speakers.map(
      ({ name, itemCount }: Built) => `${name} ${itemCount}`,
    );

  it('can be created, read, changed and deleted', async () => {
    const created = await app.demo.api.post('/speakers/create', { name: ' Miriam Adler ' });
    expect(created.status).toBe(201);
    const { id } = created.body.speaker;
    expect(created.body.speaker).toEqual({
      id,
      name: 'Miriam Adler',
      bio: null,
      imageUrl: null,
      imageFilename: null,
      itemCount: null,
      createdBy: { type: 'token', id: expect.any(Number), name: 'test' },
      updatedBy: { type: 'token', id: expect.any(Number), name: 'test' },
      deletedDate: null,
    });
    const changed = await app.demo.api.patch(`/speakers/${id}`, { bio: 'Beekeeper', imageFilename: 'a.jpg' });
    expect(changed.body.speaker).toMatchObject({ name: 'Miriam Adler', bio: 'Beekeeper' });
    expect((await app.demo.api.patch(`/speakers/${id}`, { bio: null })).body.speaker.bio).toBeNull();
    expect((await app.demo.api.post('/speakers/create', { name: 'Miriam Adler' })).status).toBe(201);
    expect((await app.demo.api.delete(`/speakers/${id}`)).body).toEqual({ result: 'success' });
    for (const answer of [
      await app.demo.api.get(`/speakers/${id}`),
      await app.demo.api.patch(`/speakers/${id}`, { name: 'x' }),
      await app.demo.api.delete(`/speakers/${id}`),
    ])
      expect(answer.status).toBe(404);
    const deleted = await app.demo.api.get(`/speakers/${id}?_withDeleted=true&_expand=items`);
    expect(deleted.body.speaker).toMatchObject({ items: [], itemCount: 0 });
    expect(deleted.body.speaker.deletedDate).not.toBeNull();
  });

  it('include itemCount when sorted by it or expanded with items, and not otherwise', async () => {
    const [none, two, one] = [
      await buildSpeaker(app.demo, { name: 'Count none' }),
      await buildSpeaker(app.demo, { name: 'Count two' }),
      await buildSpeaker(app.demo, { name: 'Count one' }),
    ];
    const older = await item([two, one], { date: '2025-01-01' });
    const newer = await item([two], { date: '2026-01-01' });
    await app.demo.api.delete(`/items/${(await item([none, two])).id}`);

    const only = 'name.like=count%25';
    expect(await counts(only)).toEqual(['Count none null', 'Count two null', 'Count one null']);
    expect(await counts(`${only}&_orderBy[]=itemCount,DESC`)).toEqual([
      'Count two 2',
      'Count one 1',
      'Count none 0',
    ]);
    expect(await counts(`${only}&_expand[]=items&_orderBy=name,ASC`)).toEqual([
      'Count none 0',
      'Count one 1',
      'Count two 2',
    ]);
    expect(await counts(`${only}&itemCount.bt=1,2&_limit=1&_offset=1`)).toEqual(['Count one null']);
    const { body } = await app.demo.api.get(`/speakers/${two.id}?_expand[]=items`);
    expect(body.speaker.items.map(({ id }: Built) => id)).toEqual([newer.id, older.id]);
    expect(body.speaker.items[0]).not.toHaveProperty('accountId');
  });

  it('cannot be deleted while used by items, and a new name reindexes published items', async () => {
    const speaker = await buildSpeaker(app.demo);
    const [published, publishing, draft] = [
      await item([speaker]),
      await item([speaker]),
      await item([speaker]),
    ];
    await setItem(app, published, { status: 'published' });
    await setItem(app, publishing, { status: 'publishing' });
    expect((await app.demo.api.delete(`/speakers/${speaker.id}`)).status).toBe(409);

    const refreshed = async (): Promise<unknown[]> => {
      const jobs = await app.app.db
        .selectFrom('job')
        .select('subject')
        .where('kind', '=', 'refreshItem')
        .orderBy('id')
        .execute();
      return jobs.map(({ subject }) => subject);
    };
    await app.app.db.deleteFrom('job').execute();
    await app.demo.api.patch(`/speakers/${speaker.id}`, { bio: 'New', name: speaker.name });
    expect(await refreshed()).toEqual([]);
    await app.demo.api.patch(`/speakers/${speaker.id}`, { name: 'Renamed' });
    expect(await refreshed()).toEqual([`item:${published.id}`, `item:${publishing.id}`]);

    for (const { id } of [published, publishing, draft]) await app.demo.api.delete(`/items/${id}`);
    expect((await app.demo.api.delete(`/speakers/${speaker.id}`)).status).toBe(200);
  });

  it('reject a body with every problem', async () => {
    const { status, body } = await app.demo.api.post('/speakers/create', {
      name: '\u0000',
      bio: 7,
      imageUrl: 'https://example.org/a.png',
    });
    expect(status).toBe(422);
    expect(body.error.details.map(({ path }: Built) => path).sort()).toEqual(['bio', 'imageUrl', 'name']);
  });
});
