/** Rows go into a backup and into another database, of either engine, as they are. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderPlace } from '../../src/backup/format/folder-place.js';
import { openBackup } from '../../src/backup/format/backup-reader.js';
import { createBackup } from '../../src/backup/contents/create-backup.js';
import { backedUpTables } from '../../src/backup/rows/backed-up-tables.js';
import { loadRows, type RowSource } from '../../src/backup/rows/load-rows.js';
import { withSnapshot } from '../../src/backup/rows/snapshot.js';
import { stagedDatabase } from '../../src/backup/restore/staged-database.js';
import { connect } from '../../src/platform/db/connect.js';
import { migrate } from '../../src/platform/db/migrate.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import { backupSources } from '../support/backup-sources.js';
import { engine, freshDatabase, type TestDatabase } from '../support/database.js';
import { buildEverything, buildTopic } from '../support/factories.js';
import { removeFolder } from '../support/remove-folder.js';
import { useApp } from '../support/start-app.js';

describe('rows of a backup', () => {
  let folder: string;
  let database: TestDatabase;
  const everything = { keeps: () => true };

  const running = useApp();
  beforeAll(async () => {
    await buildEverything(running, running.demo);
    await buildEverything(running, running.other);
    folder = mkdtempSync(join(tmpdir(), 'lectern-backup-'));
    database = await freshDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await removeFolder(folder);
  });

  const backedUp = async (): Promise<RowSource> => {
    const place = createFolderPlace(folder);
    // When tokens were used is written a second later, and would be in one of the two that are compared.
    await running.app.tokenUse.flush();
    const { manifest } = await createBackup(place, backupSources(running), { encryption: null });
    return { reader: await openBackup(place, manifest.name, {}), ...everything };
  };

  /** What a backup of the database would have, apart from what ends or changes with a restore. */
  const contents = async (url: string): Promise<Record<string, unknown[]>> =>
    withSnapshot(url, async (snapshot) => {
      const rows: Record<string, unknown[]> = {};
      for (const table of snapshot.tables) {
        if (table.name === 'contentVersion') continue;
        rows[table.name] = [];
        for await (const { expiresAt, resumableUntil, ...row } of snapshot.rows(table))
          rows[table.name]!.push(
            ['personLink', 'previewLink', 'upload'].includes(table.name)
              ? row
              : { expiresAt, resumableUntil, ...row },
          );
      }
      return rows;
    });

  const targets = () => [
    database.url,
    ...(engine === 'postgres' ? [`sqlite:${join(folder, 'new.db')}`] : []),
  ];

  it('are equal in the new database, on either engine, and numbering goes on after the last', async () => {
    // The id of a row that is gone is not used again.
    const { id: topicId } = (await buildTopic(running.demo)) as { id: number };
    await running.app.db.deleteFrom('topic').where('id', '=', topicId).execute();
    const source = await backedUp();
    const before = await contents(running.app.config.databaseUrl);
    expect(before['item']?.length).toBeGreaterThan(1);
    for (const url of targets()) {
      const db = connect(url);
      await migrate(db);
      await loadRows(db, [source], { clock: systemClock });
      expect(await contents(url)).toEqual(before);
      const { id } = await db
        .insertInto('topic')
        .values({
          accountId: running.demo.account.id,
          name: 'New',
          displayOrder: 1,
          entryDate: '2026-01-01T00:00:00.000Z',
          updatedDate: '2026-01-01T00:00:00.000Z',
          deletedDate: null,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      expect(id).toBe(topicId + 1);
      // Triggers are back: they count, and change the version of the content.
      const usage = await db
        .selectFrom('accountUsage')
        .select('items')
        .where('accountId', '=', running.demo.account.id)
        .executeTakeFirstOrThrow();
      expect(usage.items).toBeGreaterThan(0);
      await db.destroy();
    }
  });

  it('end links and sessions, and give the content a new version', async () => {
    const source = await backedUp();
    const url = targets().at(-1)!;
    const db = connect(url);
    await loadRows(db, [source], { clock: systemClock });
    const now = new Date(Date.now() + 1_000).toISOString();
    for (const table of ['personLink', 'previewLink'] as const)
      expect(await db.selectFrom(table).select('id').where('expiresAt', '>', now).execute()).toEqual([]);
    const versions = (from: typeof db) =>
      from.selectFrom('contentVersion').select('version').orderBy('accountId').execute();
    expect(await versions(db)).not.toEqual(await versions(running.app.db));
    expect(await db.selectFrom('personSession').select('id').execute()).toEqual([]);
    await db.destroy();
  });

  it('are put into a new database beside the present one, which is exchanged and can come back', async () => {
    const source = await backedUp();
    const present = await freshDatabase();
    const staged = stagedDatabase(present.url);
    const accounts = async (url: string): Promise<number> => {
      const db = connect(url);
      return (
        await db
          .selectFrom('account')
          .select('id')
          .execute()
          .finally(() => db.destroy())
      ).length;
    };
    await staged.create();
    const db = connect(staged.url);
    await migrate(db);
    await loadRows(db, [source], { clock: systemClock });
    await db.destroy();
    expect(await accounts(present.url)).toBe(0);
    // A killed process repeats what it had begun.
    for (let time = 0; time < 2; time++) await staged.switchIn();
    expect(await accounts(present.url)).toBe(2);
    expect(await accounts((await staged.formerUrl())!)).toBe(0);
    for (let time = 0; time < 2; time++) await staged.switchBack();
    expect(await accounts(present.url)).toBe(0);
    await present.drop();
  });

  it('belong to an account, to a person of it, or to the installation', async () => {
    const tables = await backedUpTables(running.app.db);
    expect(tables.filter(({ owner }) => owner === 'installation').map(({ name }) => name)).toEqual([
      'secretKeyCheck',
    ]);
    expect(tables.every(({ key }) => key.length > 0)).toBe(true);
  });
});
