/** Merging speakers, topics and series: no item loses a link or gets one twice, whatever else changes. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import {
  buildCollection,
  buildItem,
  buildReadyItem,
  buildSeries,
  buildSpeaker,
  buildTopic,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';

describe('merges', () => {
  const app = useApp();
  let collection: Built;
  beforeAll(async () => {
    collection = await buildCollection(app.demo);
  });

  const item = (body: object): Promise<Built> =>
    buildItem(app.demo, { collectionId: collection.id, ...body });
  const refs = (records: readonly Built[]) => records.map(({ id }) => ({ id }));
  const names = async (of: Built, what: 'speakers' | 'topics'): Promise<string> => {
    const { body } = await app.demo.api.get(`/items/${of.id}?_expand=${what}&_withDeleted=true`);
    return body.item[what].map(({ name }: Built) => name.slice(0, 1)).join('');
  };
  const merge = (plural: string, from: Built, into: Built, api = app.demo.api) =>
    api.post(`/${plural}/${from.id}/merge`, { into: into.id });
  const jobs = async (kind: string): Promise<string[]> =>
    (
      await app.app.db.selectFrom('job').select('subject').where('kind', '=', kind).orderBy('id').execute()
    ).map(({ subject }) => subject);

  it.each([
    ['speakers', buildSpeaker],
    ['topics', buildTopic],
  ] as const)('of %s keep the order without duplicate links', async (what, build) => {
    const [a, b, c] = [
      await build(app.demo, { name: `A of ${what}` }),
      await build(app.demo, { name: `B of ${what}` }),
      await build(app.demo, { name: `C of ${what}` }),
    ];
    const of = (...records: Built[]) => item({ [what]: refs(records) });
    const items = [
      await of(a),
      await of(c, a),
      await of(a, c, b),
      await of(b, c, a),
      await of(b),
      await of(c),
    ];
    const deleted = await of(c, a, b);
    await app.demo.api.delete(`/items/${deleted.id}`);
    const tags = async () =>
      Promise.all(items.map(async ({ id }) => (await app.demo.api.get(`/items/${id}`)).headers.etag));
    const before = await tags();

    const { status, body, headers } = await merge(what, a, b);
    const singular = what.slice(0, -1);
    expect([status, body[singular]]).toEqual([
      200,
      expect.objectContaining({ id: b.id, name: `B of ${what}` }),
    ]);
    const shown = [];
    for (const one of [...items, deleted]) shown.push(await names(one, what));
    expect(shown).toEqual(['B', 'CB', 'BC', 'BC', 'B', 'C', 'CB']);
    const after = await tags();
    expect(after.map((tag, i) => tag !== before[i])).toEqual([true, true, true, true, false, false]);

    expect((await app.demo.api.get(`/${what}/${a.id}`)).status).toBe(404);
    expect((await merge(what, a, b)).status).toBe(404);
    const { body: log } = await app.demo.api.get(`/audit-log?requestId=${String(headers['x-request-id'])}`);
    expect(
      log.auditEntries.map(({ operation, recordType, recordId, changedFields }: Built) => [
        ...[operation, recordType, recordId, changedFields],
      ]),
    ).toEqual([
      [`merge${what === 'speakers' ? 'Speaker' : 'Topic'}`, singular, a.id, ['into']],
      [`merge${what === 'speakers' ? 'Speaker' : 'Topic'}`, singular, b.id, ['into']],
    ]);

    await app.demo.api.post(`/${what}/${a.id}/restore`);
    expect((await app.demo.api.get(`/${what}/${a.id}`)).status).toBe(200);
    expect(await names(items[1], what)).toBe('CB');
  });

  it('of topics close the gap in their order', async () => {
    const topics = [];
    for (const name of ['First', 'Second', 'Third']) topics.push(await buildTopic(app.demo, { name }));
    const { displayOrder } = topics[0];
    const { body } = await merge('topics', topics[0], topics[2]);
    expect(body.topic.displayOrder).toBe(Number(displayOrder) + 1);
    expect((await app.demo.api.get(`/topics/${topics[1].id}`)).body.topic.displayOrder).toBe(displayOrder);
  });

  it('of series move the items with their numbers, within a collection', async () => {
    const [from, into] = [
      await buildSeries(app.demo, { collectionId: collection.id }),
      await buildSeries(app.demo, { collectionId: collection.id }),
    ];
    const elsewhere = await buildSeries(app.demo);
    const moved = await item({ seriesId: from.id, orderInSeries: 2 });
    const deleted = await item({ seriesId: from.id, orderInSeries: 3 });
    await app.demo.api.delete(`/items/${deleted.id}`);
    await item({ seriesId: into.id, orderInSeries: 1 });

    const foreign = await merge('series', from, elsewhere);
    expect([foreign.status, foreign.body.error.details]).toEqual([
      422,
      [{ path: 'into', message: 'belongs to another collection' }],
    ]);
    expect((await merge('series', from, into)).body.series.id).toBe(into.id);
    expect((await app.demo.api.get(`/items/${moved.id}`)).body.item).toMatchObject({
      seriesId: into.id,
      orderInSeries: 2,
    });
    expect((await app.demo.api.post(`/items/${deleted.id}/restore`)).body.item.seriesId).toBe(into.id);
    expect((await app.demo.api.get(`/series/${from.id}`)).status).toBe(404);
  });

  it('update the index, webhooks, the public host and suggestions', async () => {
    const [from, into] = [
      await buildSpeaker(app.demo, { name: 'Quirinus Doe' }),
      await buildSpeaker(app.demo, { name: 'Quirinus Dough' }),
    ];
    const carry = { collectionId: collection.id, speakers: refs([from]) };
    const published = await buildReadyItem(app, app.demo, carry, { status: 'published' });
    const ready = await buildReadyItem(app, app.demo, carry);
    const draft = await item({ speakers: refs([from]) });
    const suggested = async () =>
      (await app.demo.site.get('/search/suggest?q=quirinus')).body.suggestions.map(({ text }: Built) => text);
    await vi.waitFor(async () => expect(await suggested()).toEqual(['Quirinus Doe']), { timeout: 60_000 });
    expect((await app.demo.site.get('/config')).body.speakers).toContainEqual(
      expect.objectContaining({ id: from.id }),
    );
    const hook = await app.demo.api.post('/webhooks/create', {
      url: 'https://site.example.org/hooks',
      events: ['item.updated'],
    });
    await app.app.db.deleteFrom('job').execute();

    expect((await merge('speakers', from, into)).status).toBe(200);
    expect(await jobs('refreshItem')).toEqual([`item:${published.id}`, `item:${ready.id}`]);
    const { deliveries } = (await app.demo.api.get(`/webhooks/${hook.body.webhook.id}/deliveries`)).body;
    expect(deliveries).toHaveLength(3);
    await app.demo.api.delete(`/webhooks/${hook.body.webhook.id}`);
    expect(await names(draft, 'speakers')).toBe('Q');
    await vi.waitFor(async () => expect(await suggested()).toEqual(['Quirinus Dough']), { timeout: 60_000 });
    const { speakers } = (await app.demo.site.get('/config')).body;
    expect(speakers).toContainEqual(expect.objectContaining({ id: into.id, itemCount: 1 }));
    expect(speakers).not.toContainEqual(expect.objectContaining({ id: from.id }));
  });

  it('reject unknown records, records of another account, and the record itself', async () => {
    const [from, foreign] = [await buildSpeaker(app.demo), await buildSpeaker(app.other)];
    for (const [into, message] of [
      [foreign, 'does not exist'],
      [{ id: 99_999_999 }, 'does not exist'],
      [from, 'must be another record'],
    ] as const) {
      const { status, body } = await merge('speakers', from, into);
      expect([status, body.error.type, body.error.details]).toEqual([
        422,
        'ValidationError',
        [{ path: 'into', message }],
      ]);
    }
  });

  it('are correct while items change and other merges run', async () => {
    const speakers: Built[] = [];
    for (let i = 0; i < 6; i++) speakers.push(await buildSpeaker(app.demo, { name: `Many ${i}` }));
    const last = speakers[5];
    const items: Built[] = [];
    for (let i = 0; i < 12; i++)
      items.push(await item({ speakers: refs([speakers[i % 6], speakers[(i + 1) % 6]]) }));
    const answers = await Promise.all([
      ...speakers.slice(0, 5).map((speaker) => merge('speakers', speaker, last)),
      ...items.map(({ id }, i) =>
        app.demo.api.patch(`/items/${id}`, { speakers: refs([speakers[(i + 3) % 6], last]) }),
      ),
      ...speakers.map((speaker) =>
        app.demo.api.post('/items/create', {
          title: 'Meanwhile',
          date: '2026-03-01',
          collectionId: collection.id,
          speakers: refs([speaker, last]),
        }),
      ),
      ...items.slice(0, 3).map(({ id }) => app.demo.api.delete(`/items/${id}`)),
    ]);
    // Requests that name a speaker who has just been merged are rejected, and so may be those that lose a race.
    for (const { status, body } of answers)
      if (status >= 400) expect([404, 409, 422], JSON.stringify(body)).toContain(status);
    for (const speaker of speakers.slice(0, 5))
      expect([200, 404]).toContain((await merge('speakers', speaker, last)).status);
    const links = await app.app.db
      .selectFrom('itemSpeaker')
      .select(['itemId', 'speakerId'])
      .where(
        'speakerId',
        'in',
        speakers.map(({ id }) => id),
      )
      .execute();
    expect(new Set(links.map(({ speakerId }) => speakerId))).toEqual(new Set([last.id]));
    expect(new Set(links.map(({ itemId }) => itemId)).size).toBe(links.length);
    expect(links.map(({ itemId }) => itemId)).toEqual(expect.arrayContaining(items.map(({ id }) => id)));
    for (const speaker of speakers.slice(0, 5))
      expect((await app.demo.api.get(`/speakers/${speaker.id}`)).status).toBe(404);
  });

  it('in both directions at once keep one of the two', async () => {
    const [a, b] = [await buildTopic(app.demo), await buildTopic(app.demo)];
    const one = await item({ topics: refs([a, b]) });
    const answers = await Promise.all([merge('topics', a, b), merge('topics', b, a)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
    const { topics } = (await app.demo.api.get(`/items/${one.id}?_expand=topics`)).body.item;
    expect(topics).toHaveLength(1);
  });
});

describe('existing names', () => {
  const app = useApp();

  it.each(['speakers', 'collections'])('of %s are accepted and reported as duplicates', async (plural) => {
    const create = async (name: string, api = app.demo.api) => {
      const { status, body } = await api.post(`/${plural}/create`, { name });
      expect(status).toBe(201);
      return { id: body[plural.slice(0, -1)].id as number, duplicateOf: body.duplicateOf as number | null };
    };
    const first = await create('100% Müller_');
    expect(first.duplicateOf).toBeNull();
    expect((await create(' 100% MÜLLER_ ')).duplicateOf).toBe(first.id);
    expect((await create('100% Müller_')).duplicateOf).toBe(first.id);
    expect((await create('100%   müller_')).duplicateOf).toBe(first.id);
    expect((await create('1000 Müllers')).duplicateOf).toBeNull();
    const spaced = await create('Of  the    Hill');
    expect((await create('of the hill')).duplicateOf).toBe(spaced.id);
    expect((await create('ofthehill')).duplicateOf).toBeNull();
    expect((await create('100% Müller_', app.other.api)).duplicateOf).toBeNull();
    const at = await Promise.all([1, 2, 3].map(() => create('At once')));
    expect(at.filter(({ duplicateOf }) => duplicateOf === null)).toHaveLength(1);
    await app.demo.api.delete(`/${plural}/${first.id}`);
    expect((await create('100% müller_')).duplicateOf).not.toBe(first.id);
  });
});
