/** What people read and change of themselves, export and delete. */
import type { Db } from '../../platform/db/dialect.js';
import { assertConditions, type SaveConditions } from '../../platform/db/save-conditions.js';
import type { Row } from '../../platform/db/tables.js';
import { isRecent, type Session } from '../../platform/http/callers/sessions.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, notFound, reauthenticationRequired, signInRequired } from '../../platform/lib/errors.js';
import { withVersion } from '../../platform/lib/etag.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { auditPerson } from '../sign-in/complete-sign-in.js';
import { findPerson, lockPerson, membershipsOf } from '../sign-in/person.repository.js';
import { renewOnly } from '../sessions/start-session.js';
import type { SignedInVisit, SignInRequest } from '../sign-in/visit.js';
import type { CreateLink } from './create-link.js';
import { endMembership } from './end-membership.js';
import { addressMail, addressNotice, type MailLimit } from './person-mail.js';
import type { MyChanges } from './me.schema.js';
import { lockPeople } from './people.repository.js';
import { removePerson } from './remove-person.js';
import { updateWhere } from '../../platform/db/rows.js';

const NO_MAIL =
  'cannot be confirmed, because no mail is sent from here. It is changed with `lectern person email` on the server.';

export type MeService = ReturnType<typeof createMeService>;

type Person = Row<'person'>;

/** What people see of themselves, and from which their ETag is computed. */
export type Me = ReturnType<typeof meOf>;

const meOf = ({ id, name, email, pendingEmail, language, timeZone, isOperator, entryDate }: Person) =>
  withVersion({ id, name, email: email ?? '', pendingEmail, language, timeZone, isOperator, entryDate });

export const createMeService = ({
  db,
  clock,
  mailer,
  mailLimit,
  createLink,
}: {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  mailLimit: MailLimit;
  createLink: CreateLink;
}) => {
  /**
   * Another address counts once it is confirmed with a link that is mailed there. Without mail, anybody could confirm
   * any address, and its owner could then accept no invitation.
   */
  const startEmailChange = async (trx: Db, me: Person, email: string): Promise<void> => {
    if (!mailer.isEnabled) throw invalid([{ path: 'email', message: NO_MAIL }]);
    await mailLimit(email, `person ${me.id}`);
    await updateWhere(trx, 'person', { id: me.id }).set({ pendingEmail: email }).execute();
    const url = await createLink(trx, { personId: me.id, purpose: 'email', email });
    await mailer.send(trx, addressMail(email, url));
    if (me.email !== null) await mailer.send(trx, addressNotice(me.email));
  };

  return {
    /** @throws {AuthenticationError} when the person was removed in the meantime */
    get: async ({ person }: Session): Promise<Me> => {
      const me = await findPerson(db, person.id);
      if (!me) throw signInRequired();
      return meOf(me);
    },

    /**
     * Another address gets a link that confirms it: nobody learns whether somebody else has it.
     * @throws {ValidationError} when the address changes and no mail is sent from here
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when what they saw has changed
     * @throws {ReauthenticationRequiredError} when the address changes and the sign-in is not recent
     * @throws {RateLimitError} when too much mail was sent
     */
    update: (session: Session, { email, ...changes }: MyChanges, conditions?: SaveConditions): Promise<Me> =>
      db.transaction().execute(async (trx) => {
        const before = await lockPerson(trx, session.person.id);
        if (!before) throw signInRequired();
        await assertConditions(trx, meOf(before), conditions);
        const changesEmail = email !== undefined && email !== before.email;
        if (changesEmail && !isRecent(clock, session)) throw reauthenticationRequired();
        if (changesEmail) await startEmailChange(trx, before, email);
        const me = await updateWhere(trx, 'person', { id: before.id })
          .set({ ...changes, updatedDate: isoTime(clock) })
          .returningAll()
          .executeTakeFirstOrThrow();
        return meOf(me);
      }),

    /**
     * Ends the person's membership of an account and their other sessions; the current one gets a new secret.
     * @throws {NotFoundError} when they do not belong to the account, whether or not it exists
     * @throws {ConflictError} when they are its last owner
     */
    leave: async (shortName: string, visit: SignedInVisit): Promise<void> => {
      const { session, cookies } = visit;
      const { person } = session;
      const renewed = await db.transaction().execute(async (trx) => {
        const find = async () =>
          (await membershipsOf(trx, person.id)).find((membership) => membership.shortName === shortName);
        const found = await find();
        if (!found) throw notFound('No such account');
        await lockPeople(trx, [found.accountId]);
        // Read again: the role may have changed before the lock.
        const membership = await find();
        if (!membership) throw notFound('No such account');
        await endMembership(trx, clock, membership.accountId, { id: person.id, role: membership.role });
        await auditPerson(trx, clock, person, [membership], 'leaveAccount', visit);
        return renewOnly(trx, clock, session);
      });
      if (renewed) cookies.set(renewed.secret, renewed.maxAgeSecs);
    },

    /** @throws {ConflictError} when the person is the last owner of an account */
    remove: ({ person }: Session, visit: SignInRequest): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const accounts = await membershipsOf(trx, person.id);
        // Before the removal, which takes the name out of the audit log.
        await auditPerson(trx, clock, person, accounts, 'deleteMe', visit);
        await removePerson(trx, clock, person.id);
      }),
  };
};
