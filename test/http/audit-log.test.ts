/** The audit log: who changed which record, its retention, and its restriction to admins. */
import { describe, expect, it } from 'vitest';
import { auditMaintenance } from '../../src/platform/audit/audit.repository.js';
import { createClient } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildCollection, buildItem, buildSpeaker } from '../support/factories.js';
import { useApp } from '../support/start-app.js';

const DAY_MS = 24 * 60 * 60_000;

describe('the audit log', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });

  const entries = async (query = '') => (await app.demo.api.get(`/audit-log?${query}`)).body.auditEntries;

  it('records who changed which fields of which record, from where, and with which result', async () => {
    const { token, secret } = await app.app.tokens.create(app.demo.account.id, {
      name: 'Website',
      scopes: ['content:write'],
      expiresAt: null,
    });
    const website = createClient(app.privateUrl, { Authorization: `Bearer ${secret}` });
    const { id } = await buildItem(app.demo);
    const answer = await website.patch(`/items/${id}`, { title: 'Secret title', subTitle: 'x' });
    const [entry] = await entries();
    expect(entry).toEqual({
      id: entry.id,
      actor: 'token',
      tokenId: token.id,
      tokenName: 'Website',
      personId: null,
      personName: null,
      operation: 'updateItem',
      recordType: 'item',
      recordId: id,
      changedFields: ['title', 'subTitle'],
      draftAuthor: null,
      jobId: null,
      address: '127.0.0.1',
      requestId: answer.headers['x-request-id'],
      responseStatus: 200,
      entryDate: clock.now().toISOString(),
    });
    const [created] = await entries('operation=createItem&_limit=1');
    expect(created).toMatchObject({ recordType: 'item', recordId: id, responseStatus: 201 });
    const rows = await app.app.db.selectFrom('auditEntry').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('Secret title');
    expect(JSON.stringify(rows)).not.toContain(secret);
  });

  it('excludes failed requests, reads, and replays of an Idempotency-Key', async () => {
    const { id } = await buildSpeaker(app.demo);
    const before = Number((await app.demo.api.get('/audit-log')).body.totalRecords);
    expect((await app.demo.api.get(`/speakers/${id}`)).status).toBe(200);
    expect((await app.demo.api.patch(`/speakers/${id}`, { name: '' })).status).toBe(422);
    expect((await app.demo.api.delete('/speakers/999999')).status).toBe(404);
    expect((await app.demo.api.get('/audit-log')).body.totalRecords).toBe(before);
    const key = { 'Idempotency-Key': 'once' };
    for (let call = 0; call < 2; call++)
      expect((await app.demo.api.post('/speakers/create', { name: 'Ada' }, key)).status).toBe(201);
    expect((await app.demo.api.get('/audit-log')).body.totalRecords).toBe(before + 1);
  });

  it('is readable by admins of the account only', async () => {
    await buildCollection(app.demo);
    const editor = await app.withScopes(app.demo, 'content:write');
    expect((await editor.get('/audit-log')).status).toBe(403);
    const { body } = await app.other.api.get('/audit-log');
    expect(body.totalRecords).toBe(0);
  });

  it('lists the files that an import turned into items', async () => {
    const collection = await buildCollection(app.demo);
    const target = {
      accountId: app.demo.account.id,
      collectionId: collection.id,
      publish: false,
      today: '2026-03-01',
    };
    const document = {
      path: 'talk.txt',
      contentHash: '1',
      date: null,
      title: 'Talk',
      speakers: [],
      topics: [],
      series: null,
      scriptures: [],
      segments: [{ text: 'In the beginning', startMs: null, endMs: null }],
    };
    const [outcome] = await app.app.imports.importDocuments(target, [document]);
    expect(await entries('actor=cli')).toMatchObject([
      {
        operation: 'importItem',
        recordType: 'item',
        recordId: outcome?.itemId,
        tokenId: null,
        address: null,
      },
    ]);
  });

  it('is retained for the configured time, and deleted in batches', async () => {
    const { db } = app.app;
    const event = {
      accountId: app.other.account.id,
      actor: 'cli' as const,
      operation: 'test',
      changedFields: '[]',
    };
    const entryDate = clock.now().toISOString();
    await db
      .insertInto('auditEntry')
      .values(Array.from({ length: 1_500 }, () => ({ ...event, entryDate })))
      .execute();
    const { run } = auditMaintenance({ db, clock, retentionDays: 365 });
    const count = async () => (await app.other.api.get('/audit-log?operation=test')).body.totalRecords;
    clock.pass(365 * DAY_MS);
    await run();
    expect(await count()).toBe(1_500);
    clock.pass(1);
    await run();
    expect(await count()).toBe(0);
  });
});
