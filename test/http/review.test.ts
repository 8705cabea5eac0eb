/** Contributors ask for a review of items and prepare changes of public ones; editors decide. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../support/client.js';
import {
  buildItem,
  buildReadyItem,
  buildSpeaker,
  buildTopic,
  setItem,
  type Built,
} from '../support/factories.js';
import { createWebhook } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';

describe('reviews', () => {
  const app = useApp();
  let contributor: Client;
  let editor: Client;
  let item: Built;
  beforeAll(async () => {
    contributor = await app.withScopes(app.demo, 'content:draft');
    editor = await app.withScopes(app.demo, 'content:write');
    await createWebhook(app.demo, 'https://site.example.org/hooks');
  });
  beforeEach(async () => {
    item = await buildReadyItem(app, app.demo);
    await app.app.db.deleteFrom('webhookDelivery').execute();
  });

  const path = (end = ''): string => `/items/${item.id}${end}`;
  const read = async (): Promise<Built> => (await editor.get(path())).body.item;
  const publish = (): Promise<void> => setItem(app, item, { status: 'published' });
  const save = (changes: object, headers?: Record<string, string>) =>
    contributor.patch(path('/draft'), changes, headers);
  const apply = (headers?: Record<string, string>) => editor.post(path('/draft/apply'), undefined, headers);

  describe('of an item', () => {
    it('are asked for with a note, listed, and announced to webhooks', async () => {
      const { status, body } = await contributor.post(path('/review/request'), { note: 'All done' });
      expect([status, body.item]).toEqual([
        200,
        expect.objectContaining({ readyForReview: true, reviewNote: 'All done', status: 'ready' }),
      ]);
      const { items } = (await editor.get('/items?readyForReview=true')).body;
      expect(items.map(({ id }: Built) => id)).toEqual([item.id]);
      const events = await app.app.db
        .selectFrom('webhookDelivery')
        .select(['eventType', 'payload'])
        .execute();
      expect(events.map(({ eventType }) => eventType)).toEqual(['item.readyForReview']);
      expect(JSON.parse(events[0]!.payload).data.item.reviewNote).toBe('All done');
      await editor.post(path('/review/return'), { note: 'Done' });
    });

    it('end with the publication', async () => {
      await contributor.post(path('/review/request'), {});
      expect((await read()).readyForReview).toBe(true);
      expect((await editor.post(path('/publish'))).status).toBe(200);
      expect(await read()).toMatchObject({ readyForReview: false, reviewNote: null });
    });

    it('end when an editor sends the item back with a note', async () => {
      expect((await editor.post(path('/review/return'), { note: 'No' })).status).toBe(422);
      await contributor.post(path('/review/request'), { note: 'Please' });
      expect((await contributor.post(path('/review/return'), { note: 'Mine' })).status).toBe(403);
      expect((await editor.post(path('/review/return'), {})).body.error.message).toContain('note');
      const { body } = await editor.post(path('/review/return'), { note: 'A speaker is missing' });
      expect(body.item).toMatchObject({ readyForReview: false, reviewNote: 'A speaker is missing' });
      const { auditEntries } = (
        await app.demo.api.get(`/audit-log?recordId=${item.id}&operation=returnForChanges`)
      ).body;
      expect(auditEntries).toMatchObject([{ recordType: 'item', changedFields: ['note'] }]);
    });

    it('are taken back by whoever asked, again and again', async () => {
      await contributor.post(path('/review/request'), { note: 'Please' });
      for (let round = 0; round < 2; round++) {
        const { status, body } = await contributor.post(path('/review/withdraw'));
        expect([status, body.item]).toEqual([
          200,
          expect.objectContaining({ readyForReview: false, reviewNote: null }),
        ]);
      }
      const { revisions } = (await editor.get(path('/revisions'))).body;
      expect(revisions).toHaveLength(2);
      await publish();
      expect((await contributor.post(path('/review/withdraw'))).status).toBe(403);
    });

    it('need pending changes if the item is public', async () => {
      await publish();
      expect((await contributor.post(path('/review/request'), {})).status).toBe(403);
      expect((await editor.post(path('/review/request'), {})).status).toBe(422);
      await save({ title: 'Better' });
      expect((await contributor.post(path('/review/request'), {})).status).toBe(200);
      await apply();
      expect(await read()).toMatchObject({ title: 'Better', readyForReview: false, status: 'published' });
    });
  });

  describe('of pending changes', () => {
    beforeEach(publish);

    it('leave the item as it is until an editor applies them', async () => {
      const speaker = await buildSpeaker(app.demo);
      const first = await save({ title: 'Second thoughts' });
      expect([first.status, first.body.draft.changes]).toEqual([200, { title: 'Second thoughts' }]);
      const second = await save({ speakers: [{ id: speaker.id }] });
      expect(second.body.draft).toMatchObject({
        changes: { title: 'Second thoughts', speakers: [{ id: speaker.id }] },
        changedSince: [],
        createdBy: { type: 'token' },
      });
      expect(await read()).toMatchObject({ title: item.title, hasDraft: true });
      expect((await contributor.post(path('/draft/apply'))).status).toBe(403);
      const { status, body } = await apply();
      expect([status, body.item.title, body.draft.changes]).toEqual([
        200,
        'Second thoughts',
        second.body.draft.changes,
      ]);
      expect((await editor.get(path('?_expand[]=speakers'))).body.item).toMatchObject({
        hasDraft: false,
        speakers: [{ id: speaker.id }],
      });
      expect((await editor.get(path('/draft'))).status).toBe(404);
    });

    it('are named in the audit log and the history with who saved and who applied them', async () => {
      const saved = (await save({ title: 'Audited', subTitle: 'Twice' })).body.draft.updatedBy;
      await apply();
      const { auditEntries } = (
        await app.demo.api.get(`/audit-log?operation=applyItemDraft&recordId=${item.id}`)
      ).body;
      expect(auditEntries).toMatchObject([{ changedFields: ['title', 'subTitle'], draftAuthor: saved }]);
      expect(auditEntries[0].tokenId).not.toBe(saved.id);
      const { revisions } = (await editor.get(path('/revisions'))).body;
      expect(revisions[0]).toMatchObject({ author: { id: auditEntries[0].tokenId }, draftAuthor: saved });
    });

    it('are validated when they are saved and when they are applied', async () => {
      const topic = await buildTopic(app.demo);
      expect((await save({ title: '' })).body.error.details[0].path).toBe('title');
      expect((await save({ topics: [{ id: 99_999_999 }] })).body.error.details[0].path).toBe('topics.0.id');
      expect((await save({ autoPublish: true })).status).toBe(403);
      expect((await save({ topics: [{ id: topic.id }] })).status).toBe(200);
      await app.demo.api.delete(`/topics/${topic.id}`);
      const { status, body } = await apply();
      expect([status, body.error.details[0].path]).toEqual([422, 'topics.0.id']);
      expect(await read()).toMatchObject({ hasDraft: true });
    });

    it('conflict with changes of the same fields, which the error names', async () => {
      await save({ title: 'Mine', subTitle: 'Mine too' });
      await editor.patch(path(), { title: 'Theirs', description: 'Unrelated' });
      expect((await contributor.get(path('/draft'))).body.draft.changedSince).toEqual(['title']);
      const { status, body } = await apply();
      expect([status, body.error.details.map((one: Built) => one.path)]).toEqual([409, ['title']]);
      await save({ title: 'Mine after all' });
      expect((await apply()).body.item).toMatchObject({ title: 'Mine after all', description: 'Unrelated' });
    });

    it('honour If-Match with the version of the draft or of the item', async () => {
      const old = (await save({ title: 'One' })).headers.etag ?? '';
      const tag = (await save({ title: 'Two' })).headers.etag ?? '';
      expect((await contributor.get(path('/draft'))).headers.etag).toBe(tag);
      expect((await save({ title: 'Three' }, { 'If-Match': old })).status).toBe(412);
      expect((await apply({ 'If-Match': old })).status).toBe(412);
      const ofItem = (await editor.get(path())).headers.etag ?? '';
      await editor.patch(path(), { description: 'Newer' });
      expect((await apply({ 'If-Match': ofItem })).status).toBe(412);
      expect((await apply({ 'If-Match': tag })).status).toBe(200);
    });

    it('are discarded, also with the item', async () => {
      await save({ title: 'Away' });
      expect((await contributor.delete(path('/draft'))).status).toBe(200);
      expect((await contributor.delete(path('/draft'))).status).toBe(404);
      expect((await read()).hasDraft).toBe(false);
      await publish();
      await save({ title: 'Away for good' });
      await contributor.post(path('/review/request'), { note: 'Please' });
      expect((await contributor.delete(path('/draft'))).status).toBe(200);
      expect(await read()).toMatchObject({ hasDraft: false, readyForReview: false, reviewNote: null });
      await setItem(app, item, { status: 'ready' });
      await save({ title: 'Away with it' });
      await editor.delete(path());
      await editor.post(path('/restore'));
      expect((await read()).hasDraft).toBe(false);
      expect((await editor.get(path('/draft'))).status).toBe(404);
    });

    it('are seen by the account alone', async () => {
      await save({ title: 'Secret' });
      for (const end of ['/draft', '/revisions'])
        expect((await app.other.api.get(path(end))).status).toBe(404);
      expect((await app.other.api.post(path('/draft/apply'))).status).toBe(404);
      const reader = await app.withScopes(app.demo, 'content:read');
      expect((await reader.get(path('/draft'))).status).toBe(403);
    });
  });

  it('does not confuse the drafts of two items', async () => {
    const other = await buildItem(app.demo);
    await save({ title: 'Here' });
    expect((await editor.get(`/items/${other.id}/draft`)).status).toBe(404);
  });
});
