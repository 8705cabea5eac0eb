/** Webhooks: managing them, and the events that they receive. */
import { describe, expect, it } from 'vitest';
import { itemEventTypes } from '../../src/webhooks/webhook.record.js';
import { buildCollection, buildItem, buildScripture, setItem, type Built } from '../support/factories.js';
import { createWebhook, deliveriesOf, settled, verified, useWebhooks } from '../support/receiver.js';
import { type Tenant } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { replaceText } from '../support/transcript-texts.js';

const put = (tenant: Tenant, id: number, sentences: readonly string[]) =>
  tenant.api.put(`/items/${id}/transcript`, vttOf(sentences), { 'Content-Type': 'text/vtt' });

describe('webhooks', () => {
  const { app, clock, receiver } = useWebhooks();

  it('can be created, read without their secret, changed with If-Match, and deleted', async () => {
    const { webhook, secret } = await createWebhook(app.demo, receiver.url, { description: 'Site' });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toMatchObject({
      url: receiver.url,
      events: itemEventTypes,
      description: 'Site',
      enabled: true,
    });
    const path = `/webhooks/${webhook.id}`;
    const read = await app.demo.api.get(path);
    expect(read.body).toEqual({ webhook });
    expect(JSON.stringify((await app.demo.api.get('/webhooks')).body)).not.toContain(secret);

    const ifMatch = { 'If-Match': String(read.headers.etag) };
    const changed = await app.demo.api.patch(path, { events: ['item.deleted', 'item.deleted'] }, ifMatch);
    expect(changed.body.webhook).toMatchObject({ events: ['item.deleted'], description: 'Site' });
    expect((await app.demo.api.patch(path, { enabled: false }, ifMatch)).status).toBe(412);
    expect((await app.demo.api.get('/webhooks?enabled=true&url.like=http%25')).body.totalRecords).toBe(1);

    expect((await app.demo.api.delete(path)).body).toEqual({ result: 'success' });
    for (const gone of [path, `${path}/deliveries`]) expect((await app.demo.api.get(gone)).status).toBe(404);
    for (const action of ['ping', 'rotate-secret'])
      expect((await app.demo.api.post(`${path}/${action}`)).status).toBe(404);
    expect((await app.demo.api.get(`${path}?_withDeleted=true`)).body.webhook.deletedDate).not.toBeNull();
  });

  it.each([
    [{ events: ['item.published'] }, ['url']],
    [{ url: 'ftp://example.org', events: ['item.published'] }, ['url']],
    [{ url: 'https://me:secret@example.org/', events: ['item.published'] }, ['url']],
    [{ url: 'nonsense', events: [] }, ['url', 'events']],
    [{ url: 'https://example.org', events: ['item.liked'], enabled: 'yes' }, ['events.0', 'enabled']],
    [{ url: 'https://example.org', events: ['item.ready'], secret: 'mine' }, ['secret']],
  ])('reject %j', async (body, paths) => {
    const answer = await app.demo.api.post('/webhooks/create', body);
    expect(answer.status).toBe(422);
    expect(answer.body.error.details.map(({ path }: Built) => path).sort()).toEqual(paths.sort());
  });

  it('send the six events of an item, signed, with the record as the API returns it', async () => {
    const made = await createWebhook(app.demo, receiver.url);
    const theirs = await createWebhook(app.other, receiver.url);
    const item = await buildItem(app.demo, { title: 'On bees – für später' });
    await app.demo.api.patch(`/items/${item.id}`, { subTitle: 'Changed', wizardStep: 'artwork' });
    await put(app.demo, item.id, talks.bees);
    await app.idle();
    await app.demo.api.post(`/items/${item.id}/publish`);
    await app.idle();
    await put(app.demo, item.id, talks.bread);
    await app.idle();
    await app.demo.api.post(`/items/${item.id}/unpublish`);
    await app.idle();
    await replaceText(app.app.db, item.id, '[{"text":"…"');
    await app.demo.api.post(`/items/${item.id}/process`);
    await app.idle();
    await app.demo.api.delete(`/items/${item.id}`);

    const sent = await settled(app.demo, made, ...Array<string>(7).fill('delivered'));
    const inOrder = sent.map(({ eventType }) => eventType);
    expect(inOrder).toEqual([
      'item.updated',
      'item.ready',
      'item.published',
      'item.updated',
      'item.unpublished',
      'item.error',
      'item.deleted',
    ]);
    // The other account's webhook received nothing: deliveries are inserted in the transaction of the change.
    expect(await deliveriesOf(app.other, theirs)).toEqual([]);
    expect(receiver.types().sort()).toEqual([...inOrder].sort());
    for (const received of receiver.received) {
      const { type, timestamp, data } = verified(made.secret, received);
      expect(received.headers['content-type']).toBe('application/json');
      expect(sent.map(({ eventId }) => eventId)).toContain(received.headers['webhook-id']);
      expect(new Date(timestamp).toISOString()).toBe(timestamp);
      expect(data.account).toEqual({ id: app.demo.account.id, shortName: 'demo' });
      expect(data.item).toMatchObject({ id: item.id, title: 'On bees – für später', subTitle: 'Changed' });
      expect(data.item.deletedDate === null).toBe(type !== 'item.deleted');
      if (type === 'item.error') expect(data.item).toMatchObject({ status: 'actionRequired' });
      if (type === 'item.ready') {
        expect(data.item.status).toBe('ready');
        expect(data.item.transcriptUrl).toMatch(/^http:\/\/localhost:\d+\/v2\/accounts\//);
      }
    }
    const [first] = receiver.received;
    expect(Object.keys(first?.event.data.item).sort()).toEqual(
      Object.keys((await app.demo.api.get(`/items/${item.id}?_withDeleted=true`)).body.item).sort(),
    );
    expect(() => verified('whsec_AAAA', first!)).toThrow();
    expect(() => verified(made.secret, { ...first!, text: `${first!.text} ` })).toThrow();
    const one = (await app.demo.api.get(`/webhooks/${made.webhook.id}/deliveries/${sent[0].id}`)).body;
    expect(one.delivery).toMatchObject({ status: 'delivered', attempts: 1, responseStatus: 204 });
    expect(one.delivery.payload).toMatchObject({ type: 'item.updated', data: { item: { id: item.id } } });

    expect((await app.demo.api.post(`/items/${item.id}/restore`)).status).toBe(200);
    await settled(app.demo, made, ...Array<string>(8).fill('delivered'));
    expect(receiver.received[7]?.event).toMatchObject({ type: 'item.updated' });
  });

  it('send only the subscribed events, and once for each of many items', async () => {
    const made = await createWebhook(app.demo, receiver.url, { events: ['item.published', 'item.error'] });
    const { id: collectionId } = await buildCollection(app.demo);
    const documents = Array.from({ length: 30 }, (_, i) => ({
      path: `talk-${i}.md`,
      contentHash: String(i),
      title: `Talk ${i}`,
      date: '2026-03-01',
      speakers: [],
      series: null,
      topics: [],
      scriptures: [],
      segments: talks.bread.map((text) => ({ text, startMs: null, endMs: null })),
    }));
    await app.app.imports.importDocuments(
      { accountId: app.demo.account.id, collectionId, publish: true, today: '2026-03-01' },
      documents,
    );
    await app.idle();
    const ids = (await app.demo.api.get(`/items?collectionId=${collectionId}&_limit=100`)).body.items.map(
      ({ id }: Built) => id,
    );
    // Deliveries beyond a receiver's concurrency limit wait a little.
    const later = (): number => {
      clock.pass(250);
      return receiver.received.length;
    };
    await expect.poll(later, { timeout: 60_000 }).toBe(30);
    await settled(app.demo, made, ...Array<string>(30).fill('delivered'));
    expect(new Set(receiver.types())).toEqual(new Set(['item.published']));
    expect(receiver.received.map(({ event }) => event.data.item.id).sort()).toEqual(ids.sort());
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
  });

  it('send an event for scripture changes like for any change', async () => {
    const item = await buildItem(app.demo);
    const scripture = await buildScripture(app.demo, item);
    await setItem(app, item, { status: 'published' });
    const made = await createWebhook(app.demo, receiver.url);
    await app.demo.api.delete(`/scriptures/${scripture.id}`);
    await settled(app.demo, made, 'delivered');
    expect(receiver.types()).toEqual(['item.updated']);
  });

  it('send one event per change of resources, media and chapters, and for an uploaded file', async () => {
    const item = await buildItem(app.demo);
    const made = await createWebhook(app.demo, receiver.url);
    let told = 0;
    const telling = async (times: number, path: string, call: () => Promise<Built>): Promise<Built> => {
      const answer = await call();
      expect(answer.status, path).toBeLessThan(300);
      told += times;
      expect(await deliveriesOf(app.demo, made), path).toHaveLength(told);
      return answer.body;
    };
    const { api } = app.demo;
    const post = (times: number, path: string, body?: object) =>
      telling(times, path, () => api.post(path, body));
    const patch = (path: string, body: object) => telling(1, path, () => api.patch(path, body));
    const remove = (times: number, path: string) => telling(times, path, () => api.delete(path));
    const putBytes = (times: number, { uploadUrl }: Built, type: string) =>
      telling(times, type, async () => {
        const answer = await fetch(uploadUrl, {
          method: 'PUT',
          headers: { 'Content-Type': type },
          body: '%PDF',
        });
        await app.idle();
        return answer;
      });

    const link = { title: 'Notes', contentType: 'link', linkTarget: 'https://example.org/' };
    const resources = `/items/${item.id}/resources`;
    const { resource } = await post(1, `${resources}/create`, link);
    await patch(`${resources}/${resource.id}/update`, { title: 'Guide' });
    await remove(1, `${resources}/${resource.id}`);
    const pdf = { title: 'Guide', contentType: 'file', fileMimeType: 'application/pdf', fileSizeBytes: 4 };
    await putBytes(1, await post(0, `${resources}/create`, pdf), 'application/pdf');

    const media = `/items/${item.id}/media/create`;
    const mp3 = { contentType: 'audio', mimeType: 'audio/mpeg', fileSizeBytes: 4 };
    const pending = await post(0, media, mp3);
    await remove(0, `/media/${pending.mediaAsset.id}`);
    // The worker finds that the file is not audio: the file gets an error, and the item needs attention.
    await putBytes(3, await post(0, media, mp3), 'audio/mpeg');
    const film = { externalPlatform: 'vimeo', externalPlatformId: '76979871' };
    const { mediaAsset } = await post(1, media, film);
    await patch(`/media/${mediaAsset.id}`, { durationSecs: 60 });
    const { chapter } = await post(1, `/media/${mediaAsset.id}/chapters/create`, {
      title: 'One',
      startMs: 0,
    });
    await patch(`/media/chapters/${chapter.id}`, { title: 'First' });
    await remove(1, `/media/chapters/${chapter.id}`);
    await remove(1, `/media/${mediaAsset.id}`);
    const types = (await deliveriesOf(app.demo, made)).map(({ eventType }) => eventType);
    expect(types.filter((type) => type !== 'item.updated')).toEqual(['item.error']);
  });
});
