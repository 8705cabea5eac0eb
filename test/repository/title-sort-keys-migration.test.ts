/** The migration 0016 over data that is already there: items get the keys by which their titles are sorted. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Kysely } from 'kysely';
import * as titleSortKeys from '../../migrations/sql/0016-title-sort-keys.js';
import { engineMissing } from '../support/database.js';
import { buildItem } from '../support/factories.js';
import { startApp, type TestApp } from '../support/start-app.js';

describe.skipIf(engineMissing)('the migration of sort keys', () => {
  let app: TestApp;
  beforeAll(async () => (app = await startApp()));
  afterAll(() => app.stop());

  it('fills the keys of all items, in batches', async () => {
    const { db } = app.app;
    const item = await buildItem(app.demo, { title: '“Öl’s ‘Ende’, $1 ?' });
    const template = await db
      .selectFrom('item')
      .selectAll()
      .where('id', '=', item.id)
      .executeTakeFirstOrThrow();
    const others = Array.from({ length: 450 }, (_, i) => ({
      ...template,
      id: template.id + 1 + i,
      title: `Ärger ${i}`,
      urlSlug: `slug-${i}`,
      sortTitle: '',
    }));
    for (let at = 0; at < others.length; at += 50)
      await db
        .insertInto('item')
        .values(others.slice(at, at + 50))
        .execute();
    await db.schema.dropIndex('item_public_title').execute();
    await db.schema.alterTable('item').dropColumn('sortTitle').execute();
    await db.schema.createIndex('item_public_title').on('item').column('title').execute();

    await titleSortKeys.up(db as unknown as Kysely<unknown>);

    const rows = await db.selectFrom('item').select(['title', 'sortTitle']).orderBy('id').execute();
    expect(rows[0]?.sortTitle).toBe('ol’s ‘ende’, $1 ?');
    expect(rows.slice(1).map(({ sortTitle }) => sortTitle)).toEqual(others.map((_, i) => `arger ${i}`));
    expect((await app.demo.site.get('/items?sort=title')).status).toBe(200);
  });
});
