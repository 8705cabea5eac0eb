/** Lists, starts and verifies backups for operators. Restoring is for the command line. */
import type { BackupConfig } from '../format/manifest.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Session } from '../../platform/http/callers/sessions.js';
import type { Clock } from '../../platform/lib/clock.js';
import { conflict, forbidden, invalidState, messageOf, notFound } from '../../platform/lib/errors.js';
import type { Backups } from '../contents/backups.js';
import type { BackupOverview } from './backup-operator.schema.js';
import { addRun, openRun, recentRuns, verifications, type BackupRun } from './backup-run.repository.js';

/** Backups and runs in a response. */
const LISTED = 100;
const RUNS = 20;

export type BackupOperatorService = ReturnType<typeof createBackupOperatorService>;

interface Deps {
  db: Db;
  clock: Clock;
  config: BackupConfig;
  /** Null if BACKUP_TO is not set. */
  backups: (() => Backups) | null;
}

export const createBackupOperatorService = ({ db, clock, config, backups }: Deps) => {
  const { to, schedule, timeZone, keep } = config;

  const listed = async (): Promise<Pick<BackupOverview, 'backups' | 'error'>> => {
    if (!backups) return { backups: [], error: null };
    const open = backups();
    try {
      const checked = await verifications(db);
      const found = (await open.list()).slice(0, LISTED).map((backup) => {
        const verified = checked.get(backup.name);
        return {
          ...backup,
          verifiedAt: verified?.finishedAt ?? null,
          verifyError: verified?.error ?? null,
        };
      });
      return { backups: found, error: null };
    } catch (error) {
      return { backups: [], error: messageOf(error) };
    } finally {
      open.close();
    }
  };

  const start = async (
    session: Session,
    run: Pick<BackupRun, 'kind'> & { name?: string },
  ): Promise<BackupRun> => {
    assertOperator(session);
    if (!backups) throw invalidState('Set BACKUP_TO first');
    if (await openRun(db)) throw conflict('A backup is being made or verified: wait until it is done');
    return addRun(db, clock, { ...run, state: 'waiting', askedBy: session.person.email ?? 'operator' });
  };

  return {
    overview: async (session: Session): Promise<BackupOverview> => {
      assertOperator(session);
      // Before the list: once a run shows as done, the list has its result, because nobody asks again.
      const runs = await recentRuns(db, RUNS);
      return { to, schedule, timeZone, keep, ...(await listed()), runs };
    },
    create: (session: Session): Promise<BackupRun> => start(session, { kind: 'backup' }),
    verify: async (session: Session, name: string): Promise<BackupRun> => {
      assertOperator(session);
      const { backups: found } = await listed();
      if (!found.some((backup) => backup.name === name)) throw notFound('No such backup');
      return start(session, { kind: 'verification', name });
    },
  };
};

/** @throws {PermissionError} */
const assertOperator = ({ person }: Session): void => {
  if (!person.isOperator) throw forbidden('Only operators of the installation see backups');
};
