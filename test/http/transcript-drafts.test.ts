/** Drafts of transcripts: autosaves, merging with what others have changed, and who may apply them. */
import { beforeAll, describe, expect, it } from 'vitest';
import { unusedTextMaintenance } from '../../src/transcripts/stored/transcript-text.repository.js';
import { createClient, type Client } from '../support/client.js';
import { createFakeClock } from '../support/clock.js';
import { buildItem, buildMediaAsset, setItem } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { path, save, SEGMENTS, text, transcriptsOf } from '../support/transcript-drafts.js';

const HOUR_MS = 60 * 60_000;

describe('drafts of transcripts', () => {
  const clock = createFakeClock();
  const app = useApp({ clock });
  let contributor: Client;
  beforeAll(async () => {
    contributor = await app.withScopes(app.demo, 'content:draft');
  });

  const { read, withTranscript, patch } = transcriptsOf(() => app);
  const work = async (): Promise<void> => {
    const worker = app.app.createWorker();
    const working = worker.run();
    await app.idle();
    await worker.stop();
    await working;
  };

  it('take a hundred autosaves, and make one revision and one indexing of them', async () => {
    const { id, etag, ids } = await withTranscript();
    await work();
    const { api } = app.demo;
    const count = async () => ({
      revisions: (await api.get(`/items/${id}/transcript/revisions`)).body.totalRecords,
      changes: (await api.get(`/items/${id}/revisions`)).body.totalRecords,
      audited: (await api.get('/audit-log')).body.totalRecords,
      jobs: (await app.app.db.selectFrom('job').select('id').where('kind', '=', 'processItem').execute())
        .length,
    });
    const before = await count();
    let tag: string | undefined;
    for (let i = 1; i <= 100; i++) {
      const headers = tag ? { 'If-Match': tag } : {};
      const saved = await save(api, id, etag, [text(ids[0], `Version ${i}`)], headers);
      expect(saved.status, JSON.stringify(saved.body)).toBe(200);
      expect(saved.headers.etag).not.toBe(tag);
      tag = saved.headers.etag;
    }
    expect(await count()).toEqual(before);
    expect((await read(id)).texts[0]).toBe('Grace and piece to you.');
    const { draft } = (await api.get(path(id))).body;
    expect(draft).toMatchObject({ itemId: id, base: etag, operationCount: 1, isOutdated: false });
    expect(draft.operations).toEqual([text(ids[0], 'Version 100')]);
    const applied = await api.post(`${path(id)}/apply`);
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    expect(applied.body.segments).toMatchObject([{ id: ids[0], text: 'Version 100' }]);
    expect(await count()).toEqual({
      revisions: Number(before.revisions) + 1,
      changes: Number(before.changes) + 1,
      audited: Number(before.audited) + 1,
      jobs: before.jobs + 1,
    });
    const after = await read(id);
    expect([after.etag, after.texts[0]]).toEqual([applied.headers.etag, 'Version 100']);
    const [entry] = (await api.get('/audit-log?_limit=1')).body.auditEntries;
    expect(entry).toMatchObject({ operation: 'applyTranscriptDraft', recordType: 'item', recordId: id });
    for (const again of [
      await api.get(path(id)),
      await api.post(`${path(id)}/apply`),
      await api.delete(path(id)),
    ])
      expect(again.status).toBe(404);
  });

  it('belong to their caller, and to no other account', async () => {
    const { id, etag, ids } = await withTranscript();
    await save(app.demo.api, id, etag, [text(ids[0], 'Of the admin')]);
    const saved = await save(contributor, id, etag, [text(ids[0], 'Of the contributor')]);
    const textIn = async (api: Client, query = '') =>
      (await api.get(`${path(id)}?segments=true${query}`)).body.draft?.segments[0].text;
    expect(await textIn(app.demo.api)).toBe('Of the admin');
    expect(await textIn(contributor)).toBe('Of the contributor');
    const { drafts } = (await app.demo.api.get(`${path(id)}s`)).body;
    expect(drafts).toHaveLength(2);
    const { id: draftId } = saved.body.draft;
    expect(await textIn(app.demo.api, `&draftId=${draftId}`)).toBe('Of the contributor');
    const own = drafts.find((one: { id: number }) => one.id !== draftId);
    expect((await contributor.get(`${path(id)}?draftId=${own.id}`)).status).toBe(403);
    expect((await contributor.post(`${path(id)}/apply?draftId=${own.id}`)).status).toBe(403);
    expect((await contributor.get(`${path(id)}s`)).status).toBe(403);
    expect((await contributor.delete(path(id))).status).toBe(200);
    expect((await contributor.get(path(id))).status).toBe(404);
    expect(await textIn(app.demo.api)).toBe('Of the admin');
    const { other } = app;
    for (const answer of [
      await other.api.get(path(id)),
      await other.api.get(`${path(id)}?draftId=${own.id}`),
      await save(other.api, id, etag, []),
      await other.api.delete(path(id)),
      await other.api.post(`${path(id)}/apply?draftId=${own.id}`),
      await other.api.get(`${path(id)}s`),
      await app.demo.api.get(`${path((await withTranscript()).id)}?draftId=${own.id}`),
    ])
      expect(answer.status).toBe(404);
    expect((await createClient(app.privateUrl).get(path(id))).status).toBe(401);
    const reader = await app.withScopes(app.demo, 'content:read');
    expect((await save(reader, id, etag, [])).status).toBe(403);
  });

  it('are checked when they are saved, and whether they fit when they are applied', async () => {
    const { id, etag, ids } = await withTranscript();
    const { api } = app.demo;
    for (const [body, field] of [
      [{ operations: [] }, 'base'],
      [{ base: 'x', operations: [] }, 'base'],
      [{ base: etag }, 'operations'],
      [{ base: etag, operations: [{ op: 'sing' }] }, 'operations.0.op'],
      [{ base: etag, operations: [text(ids[0], 'x'), { op: 'delete' }] }, 'operations.1.segmentId'],
      [{ base: etag, operations: [], more: 1 }, 'more'],
    ] as const) {
      const { status, body: refusal } = await api.put(path(id), body);
      expect([status, refusal.error?.details?.[0]?.path], JSON.stringify(body)).toEqual([422, field]);
    }
    expect((await api.put(path(id), '{')).status).toBe(400);
    expect((await api.put(path(id), 'x', { 'Content-Type': 'text/plain' })).status).toBe(415);
    const unknown = await save(api, id, '"nothing"', []);
    expect([unknown.status, unknown.body.error.type]).toEqual([409, 'ConflictError']);
    expect((await save(api, id, etag, [], { 'If-Match': '"none"' })).status).toBe(412);
    const many = Array.from({ length: 5_000 }, () => text(ids[0], 'x'));
    expect((await save(api, id, etag, many)).body.draft.operationCount).toBe(5_000);
    await save(api, id, `W/${etag}`, [text('gone', 'x')]);
    expect((await save(api, id, etag, [], { 'If-Match': '"old"' })).status).toBe(412);
    expect((await api.post(`${path(id)}/apply`, {}, { 'If-Match': '"old"' })).status).toBe(412);
    for (const refused of [await api.post(`${path(id)}/apply`), await api.get(`${path(id)}?segments=true`)])
      expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'operations.0.segmentId']);
    expect((await api.get(path(id))).body.draft.operationCount).toBe(1);
  });

  it('of a public item may be saved by a contributor, and applied by an editor', async () => {
    const { id, etag, ids } = await withTranscript();
    await setItem(app, { id }, { status: 'published' });
    const saved = await save(contributor, id, etag, [text(ids[0], 'Corrected')]);
    expect(saved.status).toBe(200);
    const refused = await contributor.post(`${path(id)}/apply`);
    expect([refused.status, refused.body.error.type]).toEqual([403, 'PermissionError']);
    expect((await read(id)).texts[0]).toBe('Grace and piece to you.');
    const editor = await app.withScopes(app.demo, 'content:write');
    const applied = await editor.post(`${path(id)}/apply?draftId=${saved.body.draft.id}`);
    expect(applied.status, JSON.stringify(applied.body)).toBe(200);
    expect((await read(id)).texts[0]).toBe('Corrected');
    const [entry] = (await app.demo.api.get('/audit-log?_limit=1')).body.auditEntries;
    expect(entry.draftAuthor).toEqual(saved.body.draft.createdBy);
    const [revision] = (await app.demo.api.get(`/items/${id}/revisions?_limit=1`)).body.revisions;
    expect(revision.draftAuthor).toEqual(saved.body.draft.createdBy);
    await setItem(app, { id }, { status: 'draft' });
    const { etag: now } = await read(id);
    await save(contributor, id, now, [text(ids[0], 'Again')]);
    expect((await contributor.post(`${path(id)}/apply`)).status).toBe(200);
  });

  it('keep the text that they were made from, and are gone with the token', async () => {
    const token = await app.app.tokens.create(app.demo.account.id, {
      ...{ name: 'Editor', scopes: ['content:write'], expiresAt: null },
    });
    const api = createClient(app.privateUrl, { Authorization: `Bearer ${token.secret}` });
    const { id, etag, ids } = await withTranscript();
    await save(api, id, etag, [text(ids[0], 'Mine')]);
    for (let i = 0; i < 22; i++) await patch(id, text(ids[3], `Version ${i}`));
    const clean = async (): Promise<void> => {
      clock.pass(HOUR_MS + 1);
      await unusedTextMaintenance({ db: app.app.db, clock }).run();
    };
    await clean();
    expect((await save(app.demo.api, id, etag, [])).status).toBe(409);
    const saved = await save(api, id, etag, [text(ids[0], 'Still mine')]);
    expect(saved.status).toBe(200);
    expect((await api.get(`${path(id)}?segments=true`)).body.draft.segments[0].text).toBe('Still mine');
    const row = () =>
      app.app.db
        .selectFrom('transcriptDraft')
        .select('textId')
        .where('id', '=', saved.body.draft.id)
        .execute();
    const [{ textId } = { textId: 0 }] = await row();
    expect((await app.demo.api.delete(`/tokens/${token.token.id}`)).status).toBe(200);
    expect(await row()).toEqual([]);
    await clean();
    const texts = app.app.db.selectFrom('transcriptText').select('id').where('id', '=', textId);
    expect(await texts.execute()).toEqual([]);
  });

  it('follow their transcript when its media asset is deleted', async () => {
    const item = await buildItem(app.demo);
    const id = item.id as number;
    const audio = await buildMediaAsset(app.app.db, item as { id: number }, app.demo.account.id);
    await app.demo.api.put(`/items/${id}/transcript?mediaAssetId=${audio.id}`, { segments: SEGMENTS });
    const { etag, ids } = await read(id);
    const wrong = await app.demo.api.put(`${path(id)}?mediaAssetId=999999`, { base: etag, operations: [] });
    expect(wrong.body.error.details[0].path).toBe('base');
    await save(app.demo.api, id, etag, [text(ids[0], 'Mine')]);
    await setItem(app, { id }, { status: 'ready' });
    expect((await app.demo.api.delete(`/media/${audio.id}`)).status).toBe(200);
    expect((await app.demo.api.post(`${path(id)}/apply`)).status).toBe(200);
    expect((await read(id)).texts[0]).toBe('Mine');
  });
});
