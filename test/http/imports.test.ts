/** Imports follow the same rules as the API. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ImportDocument } from '../../src/import/import-document.js';
import {
  buildCollection,
  buildItem,
  buildSeries,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { importDocument } from '../support/import-document.js';
import { createWebhook, startReceiver, type Receiver } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';

describe('imports', () => {
  const app = useApp({ env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let collection: Built;
  beforeEach(async () => (collection = await buildCollection(app.demo)));

  const importAll = (...documents: ImportDocument[]) =>
    app.app.imports.importDocuments(
      {
        accountId: app.demo.account.id,
        collectionId: collection.id,
        publish: false,
        today: '2026-03-01',
      },
      documents,
    );
  const get = async (path: string): Promise<Built> => (await app.demo.api.get(path)).body;

  it('create items like the API, queued for processing', async () => {
    const made = await buildItem(app.demo, { title: 'Bread', collectionId: collection.id });
    const [outcome] = await importAll(importDocument('bread.txt', { speakers: ['Ann', 'ANN'] }));
    const { item } = await get(`/items/${outcome?.itemId}?_expand[]=speakers`);
    const own = ['id', 'entryDate', 'urlSlug', 'status', 'wizardStep', 'autoPublish', 'transcriptUrl'];
    own.push('dateIsKnown', 'createdBy', 'updatedBy');
    const common = (record: Built) => Object.entries(record).filter(([name]) => !own.includes(name));
    expect(common(item).filter(([name]) => name !== 'speakers')).toEqual(common(made));
    expect(item).toMatchObject({
      urlSlug: 'bread-2',
      status: 'queued',
      wizardStep: 'processing',
      autoPublish: false,
      // The file has no date, so the day of the import is used.
      dateIsKnown: false,
      createdBy: { type: 'cli', id: null, name: null },
      updatedBy: { type: 'cli', id: null, name: null },
    });
    expect(item.speakers.map(({ name }: Built) => name)).toEqual(['Ann']);
  });

  it('suggest what a name may mean, for staff to accept, and repeat without a change', async () => {
    const document = importDocument('Rom 8.txt', { scriptures: [], suggestedScriptures: ['Romans 8'] });
    const [outcome] = await importAll(document);
    const id = outcome!.itemId!;
    const { scriptures: suggested } = await get(`/items/${id}/suggestions`);
    expect(suggested).toMatchObject([{ citation: 'Romans 8', keyVerse: false }]);
    expect((await importAll(document))[0]).toMatchObject({ result: 'unchanged' });
    const accepted = await app.demo.api.post(`/items/${id}/suggestions/accept`, {
      scriptures: [suggested[0].id],
    });
    expect(accepted.status).toBe(200);
    const { item } = await get(`/items/${id}?_expand[]=scriptures`);
    expect(item.scriptures).toMatchObject([{ book: 'ROM', chapter: 8, accepted: true, hidden: false }]);
    expect((await importAll(document))[0]).toMatchObject({ result: 'unchanged' });
  });

  it('append a new series to its collection', async () => {
    const elsewhere = await buildCollection(app.demo);
    for (let i = 0; i < 3; i++) await buildSeries(app.demo, { collectionId: elsewhere.id });
    const made = await buildSeries(app.demo, { collectionId: collection.id });
    await importAll(
      importDocument('a.txt', { series: 'Psalms' }),
      importDocument('b.txt', { series: 'psalms' }),
    );
    const { series } = await get(`/series?collectionId=${collection.id}`);
    expect(series.map(({ title, sortOrder }: Built) => [title, sortOrder])).toEqual([
      [made.title, 1],
      ['Psalms', 2],
    ]);
    expect(series[1].published).toBe(made.published);
  });

  it('create each topic once, even beside simultaneous requests', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `Grace ${i}`);
    const [outcomes, ...answers] = await Promise.all([
      importAll(
        ...names.map((name, i) => importDocument(`grace-${i}.txt`, { topics: [name.toUpperCase()] })),
      ),
      ...names.map((name) => app.demo.api.post('/topics/create', { name })),
    ]);
    expect(outcomes).toHaveLength(12);
    expect(answers.every(({ status }) => status === 201 || status === 409)).toBe(true);
    const { topics } = await get('/topics?_q=grace&_limit=100');
    expect(topics.map(({ name }: Built) => name.toLowerCase()).sort()).toEqual(
      names.map((name) => name.toLowerCase()).sort(),
    );
    expect(new Set(topics.map(({ displayOrder }: Built) => displayOrder)).size).toBe(12);
  });

  it('normalize names like the API: composed and trimmed', async () => {
    const topic = await buildTopic(app.demo, { name: 'Caf\u00e9' });
    const [outcome] = await importAll(importDocument('cafe.txt', { topics: [' Cafe\u0301 '] }));
    const { item } = await get(`/items/${outcome?.itemId}?_expand[]=topics`);
    expect(item.topics.map(({ id }: Built) => id)).toEqual([topic.id]);
  });

  it('skip an invalid document, and report the broken rule', async () => {
    const outcomes = await importAll(
      importDocument('long.txt', { speakers: ['Ann', 'x'.repeat(256)] }),
      importDocument('good.txt'),
    );
    expect(outcomes).toMatchObject([
      {
        path: 'long.txt',
        itemId: null,
        result: 'skipped',
        reason: expect.stringMatching(/^speakers\.1 .*255/),
      },
      { path: 'good.txt', result: 'created' },
    ]);
  });

  it('keep an item that moved in a series of its own collection', async () => {
    const [outcome] = await importAll(importDocument('moved.txt', { series: 'Hymns' }));
    const other = await buildCollection(app.demo);
    await app.demo.api.patch(`/items/${outcome?.itemId}`, { collectionId: other.id });
    await importAll(importDocument('moved.txt', { series: 'Hymns', contentHash: '2' }));
    const { item } = await get(`/items/${outcome?.itemId}?_expand[]=series`);
    expect(item.series).toMatchObject({ title: 'Hymns', collectionId: other.id });
  });

  it('send webhooks for items changed by a changed file', async () => {
    const receiver: Receiver = await startReceiver();
    const [outcome] = await importAll(importDocument('told.txt'));
    await setItem(app, { id: outcome?.itemId ?? 0 }, { status: 'ready' });
    const { webhook } = await createWebhook(app.demo, receiver.url, { events: ['item.updated'] });
    await importAll(importDocument('told.txt', { title: 'Daily bread', contentHash: '2' }));
    const rows = await app.app.db.selectFrom('webhookDelivery').select('payload').execute();
    expect(rows.map(({ payload }) => JSON.parse(payload).data.item)).toMatchObject([
      { title: 'Daily bread' },
    ]);
    await app.demo.api.delete(`/webhooks/${webhook.id}`);
    await receiver.close();
  });
});
