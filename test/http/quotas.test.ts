/** Quotas of an account: exact under simultaneous requests, and freed by deletions. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildCollection, buildItem, buildResource, buildSpeaker } from '../support/factories.js';
import { multipart, picture } from '../support/images.js';
import { startApp, type Tenant, type TestApp } from '../support/start-app.js';

const DAY_MS = 24 * 60 * 60_000;

describe('quotas', () => {
  const clock = createFakeClock();
  let app: TestApp;
  beforeAll(async () => {
    const env = { QUOTA_ITEMS: '3', QUOTA_TOKENS: '4', QUOTA_WEBHOOKS: '1', QUOTA_STORED_BYTES: '1000' };
    app = await startApp({ env, clock });
  });
  afterAll(() => app.stop());

  let tenants = 0;
  const newTenant = (): Promise<Tenant> => app.tenant(`quota${++tenants}`);
  const usage = async ({ api }: Tenant) => (await api.get('/account')).body.account.usage;
  const expectExceeded = ({ status, body }: Answer, name: string, limit: number): void => {
    expect([status, body.error?.type]).toEqual([422, 'QuotaExceededError']);
    expect(body.error.details).toMatchObject([{ path: `limits.${name}` }]);
    expect(body.error.details[0].message).toContain(`is ${limit}`);
  };
  const media = { contentType: 'audio', mimeType: 'audio/mpeg', originalFilename: 'talk.mp3' };

  it('are returned with the current usage', async () => {
    const tenant = await newTenant();
    const { limits, usage } = (await tenant.api.get('/account')).body.account;
    expect(limits).toEqual({ storedBytes: 1_000, items: 3, tokens: 4, webhooks: 1 });
    expect(usage).toEqual({ storedBytes: 0, items: 0, tokens: 1, webhooks: 0 });
    await app.app.quotas.setLimits(tenant.account.id, { items: 7, tokens: 9 });
    const own = (await tenant.api.get('/account')).body.account.limits;
    expect(own).toEqual({ storedBytes: 1_000, items: 7, tokens: 9, webhooks: 1 });
  });

  it('allow one of two simultaneous items at the limit, and ignore deleted ones', async () => {
    const tenant = await newTenant();
    const { id: collectionId } = await buildCollection(tenant);
    const { id: otherCollectionId } = await buildCollection(tenant);
    const create = (title: string, into = collectionId) =>
      tenant.api.post('/items/create', { title, date: '2026-03-01', collectionId: into });
    const first = (await create('First')).body.item;
    expect((await create('Second')).status).toBe(201);
    const race = await Promise.all([
      create('a'),
      create('b', otherCollectionId),
      create('c'),
      create('d', otherCollectionId),
    ]);
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
    for (const answer of race) if (answer.status === 422) expectExceeded(answer, 'items', 3);
    expect(await usage(tenant)).toMatchObject({ items: 3 });
    expect((await tenant.api.delete(`/items/${first.id}`)).status).toBe(200);
    expect(await usage(tenant)).toMatchObject({ items: 2 });
    expect((await create('Third')).status).toBe(201);
    expectExceeded(await tenant.api.post(`/items/${first.id}/restore`), 'items', 3);
  });

  it('apply to imports: items over the limit are skipped', async () => {
    const tenant = await newTenant();
    const { id: collectionId } = await buildCollection(tenant);
    const document = (name: string) => ({
      path: `${name}.txt`,
      contentHash: name,
      date: null,
      title: name,
      speakers: [`Speaker ${name}`],
      topics: [],
      series: null,
      scriptures: [],
      segments: [{ text: 'In the beginning', startMs: null, endMs: null }],
    });
    const target = { accountId: tenant.account.id, collectionId, publish: false, today: '2026-03-01' };
    const outcomes = await app.app.imports.importDocuments(target, ['a', 'b', 'c', 'd', 'e'].map(document));
    expect(outcomes.map(({ result }) => result)).toEqual([
      'created',
      'created',
      'created',
      'skipped',
      'skipped',
    ]);
    expect(outcomes.at(-1)).toMatchObject({ reason: expect.stringContaining('limit for items') as string });
    expect((await tenant.api.get('/speakers')).body.totalRecords).toBe(3);
  });

  it('apply to tokens and webhooks', async () => {
    const tenant = await newTenant();
    const token = () => tenant.api.post('/tokens/create', { name: 'x', scopes: ['content:read'] });
    const answers = await Promise.all([token(), token(), token(), token(), token()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    const made = answers.find(({ status }) => status === 201)?.body.token;
    expectExceeded(await token(), 'tokens', 4);
    expect((await tenant.api.delete(`/tokens/${made.id}`)).status).toBe(200);
    expect((await token()).status).toBe(201);
    const webhook = () =>
      tenant.api.post('/webhooks/create', { url: 'https://example.org/', events: ['item.deleted'] });
    const { body } = await webhook();
    expectExceeded(await webhook(), 'webhooks', 1);
    expect((await tenant.api.delete(`/webhooks/${body.webhook.id}`)).status).toBe(200);
    expect((await webhook()).status).toBe(201);
  });

  it('count a file from the request for its upload URL until it is removed or purged', async () => {
    const tenant = await newTenant();
    const item = await buildItem(tenant);
    const plan = (fileSizeBytes: number) =>
      tenant.api.post(`/items/${item.id}/media/create`, { ...media, fileSizeBytes });
    const race = await Promise.all([plan(600), plan(600)]);
    expect(race.map(({ status }) => status).sort()).toEqual([201, 422]);
    for (const answer of race) if (answer.status === 422) expectExceeded(answer, 'storedBytes', 1_000);
    const { mediaAsset, uploadUrl } = race.find(({ status }) => status === 201)?.body ?? {};
    expect(await usage(tenant)).toMatchObject({ storedBytes: 600 });
    const put = await fetch(uploadUrl, {
      method: 'PUT',
      headers: { 'Content-Type': 'audio/mpeg' },
      body: Buffer.alloc(600),
    });
    expect(put.status).toBe(200);
    expect(await usage(tenant)).toMatchObject({ storedBytes: 600 });
    expectExceeded(await plan(401), 'storedBytes', 1_000);
    const resource = {
      title: 'Notes',
      contentType: 'file',
      fileMimeType: 'application/pdf',
      fileSizeBytes: 401,
    };
    const resources = `/items/${item.id}/resources`;
    expectExceeded(await tenant.api.post(`${resources}/create`, resource), 'storedBytes', 1_000);
    const artwork = { variant: 'square', fileMimeType: 'image/png', fileSizeBytes: 401 };
    expectExceeded(await tenant.api.post(`/items/${item.id}/artwork/create`, artwork), 'storedBytes', 1_000);
    const planned = await buildResource(tenant, item, { ...resource, fileSizeBytes: 400 });
    expect(await usage(tenant)).toMatchObject({ storedBytes: 1_000 });
    const worker = app.app.createWorker();
    const working = worker.run();
    // Jobs remove the files of deleted resources, including files that were never uploaded.
    expect((await tenant.api.delete(`${resources}/${planned.id}`)).status).toBe(200);
    await expect.poll(async () => (await usage(tenant)).storedBytes).toBe(600);
    expect((await tenant.api.delete(`/media/${mediaAsset.id}`)).status).toBe(200);
    expect(await usage(tenant)).toMatchObject({ storedBytes: 600 });
    const records = [{ kind: 'mediaAsset', id: mediaAsset.id }];
    expect((await tenant.api.post('/trash/purge', { records })).status).toBe(201);
    await expect.poll(async () => (await usage(tenant)).storedBytes).toBe(0);
    await worker.stop();
    await working;
  });

  it('count speaker images, and free unfinished uploads after a day', async () => {
    const tenant = await newTenant();
    const speaker = await buildSpeaker(tenant);
    const bytes = await picture('png', 8, 8);
    const { body, type } = await multipart(['image', bytes, 'a.png', 'image/png']);
    const send = async () =>
      (await tenant.api.post(`/speakers/${speaker.id}/image/upload`, body, { 'Content-Type': type })).status;
    expect(await send()).toBe(200);
    expect(await usage(tenant)).toMatchObject({ storedBytes: bytes.length });
    await app.app.quotas.setLimits(tenant.account.id, { storedBytes: bytes.length });
    expect(await send()).toBe(422);
    await app.app.quotas.setLimits(tenant.account.id, { storedBytes: bytes.length + 500 });
    const item = await buildItem(tenant);
    const planned = await tenant.api.post(`/items/${item.id}/media/create`, { ...media, fileSizeBytes: 500 });
    expect(planned.status).toBe(201);
    clock.pass(26 * 60 * 60_000 + DAY_MS);
    app.app.maintenance.start();
    await app.app.maintenance.stop();
    expect(await usage(tenant)).toMatchObject({ storedBytes: bytes.length });
  });
});
