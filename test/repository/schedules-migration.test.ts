/** The migration 0012 over data that is already there: transcripts get the time at which they end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import * as schedules from '../../migrations/sql/0012-schedules.js';
import { engineMissing } from '../support/database.js';
import { buildItem } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe.skipIf(engineMissing)('the migration of schedules', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.stop());

  it('reads where transcripts end from their segments', async () => {
    const { db } = app.app;
    const transcripts = [
      [
        { text: 'Grace.', startMs: 0, endMs: 4_000 },
        { text: 'Peace.', startMs: 3_000, endMs: 3_500.4 },
      ],
      [{ text: 'Grace.', startMs: 7_000, endMs: null }],
      [{ text: 'Grace.', startMs: null, endMs: null }],
      [],
    ];
    for (const segments of transcripts)
      await db
        .insertInto('transcript')
        .values({
          accountId: app.demo.account.id,
          itemId: (await buildItem(app.demo)).id,
          segments: JSON.stringify(segments),
          contentHash: 'x',
          entryDate: '2026-03-01T12:00:00.000Z',
          updatedDate: '2026-03-01T12:00:00.000Z',
        })
        .execute();
    await db.schema.dropIndex('item_publishAt').execute();
    await db.schema.alterTable('item').dropColumn('publishAt').execute();
    await db.schema.alterTable('transcript').dropColumn('endMs').execute();

    await schedules.up(db as unknown as Kysely<unknown>);

    const rows = await db.selectFrom('transcript').select('endMs').orderBy('id').execute();
    expect(rows.map(({ endMs }) => endMs)).toEqual([4_000, 7_000, null, null]);
    expect((await app.demo.api.get('/items')).status).toBe(200);
  });
});
