/** How old the last backup is, for health checks, metrics and operators. */
import type { BackupConfig } from '../format/backup-options.js';
import type { Db } from '../../platform/db/dialect.js';
import type { HealthCheck } from '../../platform/http/health.js';
import type { Clock } from '../../platform/lib/clock.js';
import { lastRun } from './backup-run.repository.js';

/** A day, and half a day for it to be made and tried again. */
export const BACKUP_TOO_OLD_SECS = 36 * 3_600;

/** When the last backup was begun that succeeded; null if there is none. */
export const newestBackup = async (db: Db): Promise<Date | null> => {
  const last = await lastRun(db, { state: 'done' });
  return last ? new Date(last.startedAt) : null;
};

/** In seconds since it began; null if there is none. */
export const backupAgeSecs = async (db: Db, clock: Clock): Promise<number | null> => {
  const newest = await newestBackup(db);
  return newest && Math.round((clock.now().getTime() - newest.getTime()) / 1_000);
};

export const backupCheck = (
  { db, clock }: { db: Db; clock: Clock },
  { schedule }: Pick<BackupConfig, 'schedule'>,
): HealthCheck => ({
  required: false,
  check: async () => {
    if (schedule === null) return;
    const age = await backupAgeSecs(db, clock);
    if (age !== null && age < BACKUP_TOO_OLD_SECS) return;
    // A new installation has until the second night.
    const first = await db
      .selectFrom('account')
      .select('entryDate')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    const since = first ? clock.now().getTime() - Date.parse(first.entryDate) : 0;
    if (age === null && since < BACKUP_TOO_OLD_SECS * 1_000) return;
    const failed = await lastRun(db, { state: 'failed' });
    throw new Error(
      `The last backup is ${age === null ? 'missing' : `${Math.round(age / 3_600)} hours old`}${failed ? `; the last failed: ${failed.error ?? ''}` : ''}`,
    );
  },
  metrics: async () => {
    const age = await backupAgeSecs(db, clock).catch(() => null);
    return age === null ? undefined : { ageSecs: age };
  },
});
