/**
 * Makes the backups that the schedule and operators ask for, one at a time, in one worker process. A run whose process
 * has died is failed, one whose process was stopped is made by the next one; a scheduled one that failed is made again
 * after an hour.
 */
import type { BackupConfig } from '../format/manifest.js';
import type { Db } from '../../platform/db/dialect.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { messageOf, truncate } from '../../platform/lib/errors.js';
import type { Log } from '../../platform/lib/log.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import type { Backups } from '../contents/backups.js';
import {
  addRun,
  lastRun,
  markDone,
  markFailed,
  markRunning,
  markWaiting,
  openRun,
  SCHEDULE,
  recordBackupProgress,
  failuresSince,
  type BackupRun,
} from './backup-run.repository.js';
import { keptBackups, lastDue } from './schedule.js';
import { createFormat } from '../../../strings/format.js';
import { en } from '../../../strings/backup-mail/en.js';
import { dateIn } from '../../../analytics/index.js';
import { operatorAddresses, type OperatorAddress } from '../../identity/people/people.repository.js';
import { singleSpaced } from '../../platform/lib/white-space.js';
import type { Mail } from '../../platform/mail/mail-server.js';
import { holdLease, releaseLease } from '../../platform/jobs/lease.js';

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
    recordBackupProgress(db, clock, id, step, done).catch((err: unknown) =>
      log.warn({ err }, 'could not note the progress of a backup'),
    );
  };
};

const DAY_MS = 86_400_000;
/** Characters of an error, which may have the output of another program. */
const MAX_ERROR = 500;

interface MailDeps {
  db: Db;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  consoleBaseUrl: string;
  config: Pick<BackupConfig, 'to' | 'timeZone'>;
}

/** To be called after a scheduled run has failed. Later failures of the same day send nothing. */
const mailFailure = async (deps: MailDeps, error: string): Promise<void> => {
  const { db, mailer, log } = deps;
  if (!mailer.isEnabled || !(await isFirstOfDay(deps))) return;
  const last = await lastRun(db, { state: 'done' });
  for (const operator of await operatorAddresses(db))
    try {
      await mailer.send(db, failureMail(deps, operator, error, last?.startedAt));
    } catch (err) {
      log.warn({ err }, 'could not mail that a backup failed');
    }
};

const isFirstOfDay = async ({ db, clock, config: { timeZone } }: MailDeps): Promise<boolean> => {
  const dayOf = (time: string): string => dateIn(timeZone, Date.parse(time));
  const today = dateIn(timeZone, clock.now().getTime());
  const failures = await failuresSince(db, isoTime(clock, -DAY_MS));
  return failures.filter(({ finishedAt }) => finishedAt !== null && dayOf(finishedAt) === today).length <= 1;
};

const failureMail = (
  { consoleBaseUrl, config }: MailDeps,
  { name, email }: OperatorAddress,
  error: string,
  lastAt: string | undefined,
): Mail => {
  const { say } = createFormat('en');
  const values = {
    name: singleSpaced(name),
    to: config.to ?? '',
    error: truncate(singleSpaced(error), MAX_ERROR),
    last: lastAt ? say(en.last, { time: lastAt.slice(0, 16).replace('T', ' ') }) : en.none,
    url: consoleBaseUrl,
  };
  return { to: email, subject: en.subject, text: say(en.text, values) };
};

const LEASE = 'backup';
const TTL_MS = 60_000;
const RENEW_MS = 15_000;

interface BackupLease {
  /** Aborts when the work has to end: with the given signal, or because another process has taken over. */
  signal: AbortSignal;
  release(): Promise<void>;
}

interface LeaseDeps {
  db: Db;
  clock: Clock;
  log: Log;
  owner: string;
}

/** @returns null while another process holds it */
export const holdBackupLease = async (
  { db, clock, log, owner }: LeaseDeps,
  signal: AbortSignal = new AbortController().signal,
): Promise<BackupLease | null> => {
  if (!(await holdLease(db, clock, LEASE, owner, TTL_MS))) return null;
  const lost = new AbortController();
  const renew = async (): Promise<void> => {
    // A process that was paused for longer than the lease lasts.
    if (!(await holdLease(db, clock, LEASE, owner, TTL_MS))) lost.abort();
  };
  const renewal = setInterval(() => {
    renew().catch((err: unknown) => log.warn({ err }, 'could not renew the lease of a backup'));
  }, RENEW_MS);
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    release: async () => {
      clearInterval(renewal);
      await releaseLease(db, LEASE, owner);
    },
  };
};
