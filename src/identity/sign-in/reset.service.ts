/** Mails people a link to set a new password. */
import type { Db } from '../../platform/db/dialect.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { JobHandler } from '../../platform/jobs/job.types.js';
import type { Clock } from '../../platform/lib/clock.js';
import { forbidden } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { personByEmail } from './person.repository.js';
import type { RequestLimit } from './throttle.js';
import type { SignInRequest } from './visit.js';

const ON_ITS_WAY =
  'If somebody here has this address, a link to set a new password is on its way. It works for 24 hours.';
const NO_MAIL =
  'No mail is sent from here. Ask an owner of your account for a link, or run `lectern person reset` on the server.';

/** @returns a link with which the person sets a new password */
export type CreateResetLink = (trx: Db, link: { personId: number; purpose: 'reset' }) => Promise<string>;

interface Deps {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  /** Limits requests for reset links. */
  resetLimit: RequestLimit;
  createLink: CreateResetLink;
  /** Origin of the console. */
  consoleBaseUrl: string;
  /** Whether people only sign in at the OpenID provider. */
  passwordsRefused: boolean;
}

export type ResetService = ReturnType<typeof createResetService>;

export const createResetService = (deps: Deps) => {
  const { db, clock, mailer, resetLimit, createLink, consoleBaseUrl, passwordsRefused } = deps;
  return {
    /**
     * Does the same for every address: whether somebody has it is looked up later, by a job.
     * @throws {PermissionError} when people only sign in at the OpenID provider
     * @throws {RateLimitError} when too many links were asked for
     */
    request: async (
      email: string,
      { client }: SignInRequest,
    ): Promise<{ isMailed: boolean; message: string }> => {
      if (passwordsRefused) throw forbidden('Passwords are not used here: sign in with OpenID Connect');
      await resetLimit.count({ subject: sha256(email), address: client.ip });
      if (!mailer.isEnabled) return { isMailed: false, message: NO_MAIL };
      const account = await db.selectFrom('account').select('id').orderBy('id').limit(1).executeTakeFirst();
      if (account) await enqueue(db, clock, account.id, 'mailResetLink', { resetEmail: email });
      return { isMailed: true, message: ON_ITS_WAY };
    },

    job: {
      batchSize: 10,
      run: async (jobs) => {
        for (const { payload } of jobs)
          await db.transaction().execute(async (trx) => {
            const person = await personByEmail(trx, payload.resetEmail, '');
            if (!person?.email) return;
            const link = await createLink(trx, { personId: person.id, purpose: 'reset' });
            await mailer.send(trx, {
              to: person.email,
              subject: 'Set a new password for Lectern',
              text: textOf(person.name, link, consoleBaseUrl),
            });
          });
        return [];
      },
    } satisfies JobHandler<'mailResetLink'>,
  };
};

const textOf = (name: string, link: string, site: string): string => `Hello ${name},

somebody, probably you, asked for a new password at ${site}. Set it within 24 hours:

${link}

If it was not you, ignore this mail: your password stays as it is.
`;
