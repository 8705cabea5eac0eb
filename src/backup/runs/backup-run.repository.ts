/** Runs of backups and verifications. They belong to the installation, so there is no account id here. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { BackupSummary } from '../contents/backups.js';
import type { BackupConfig } from '../format/manifest.js';
import type { HealthCheck } from '../../platform/http/server/health.js';

export type BackupRun = Row<'backupRun'>;

/** Runs that are kept. */
const KEPT = 200;
/** Who asked for the runs that the schedule starts. */
export const SCHEDULE = 'schedule';

export const addRun = async (
  db: Db,
  clock: Clock,
  run: Pick<BackupRun, 'kind' | 'state' | 'askedBy'> & { name?: string | null },
): Promise<BackupRun> => {
  const now = isoTime(clock);
  const added = await db
    .insertInto('backupRun')
    .values({ name: null, ...run, startedAt: now, seenAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('backupRun')
    .where('id', '<=', added.id - KEPT)
    .execute();
  return added;
};

/** The newest first. */
export const recentRuns = (db: Db, limit: number): Promise<BackupRun[]> =>
  db.selectFrom('backupRun').selectAll().orderBy('id', 'desc').limit(limit).execute();

/** The oldest run that waits or goes on. */
export const openRun = (db: Db): Promise<BackupRun | undefined> =>
  db
    .selectFrom('backupRun')
    .selectAll()
    .where('state', 'in', ['waiting', 'running'])
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export const lastRun = (
  db: Db,
  { state, askedBy }: { state?: BackupRun['state']; askedBy?: string } = {},
): Promise<BackupRun | undefined> => {
  let query = db.selectFrom('backupRun').selectAll().where('kind', '=', 'backup');
  if (state) query = query.where('state', '=', state);
  if (askedBy) query = query.where('askedBy', '=', askedBy);
  return query.orderBy('id', 'desc').limit(1).executeTakeFirst();
};

export const markRunning = (db: Db, clock: Clock, id: number): Promise<void> =>
  update(db, id, { state: 'running', seenAt: isoTime(clock) });

/** Does nothing once the run has ended. */
export const recordBackupProgress = async (
  db: Db,
  clock: Clock,
  id: number,
  step: string,
  done: number,
): Promise<void> => {
  await db
    .updateTable('backupRun')
    .set({ step, done, seenAt: isoTime(clock) })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute();
};

/** Puts a run back that its process could not finish. */
export const markWaiting = (db: Db, clock: Clock, id: number): Promise<void> =>
  update(db, id, { state: 'waiting', step: null, done: 0, seenAt: isoTime(clock) });

export const markDone = (
  db: Db,
  clock: Clock,
  id: number,
  { name, path, sha256, bytes, newBytes, encrypted }: Partial<BackupSummary>,
): Promise<void> =>
  update(db, id, {
    state: 'done',
    step: null,
    ...(name !== undefined && { name }),
    path: path ?? null,
    sha256: sha256 ?? null,
    bytes: bytes ?? null,
    newBytes: newBytes ?? null,
    encrypted: encrypted === undefined ? null : encrypted ? 1 : 0,
    finishedAt: isoTime(clock),
    seenAt: isoTime(clock),
  });

export const markFailed = (db: Db, clock: Clock, id: number, error: string): Promise<void> =>
  update(db, id, { state: 'failed', step: null, error, finishedAt: isoTime(clock), seenAt: isoTime(clock) });

/** The scheduled runs that failed since then. */
export const failuresSince = (db: Db, since: string): Promise<BackupRun[]> =>
  db
    .selectFrom('backupRun')
    .selectAll()
    .where('kind', '=', 'backup')
    .where('state', '=', 'failed')
    .where('askedBy', '=', SCHEDULE)
    .where('finishedAt', '>=', since)
    .orderBy('id')
    .execute();

const update = async (db: Db, id: number, values: Partial<BackupRun>): Promise<void> => {
  await db.updateTable('backupRun').set(values).where('id', '=', id).execute();
};

/** The last verification of each backup, by name. */
export const verifications = async (db: Db): Promise<Map<string, BackupRun>> => {
  const rows = await db
    .selectFrom('backupRun')
    .selectAll()
    .where('kind', '=', 'verification')
    .where('state', 'in', ['done', 'failed'])
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.name ?? '', row]));
};

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
