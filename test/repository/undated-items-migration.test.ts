/** The migration 0025 over data that is already there: known dates, and the paragraph in which each chunk begins. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import * as undatedItems from '../../migrations/sql/0025-undated-items-and-paragraphs.js';
import { engineMissing } from '../support/database.js';
import { buildItem } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

/** Of many chunks. */
const PARAGRAPHS = 300;
const INDEXES = ['item_public_date', 'item_public_collection', 'item_public_series', 'item_public_title'];

describe.skipIf(engineMissing)('the migration of undated items and paragraphs', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp({ worker: true })));
  afterAll(() => app.stop());

  it('fills the paragraphs of texts without times, and leaves what another version has cut', async () => {
    const { db } = app.app;
    const add = async (segments: object[]): Promise<number> => {
      const { id } = await buildItem(app.demo, { date: '1999-06-01' });
      expect((await app.demo.api.put(`/items/${id}/transcript`, { segments })).status).toBe(200);
      return id;
    };
    const text = await add(
      Array.from({ length: PARAGRAPHS }, (_, at) => ({
        text: `Paragraph ${at} has its own words. ${'A long road goes on and on. '.repeat(at % 40)}`.trim(),
      })),
    );
    const timed = await add([{ text: 'We begin with salt.', startMs: 0, endMs: 3_000 }]);
    await app.idle();
    const chunks = (itemId: number) =>
      db
        .selectFrom('chunk')
        .select(['ordinal', 'text', 'paragraph'])
        .where('itemId', '=', itemId)
        .orderBy('ordinal')
        .execute();
    const before = await chunks(text);
    // More than one batch of them.
    expect(before.length).toBeGreaterThan(200);
    expect(before.map(({ paragraph }) => paragraph)).not.toContain(null);
    const cutOtherwise = { ordinal: before[7]!.ordinal, text: 'Cut by another version.', paragraph: null };
    await db
      .updateTable('chunk')
      .set({ text: cutOtherwise.text })
      .where('itemId', '=', text)
      .where('ordinal', '=', cutOtherwise.ordinal)
      .execute();
    for (const index of INDEXES) await db.schema.dropIndex(index).execute();
    await db.schema.alterTable('item').dropColumn('dateIsKnown').execute();
    await db.schema.alterTable('chunk').dropColumn('paragraph').execute();
    for (const index of INDEXES) await db.schema.createIndex(index).on('item').column('date').execute();

    await undatedItems.up(db as unknown as Kysely<unknown>);

    expect(await chunks(text)).toEqual(before.map((one, at) => (at === 7 ? cutOtherwise : one)));
    expect((await chunks(timed)).map(({ paragraph }) => paragraph)).toEqual([null]);
    const { item } = (await app.demo.api.get(`/items/${text}`)).body;
    expect(item).toMatchObject({ date: '1999-06-01', dateIsKnown: true });
  });
});
