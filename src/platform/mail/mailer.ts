/** The port to mail: it is put into the queue with what it is about, so that a server that is down delays only the mail. */
import type { Db } from '../db/dialect.js';
import { enqueue } from '../jobs/job.repository.js';
import type { JobHandler } from '../jobs/job.types.js';
import type { Clock } from '../lib/clock.js';
import { invalidState } from '../lib/errors.js';
import { newId } from '../lib/ids.js';
import type { Log } from '../lib/log.js';
import { postponed } from '../jobs/job.types.js';
import type { SecretKey } from '../secrets/secret-key.js';
import { createMailServer, MailError, type Mail, type MailOptions } from './mail-server.js';
import { updateWhere } from '../db/rows.js';

export interface Mailer {
  /** Whether a mail server is configured. */
  isEnabled: boolean;
  /** Sends the mail after the transaction; does nothing without a mail server. */
  send(trx: Db, mail: Mail): Promise<void>;
}

/** With the queue's back-off they take most of a day, after which the links in the mail have expired. */
const ATTEMPTS = 30;
const MAX_CONCURRENT = 4;
const PURPOSE = 'mail';

interface Deps {
  clock: Clock;
  secretKey: SecretKey;
}

/** @param options null if no mail server is configured */
export const createMailer = ({ clock, secretKey }: Deps, options: MailOptions | null): Mailer => ({
  isEnabled: options !== null,
  send: async (trx, mail) => {
    if (!options) return;
    // Jobs belong to accounts, and mail to the installation: it goes with the first account.
    const account = await trx
      .selectFrom('account')
      .select('id')
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow();
    const content = secretKey.encrypt(PURPOSE, JSON.stringify(mail));
    await enqueue(
      trx,
      clock,
      account.id,
      'sendMail',
      { mailId: newId(), content },
      { maxAttempts: ATTEMPTS },
    );
  },
});

/** Sends mail from the queue. Its content is encrypted there, and deleted with the job or after the last attempt. */
export const createMailJob = (
  { db, log, secretKey }: Pick<Deps, 'secretKey'> & { db: Db; log: Log },
  options: MailOptions | null,
): { handler: JobHandler<'sendMail'>; check: (() => Promise<void>) | null } => {
  const server = options && createMailServer(options);

  const deliver = async (
    { mailId, content }: { mailId: string; content: string },
    stopping: AbortSignal,
  ): Promise<Error | undefined> => {
    if (!server) return new Error('SMTP_URL is no longer set');
    const mail = secretKey.decrypt(PURPOSE, content);
    if (mail === null) return new Error('The mail was encrypted with another key');
    try {
      await server.deliver(JSON.parse(mail) as Mail, mailId, stopping);
    } catch (error) {
      if (stopping.aborted) return postponed;
      if (!(error instanceof MailError) || !error.isFinal) throw error;
      log.warn({ mailId, reason: error.message }, 'a mail cannot be delivered');
    }
    return undefined;
  };

  return {
    handler: {
      batchSize: 1,
      limit: { total: MAX_CONCURRENT, perAccount: MAX_CONCURRENT },
      run: (jobs, stopping) => Promise.all(jobs.map(({ payload }) => deliver(payload, stopping))),
      onDead: async ({ id, payload: { mailId } }) => {
        const payload = JSON.stringify({ mailId, content: '' });
        await updateWhere(db, 'job', { id }).set({ payload }).execute();
      },
      onRetry: () => Promise.reject(invalidState('The mail was deleted: have another one sent')),
    },
    check: server && (() => server.check()),
  };
};
