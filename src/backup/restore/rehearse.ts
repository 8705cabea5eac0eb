/** Reads all of a backup as a restore would, into a database that is thrown away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../platform/db/connect.js';
import { migrate, knowsMigrations, migrateTo } from '../../platform/db/migrate.js';
import { systemClock } from '../../platform/lib/clock.js';
import type { OpenBackup } from '../format/backup-reader.js';
import { readLines } from '../format/lines.js';
import { loadRows } from '../rows/load-rows.js';
import type { Db } from '../../platform/db/dialect.js';
import { DamagedBackupError, NewerBackupError } from '../format/encryption.js';
import type { Manifest } from '../format/manifest.js';

/**
 * @returns number of rows
 * @throws {DamagedBackupError | NewerBackupError}
 */
export const rehearse = async (
  backup: OpenBackup,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number> => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-verify-'));
  const db = connect(`sqlite:${join(folder, 'lectern.db')}`);
  try {
    await migrateAsBackup(db, backup.manifest);
    const counts = await loadRows(db, [{ reader: backup, keeps: () => true }], {
      clock: systemClock,
      signal,
    });
    await migrate(db);
    for (const part of backup.names('')) {
      signal?.throwIfAborted();
      const body = await backup.read(part);
      // Reading to the end authenticates what is encrypted.
      const all = part.endsWith('.jsonl.gz') ? readLines<unknown>(body, part) : body;
      const iterator = (all as AsyncIterable<unknown>)[Symbol.asyncIterator]();
      while (!(await iterator.next()).done);
    }
    return Object.values(counts).reduce((sum, rows) => sum + rows, 0);
  } finally {
    await db.destroy();
    rmSync(folder, { recursive: true, force: true });
  }
};

/** @throws {NewerBackupError} */
export const assertNotNewer = ({ migrations, program }: Manifest): void => {
  if (!knowsMigrations(migrations))
    throw new NewerBackupError(
      `The backup was made by Lectern ${program}, which is newer than this one: update Lectern`,
    );
};

/**
 * @param db without tables
 * @throws {NewerBackupError}
 */
export const migrateAsBackup = async (db: Db, manifest: Manifest): Promise<void> => {
  assertNotNewer(manifest);
  const last = manifest.migrations.at(-1);
  if (last === undefined)
    throw new DamagedBackupError('The backup does not say of which version its rows are');
  await migrateTo(db, last);
};
