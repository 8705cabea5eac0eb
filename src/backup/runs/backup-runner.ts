/**
 * Makes the backups that the schedule and operators ask for, one at a time, in one worker process. A run whose process
 * has died is failed, one whose process was stopped is made by the next one; a scheduled one that failed is made again
 * after an hour.
 */
import type { BackupConfig } from '../format/manifest.js';
import type { Db } from '../../platform/db/dialect.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import type { Clock } from '../../platform/lib/clock.js';
import { messageOf } from '../../platform/lib/errors.js';
import type { Log } from '../../platform/lib/log.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import type { Backups } from '../contents/backups.js';
import { holdBackupLease, type BackupLease } from './backup-lease.js';
import {
  addRun,
  lastRun,
  markDone,
  markFailed,
  markRunning,
  markWaiting,
  openRun,
  SCHEDULE,
  markProgress,
  type BackupRun,
} from './backup-run.repository.js';
import { mailFailure } from './failure-mail.js';
import { keptBackups, lastDue } from './schedule.js';

const LOOK_MS = 5_000;
const RETRY_MS = 3_600_000;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  owner: string;
  mailer: Mailer;
  /** Origin of the console. */
  consoleBaseUrl: string;
  config: BackupConfig;
  backups(): Backups;
}

export const backupMaintenance = (deps: Deps): MaintenanceTask => ({
  name: 'backups',
  everyMs: LOOK_MS,
  run: async (stopping) => {
    if (!(await openRun(deps.db)) && !(await isDue(deps))) return;
    const lease = await holdBackupLease(deps, stopping);
    if (!lease) return;
    try {
      // Another process may have done it meanwhile.
      const next = (await openRun(deps.db)) ?? (await scheduledRun(deps));
      // The lease was free, so nobody works on it.
      if (next?.state === 'running') await fail(deps, next, 'The process that worked on it has ended');
      else if (next) await work(deps, next, lease);
    } finally {
      await lease.release();
    }
  },
});

/** Also if no process was there at the time. */
const isDue = async ({ db, clock, config }: Deps): Promise<boolean> => {
  if (config.schedule === null) return false;
  const now = clock.now().getTime();
  const due = lastDue(config.schedule, config.timeZone, now);
  const last = await lastRun(db, { askedBy: SCHEDULE });
  if (!last || Date.parse(last.startedAt) < due) return true;
  return last.state === 'failed' && now >= Date.parse(last.finishedAt ?? last.startedAt) + RETRY_MS;
};

const scheduledRun = async (deps: Deps): Promise<BackupRun | undefined> =>
  (await isDue(deps))
    ? addRun(deps.db, deps.clock, { kind: 'backup', state: 'waiting', askedBy: SCHEDULE })
    : undefined;

const work = async (deps: Deps, run: BackupRun, { signal }: BackupLease): Promise<void> => {
  const { db, clock, log } = deps;
  await markRunning(db, clock, run.id);
  const onStep = runProgress(deps, run.id);
  const backups = deps.backups();
  try {
    if (run.kind === 'verification') {
      const onProgress = (done: number): void => onStep('files', done);
      const { bytes } = await backups.verify(run.name ?? '', { signal, onProgress });
      await markDone(db, clock, run.id, { bytes });
    } else {
      const made = await backups.create({ signal, onStep });
      await markDone(db, clock, run.id, made);
      log.info({ path: made.path, newBytes: made.newBytes }, 'backup made');
      if (run.askedBy === SCHEDULE) await removeOld(deps, backups);
    }
  } catch (err) {
    if (signal.aborted) return await markWaiting(db, clock, run.id);
    log.error({ err, kind: run.kind }, 'a backup failed');
    await fail(deps, run, messageOf(err));
  } finally {
    backups.close();
  }
};

const fail = async (deps: Deps, run: BackupRun, error: string): Promise<void> => {
  await markFailed(deps.db, deps.clock, run.id, error);
  if (run.askedBy === SCHEDULE) await mailFailure(deps, error);
};

const removeOld = async ({ config, log }: Deps, backups: Backups): Promise<void> => {
  try {
    const list = await backups.list();
    const kept = keptBackups(list, config.keep, config.timeZone);
    await backups.remove(list.flatMap(({ name }) => (kept.has(name) ? [] : name)));
  } catch (err) {
    log.warn({ err }, 'could not remove old backups');
  }
};

const NOTE_MS = 1_000;

/** @returns what to call with each step and how much of it is done; it writes at most once a second, and each new step */
export const runProgress = (
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  id: number,
): ((step: string, done: number) => void) => {
  let noted = { step: '', at: 0 };
  return (step, done) => {
    if (step === noted.step && performance.now() - noted.at < NOTE_MS) return;
    noted = { step, at: performance.now() };
    markProgress(db, clock, id, step, done).catch((err: unknown) =>
      log.warn({ err }, 'could not note the progress of a backup'),
    );
  };
};
