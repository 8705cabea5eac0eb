/** The people of an account: invited, listed, changed, reset and removed by its owners and on the command line. */
import type { Db } from '../../platform/db/dialect.js';
import { assertConditions, type SaveConditions } from '../../platform/db/save-conditions.js';
import type { ListParams, Page } from '../../platform/db/list-query.js';
import type { Session } from '../../platform/http/callers/sessions.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict, invalidState, notFound } from '../../platform/lib/errors.js';
import { assertVersion, withVersion } from '../../platform/lib/etag.js';
import { allows, scopesOfRole } from '../../platform/lib/permissions.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { endUploadsOf } from '../../platform/storage/resumable.repository.js';
import { deleteSessions } from '../sessions/session.repository.js';
import { renewOnly, type StartedSession } from '../sessions/start-session.js';
import { deleteInvited } from '../sign-in/link.repository.js';
import { lockPerson } from '../sign-in/person.repository.js';
import type { CreateLink, NewLink } from './create-link.js';
import { endMembership, voidLinksBy, assertOtherOwner } from './end-membership.js';
import { invitationMail, passwordMail, type MailLimit } from './person-mail.js';
import {
  accountsOf,
  countPeople,
  findAccountPerson,
  listPeople,
  lockPeople,
  setInvitedRole,
  setName,
  setRole,
  type AccountPerson,
} from './people.repository.js';
import type { NewPerson, PersonChanges } from './person.schema.js';
import { rowsWhere } from '../../platform/db/rows.js';

/** Enough for any church; the list of people is read whole in places. */
const MAX_PEOPLE = 1_000;

interface InviteOptions extends Pick<NewLink, 'ttlMs' | 'loopbackOnly'> {
  isMailed?: boolean;
}

const nameOf = async (trx: Db, accountId: number): Promise<string> => {
  const account = rowsWhere(trx, 'account', { id: accountId }).select('name');
  return (await account.executeTakeFirstOrThrow()).name;
};

export type PeopleService = ReturnType<typeof createPeopleService>;

export const createPeopleService = ({
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
  const personOf = async (trx: Db, accountId: number, id: number): Promise<AccountPerson> => {
    const person = await findAccountPerson(trx, accountId, { id });
    if (!person) throw notFound();
    return withVersion(person);
  };

  /** Makes a row for the address, or takes that of an open invitation. */
  const rowForInvited = async (trx: Db, accountId: number, { email, name }: NewPerson): Promise<number> => {
    const known = await findAccountPerson(trx, accountId, { email });
    if (known?.status === 'active') throw conflict(`${email} belongs to the account already`);
    if (known) {
      if (name !== undefined) await setName(trx, known.id, name, isoTime(clock));
      return known.id;
    }
    if ((await countPeople(trx, accountId)) >= MAX_PEOPLE)
      throw invalidState(`An account has at most ${MAX_PEOPLE} people. Remove some first.`);
    const now = isoTime(clock);
    const { timeZone } = await rowsWhere(trx, 'account', { id: accountId })
      .select('timeZone')
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('person')
      .values({
        name: name ?? (email.split('@', 1)[0] || email),
        email: null,
        pendingEmail: email,
        language: null,
        timeZone,
        passwordHash: null,
        entryDate: now,
        updatedDate: now,
        deletedDate: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };

  const changeRole = async (
    trx: Db,
    { accountId, id, role: before }: AccountPerson,
    role: PersonChanges['role'],
    session: Session | undefined,
  ): Promise<StartedSession | null> => {
    if (role === undefined || role === before) return null;
    if (before === 'owner') {
      await assertOtherOwner(trx, accountId, id);
      await voidLinksBy(trx, accountId, id);
    }
    await setRole(trx, accountId, id, role);
    if (!allows(scopesOfRole[role], 'content:write'))
      await endUploadsOf(trx, clock, accountId, 'personId', id);
    if (session?.person.id === id) return renewOnly(trx, clock, session);
    await deleteSessions(trx, id);
    return null;
  };

  return {
    list: (accountId: number, params: ListParams): Promise<Page<AccountPerson>> =>
      listPeople(db, accountId, params),

    /** @throws {NotFoundError} */
    get: (accountId: number, id: number): Promise<AccountPerson> => personOf(db, accountId, id),

    byEmail: (accountId: number, email: string): Promise<AccountPerson | undefined> =>
      findAccountPerson(db, accountId, { email }),

    /**
     * Makes an invitation, which replaces one that is open. What happens and what is returned is the same whether the
     * address is known in other accounts or not: that is found out when the link is used.
     * @param options.isMailed false: the link is only returned
     * @returns the person as listed, and the link with its secret unless it is mailed to them
     * @throws {ConflictError} when the address belongs to the account already
     * @throws {InvalidStateError} when the account has too many people
     * @throws {RateLimitError} when too much mail was sent
     */
    invite: (
      caller: Caller,
      person: NewPerson,
      { isMailed = mailer.isEnabled, ...options }: InviteOptions = {},
    ): Promise<{ person: AccountPerson; url: string | null }> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        if (isMailed) await mailLimit(person.email, `account ${accountId}`);
        await lockPeople(trx, [accountId]);
        const personId = await rowForInvited(trx, accountId, person);
        const url = await createLink(trx, {
          personId,
          purpose: 'invitation',
          accountId,
          role: person.role,
          createdBy: authorOf(caller),
          ...options,
        });
        const invited = await personOf(trx, accountId, personId);
        if (isMailed)
          await mailer.send(trx, invitationMail(invited.email, await nameOf(trx, accountId), url));
        return { person: invited, url: isMailed ? null : url };
      }),

    /**
     * Changes the role, which ends the person's sessions and, unless they still may publish, their uploads; or the name.
     * @param session of whoever changes it: their own goes on, with another secret
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when the last owner would get another role, or when the name belongs to other accounts too
     */
    update: (
      { accountId }: Caller,
      id: number,
      { role, name }: PersonChanges,
      {
        conditions,
        session,
      }: { conditions?: SaveConditions | undefined; session?: Session | undefined } = {},
    ): Promise<{ person: AccountPerson; renewed: StartedSession | null }> =>
      db.transaction().execute(async (trx) => {
        await lockPeople(trx, [accountId]);
        // People change their own name without the lock on the account.
        await lockPerson(trx, id);
        const person = await personOf(trx, accountId, id);
        await assertConditions(trx, person, conditions);
        const isInvited = person.status === 'invited';
        if (name !== undefined && name !== person.name) {
          if (!isInvited && (await accountsOf(trx, id)).length > 1)
            throw conflict('This person belongs to other accounts too: they change their name themselves');
          await setName(trx, id, name, isoTime(clock));
        }
        if (isInvited && role !== undefined) await setInvitedRole(trx, accountId, id, role);
        const renewed = isInvited ? null : await changeRole(trx, person, role, session);
        return { person: await personOf(trx, accountId, id), renewed };
      }),

    /**
     * Ends the membership and the person's sessions, or an invitation. Whoever belongs to no account any more can still
     * sign in, and delete what is stored about them.
     * @throws {NotFoundError}
     * @throws {PreconditionFailedError}
     * @throws {ConflictError} when it is the last owner
     */
    remove: ({ accountId }: Caller, id: number, ifMatch?: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        await lockPeople(trx, [accountId]);
        const person = await personOf(trx, accountId, id);
        assertVersion(person, ifMatch);
        if (person.status === 'invited') return deleteInvited(trx, id);
        await endMembership(trx, clock, accountId, person);
        await deleteSessions(trx, id);
      }),

    /**
     * Makes a link with which the person sets a new password. Their second factor stays.
     * @returns the link with its secret; null if it is mailed to them
     * @throws {NotFoundError}
     * @throws {InvalidStateError} when the person has not accepted their invitation
     * @throws {ConflictError} when the person may do something elsewhere, which the caller could then do in their name
     */
    reset: (caller: Caller, id: number): Promise<string | null> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        await lockPeople(trx, [accountId]);
        const person = await personOf(trx, accountId, id);
        if (person.status === 'invited')
          throw invalidState('This person has not accepted the invitation: invite them again');
        // Locked, because joining another account voids such links.
        const isOperator = (await lockPerson(trx, id))?.isOperator === 1;
        if (isOperator || (await accountsOf(trx, id)).length > 1)
          throw conflict(
            'This person has rights outside the account: they reset their password by mail, or the operator does with `lectern person reset`',
          );
        if (mailer.isEnabled) await mailLimit(person.email, `account ${accountId}`);
        const url = await createLink(trx, { personId: id, purpose: 'reset', createdBy: authorOf(caller) });
        if (!mailer.isEnabled) return url;
        await mailer.send(trx, passwordMail(person.email, url));
        return null;
      }),
  };
};
