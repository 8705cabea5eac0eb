/** The version of the rows in a backup: a database of that version takes them, and is then migrated to this one. */
import type { Db } from '../../platform/db/dialect.js';
import { knowsMigrations, migrateTo } from '../../platform/db/migrate.js';
import { DamagedBackupError, NewerBackupError } from '../format/backup-errors.js';
import type { Manifest } from '../format/manifest.js';

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
