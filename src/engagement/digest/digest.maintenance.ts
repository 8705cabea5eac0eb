/**
 * Sends the digest of the last week to the webhooks and people who asked for it, once per account and week. A process
 * that was down on Monday sends it when it is up again in that week.
 */
import { allAccounts } from '../../identity/accounts/account.repository.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { digestAddresses, unsubscribeUrl } from '../../identity/people/digest-mail.service.js';
import type { Db } from '../../platform/db/dialect.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import type { Clock } from '../../platform/lib/clock.js';
import { isStoreDown } from '../../platform/lib/errors.js';
import type { Log } from '../../platform/lib/log.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import type { SecretKey } from '../../platform/secrets/secret-key.js';
import { enqueueWebhookEvents, hasSubscribedWebhook } from '../../webhooks/enqueue-webhook-events.js';
import { digestMail } from './digest-mail.js';
import { digestWeekAt, type DigestWeek, type Digest } from './make-digest.js';
import { updateWhere } from '../../platform/db/rows.js';

/** Also the time after which it is tried again when ClickHouse was down. */
const EVERY_MS = 10 * 60_000;

interface Deps {
  db: Db;
  clock: Clock;
  log: Log;
  mailer: Mailer;
  secretKey: SecretKey;
  /** Origin of the console. */
  consoleBaseUrl: string;
  /**
   * Returns null if nothing happened in the week.
   * @throws {AnalyticsUnavailableError} when ClickHouse is down, or lacks events that wait for it
   */
  makeDigest(account: Account, week: DigestWeek): Promise<Digest | null>;
}

export const digestMaintenance = (deps: Deps): MaintenanceTask => ({
  name: 'weekly digests',
  everyMs: EVERY_MS,
  run: async (stopping) => {
    const { db, clock, log } = deps;
    const done = await lastWeeks(db);
    for (const account of await allAccounts(db)) {
      if (stopping?.aborted) return;
      const week = digestWeekAt(clock.now().getTime(), account.timeZone);
      if (!week || week.week <= (done.get(account.id) ?? '')) continue;
      try {
        await sendDigest(deps, account, week);
      } catch (err) {
        // The others would have to wait as well.
        if (isStoreDown(err)) throw err;
        log.warn({ err, accountId: account.id, week: week.week }, 'a weekly digest has to wait');
      }
    }
  },
});

const sendDigest = async (deps: Deps, account: Account, week: DigestWeek): Promise<void> => {
  const { db, clock } = deps;
  // Before the transaction, which waits for nothing but the database.
  const digest = (await isWanted(deps, account.id)) ? await deps.makeDigest(account, week) : null;
  await db.transaction().execute(async (trx) => {
    if (!(await claimWeek(trx, account.id, week.week)) || !digest) return;
    await enqueueWebhookEvents(trx, clock, account.id, 'stats.digest', [digest], () => ({ digest }));
    await mailDigest(deps, trx, account, digest);
  });
};

const isWanted = async ({ db, mailer }: Deps, accountId: number): Promise<boolean> =>
  (await hasSubscribedWebhook(db, accountId, 'stats.digest')) ||
  (mailer.isEnabled && (await digestAddresses(db, accountId)).length > 0);

const mailDigest = async (
  { mailer, secretKey, consoleBaseUrl }: Deps,
  trx: Db,
  account: Account,
  digest: Digest,
): Promise<void> => {
  if (!mailer.isEnabled) return;
  for (const reader of await digestAddresses(trx, account.id)) {
    const link = { accountId: account.id, personId: reader.personId };
    const options = { consoleBaseUrl, unsubscribeUrl: unsubscribeUrl(secretKey, consoleBaseUrl, link) };
    await mailer.send(trx, digestMail(account, digest, reader, options));
  }
};

/** The last week of each account; accounts that have had none are missing. */
const lastWeeks = async (db: Db): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('account')
    .select(['id', 'digestWeek'])
    .where('digestWeek', 'is not', null)
    .$narrowType<{ digestWeek: string }>()
    .execute();
  return new Map(rows.map(({ id, digestWeek }) => [id, digestWeek]));
};

/** Marks the week as done. @returns false if it or a later one was done before: by another process, for example */
const claimWeek = async (trx: Db, accountId: number, week: string): Promise<boolean> => {
  const { numUpdatedRows } = await updateWhere(trx, 'account', { id: accountId })
    .set({ digestWeek: week })
    .where((eb) => eb.or([eb('digestWeek', 'is', null), eb('digestWeek', '<', week)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};
