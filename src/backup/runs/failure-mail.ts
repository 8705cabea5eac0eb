/** Tells the operators by mail that the scheduled backup failed, at most once a day. */
import { createFormat } from '../../../strings/format.js';
import { en } from '../../../strings/backup-mail/en.js';
import { dateIn } from '../../../analytics/index.js';
import type { BackupConfig } from '../format/manifest.js';
import { operatorAddresses, type OperatorAddress } from '../../identity/people/people.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { cut } from '../../platform/lib/errors.js';
import type { Log } from '../../platform/lib/log.js';
import { singleSpaced } from '../../platform/lib/white-space.js';
import type { Mail } from '../../platform/mail/mail-server.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { failuresSince, lastRun } from './backup-run.repository.js';

const DAY_MS = 86_400_000;
/** Characters of an error, which may have the output of another program. */
const MAX_ERROR = 500;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  consoleBaseUrl: string;
  config: Pick<BackupConfig, 'to' | 'timeZone'>;
}

/** To be called after a scheduled run has failed. Later failures of the same day send nothing. */
export const mailFailure = async (deps: Deps, error: string): Promise<void> => {
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

const isFirstOfDay = async ({ db, clock, config: { timeZone } }: Deps): Promise<boolean> => {
  const dayOf = (time: string): string => dateIn(timeZone, Date.parse(time));
  const today = dateIn(timeZone, clock.now().getTime());
  const failures = await failuresSince(db, isoTime(clock, -DAY_MS));
  return failures.filter(({ finishedAt }) => finishedAt !== null && dayOf(finishedAt) === today).length <= 1;
};

const failureMail = (
  { consoleBaseUrl, config }: Deps,
  { name, email }: OperatorAddress,
  error: string,
  lastAt: string | undefined,
): Mail => {
  const { say } = createFormat('en');
  const values = {
    name: singleSpaced(name),
    to: config.to ?? '',
    error: cut(singleSpaced(error), MAX_ERROR),
    last: lastAt ? say(en.last, { time: lastAt.slice(0, 16).replace('T', ' ') }) : en.none,
    url: consoleBaseUrl,
  };
  return { to: email, subject: en.subject, text: say(en.text, values) };
};
