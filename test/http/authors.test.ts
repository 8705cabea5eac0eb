/** Who created and who changed records: `createdBy` and `updatedBy`. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, type Client } from '../support/client.js';
import {
  buildCollection,
  buildItem,
  buildSeries,
  buildSpeaker,
  buildTopic,
  type Built,
} from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { untilIdle } from '../support/until-idle.js';

describe('authors', () => {
  const app = useApp({ worker: true });
  let second: Client;
  let creator: Built;
  let changer: Built;
  beforeAll(async () => {
    const { body } = await app.demo.api.post('/tokens/create', { name: 'Second', scopes: ['admin'] });
    second = createClient(app.privateUrl, { Authorization: `Bearer ${body.secret}` });
    creator = { type: 'token', id: expect.any(Number), name: 'test' };
    changer = { type: 'token', id: body.token.id, name: 'Second' };
    expect(body.token.createdBy).toEqual(creator);
  });

  it('are named by records, and change with each update, deletion and restoration', async () => {
    const collection = await buildCollection(app.demo);
    const records: [path: string, name: string, built: Built, changes: object][] = [
      ['/series', 'series', await buildSeries(app.demo, { collectionId: collection.id }), { title: 'New' }],
      ['/speakers', 'speaker', await buildSpeaker(app.demo), { name: 'New' }],
      ['/topics', 'topic', await buildTopic(app.demo), { name: 'New' }],
      ['/items', 'item', await buildItem(app.demo), { title: 'New' }],
      ['/collections', 'collection', collection, { name: 'New' }],
    ];
    for (const [path, name, { id }, changes] of records) {
      const one = `${path}/${id}`;
      const created = (await second.get(one)).body[name];
      expect(created, path).toMatchObject({ createdBy: creator, updatedBy: creator });
      const { status, body } = await second.patch(one, { ...changes, createdBy: created.createdBy });
      expect([status, body[name]], path).toMatchObject([200, { createdBy: creator, updatedBy: changer }]);
      expect((await app.demo.api.patch(one, changes)).body[name].updatedBy, path).toEqual(creator);
      const forged = await second.patch(one, { createdBy: { ...changer, name: 'Somebody' } });
      expect(forged.status, path).toBe(422);
    }
    for (const [path, name, { id }] of records.slice(0, 4)) {
      expect((await second.delete(`${path}/${id}`)).status, path).toBe(200);
      const deleted = (await second.get(`${path}/${id}?_withDeleted=true`)).body[name];
      expect(deleted.updatedBy, path).toEqual(changer);
      const restored = await app.demo.api.post(`${path}/${id}/restore`);
      expect(restored.body[name].updatedBy, path).toEqual(creator);
    }
  });

  it('are named by tokens, embed tokens and webhooks', async () => {
    const embed = await second.post('/embed-tokens/create', {
      name: 'Site',
      allowedOrigins: ['https://site.example.org'],
    });
    expect(embed.body.embedToken.createdBy).toEqual(changer);
    const webhook = await second.post('/webhooks/create', {
      url: 'https://site.example.org/hooks',
      events: ['item.deleted'],
    });
    expect(webhook.body.webhook.createdBy).toEqual(changer);
  });

  it('of a bulk job and of a merge are whoever asked for it', async () => {
    const [item, topic, other] = [
      await buildItem(app.demo),
      await buildTopic(app.demo),
      await buildTopic(app.demo),
    ];
    await second.post('/items/bulk', { ids: [item.id], action: 'addTopic', topicId: topic.id });
    await untilIdle(app.app.db);
    const changed = await app.demo.api.get(`/items/${item.id}`);
    expect(changed.body.item).toMatchObject({ createdBy: creator, updatedBy: changer });
    const merged = await app.demo.api.post(`/topics/${topic.id}/merge`, { into: other.id });
    expect(merged.body.topic.updatedBy).toEqual(creator);
    const linked = await app.demo.api.get(`/items/${item.id}`);
    expect(linked.body.item.updatedBy).toEqual(creator);
  });

  it('of what the worker and the clock do stay', async () => {
    const { id } = await buildItem(app.demo, { autoPublish: true });
    await second.put(`/items/${id}/transcript`, { segments: [{ text: 'In the beginning was the Word.' }] });
    await second.patch(`/items/${id}`, { title: 'Published by the worker' });
    await app.idle();
    const { item } = (await app.demo.api.get(`/items/${id}`)).body;
    expect(item).toMatchObject({ createdBy: creator, updatedBy: changer });
  });

  it('are not shown to the public', async () => {
    const collections = await app.demo.site.get('/collections');
    expect(JSON.stringify(collections.body)).not.toMatch(/createdBy|updatedBy/);
    const document = (await app.demo.site.get('/openapi.json')).body;
    expect(JSON.stringify(document)).not.toMatch(/createdBy|updatedBy/);
  });
});
