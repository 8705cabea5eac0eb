/** Reads all of a backup as a restore would, into a database that is thrown away. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../platform/db/connect.js';
import { migrate } from '../../platform/db/migrate.js';
import { systemClock } from '../../platform/lib/clock.js';
import type { OpenBackup } from '../format/backup-reader.js';
import { readLines } from '../format/lines.js';
import { loadRows } from '../rows/load-rows.js';
import { migrateAsBackup } from './versions.js';

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
