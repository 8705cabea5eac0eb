/** The part of `lectern doctor` about backups: whether there are any, how old the last is, and what was wrong with them. */
import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import type { App } from '../app.js';
import { backupAgeSecs, BACKUP_TOO_OLD_SECS } from '../backup/runs/backup-age.js';
import { lastRun, verifications } from '../backup/runs/backup-run.repository.js';
import type { Finding } from './doctor-finding.js';
import { printable } from './printable.js';

const HOUR_SECS = 3_600;
/** Of backups that are made by hand or by another program, which may make one a week. */
const LONG_AGO_SECS = 8 * 24 * HOUR_SECS;

/** An installation without `BACKUP_TO` may be backed up by other means. */
export const checkBackups = async ({ db, clock, config, backupsAt }: App): Promise<Finding> => {
  const name = 'backups';
  const { to, schedule } = config.backup;
  const age = await backupAgeSecs(db, clock);
  if (to === null && age === null)
    return { name, status: 'ok', message: 'not set up: set BACKUP_TO, or make them with other programs' };
  const backups = to === null ? null : backupsAt(to);
  const listed = (await backups?.list().finally(() => backups.close())) ?? [];
  const error = (message: string): Finding => ({ name, status: 'error', message });
  const warning = (message: string): Finding => ({ name, status: 'warning', message });

  const checked = await verifications(db);
  const damaged = listed.flatMap((backup) => {
    const problem = checked.get(backup.name)?.error;
    return problem ? [`\n${backup.name}: ${printable(problem)}`] : [];
  });
  if (damaged.length > 0)
    return error(
      `the last verification of these failed: verify them again, or run lectern backup --full${damaged.join('')}`,
    );
  const failed = await lastRun(db);
  const reason = failed?.state === 'failed' ? `. The last run failed: ${printable(failed.error ?? '')}` : '';
  if (age === null) return warning(`none was made yet: run lectern backup${reason}`);
  const text = `the last is ${Math.round(age / HOUR_SECS)} hours old`;
  if (schedule !== null && age > BACKUP_TOO_OLD_SECS)
    return error(`${text}, with a schedule for every day${reason}`);
  if (age > LONG_AGO_SECS || reason !== '') return warning(text + reason);
  if (to !== null && (await isOnSameDisk(to, config.dataDir)))
    return warning(`${text}, but ${to} is on the disk of ${config.dataDir}: use another one`);
  return { name, status: 'ok', message: text };
};

const isOnSameDisk = async (to: string, dataDir: string): Promise<boolean> => {
  if (!isAbsolute(to)) return false;
  const [one, other] = await Promise.all([to, dataDir].map((folder) => stat(folder).catch(() => null)));
  return one?.dev !== undefined && one.dev === other?.dev;
};
