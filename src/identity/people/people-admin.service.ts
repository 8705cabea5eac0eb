/** What the command line does with people of the whole installation. */
import type { Db } from '../../platform/db/dialect.js';
import { insertAuditEntries, cliEvent } from '../../platform/audit/audit.repository.js';
import { authorOf } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Role } from '../../platform/lib/permissions.js';
import { deleteSessions } from '../sessions/session.repository.js';
import { confirmEmail, deleteInvited, deleteResetLinks } from '../sign-in/link.repository.js';
import type { CreateLink } from './create-link.js';
import { accountsOf } from './people.repository.js';
import { forgetName } from './forget-name.js';
import { removePerson } from './remove-person.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

export interface InstallationPerson {
  id: number;
  name: string;
  email: string;
  isOperator: boolean;
  status: 'active' | 'invited';
  /** An authenticator app or a passkey. */
  hasSecondFactor: boolean;
  /** Whether they can sign in at an OpenID provider, which counts as a second factor. */
  hasOpenId: boolean;
  lastSignInAt: string | null;
  accounts: { shortName: string; role: Role }[];
}

/** Read at once from the database. */
const BATCH = 1_000;

export const createPeopleAdmin = ({
  db,
  clock,
  createLink,
}: {
  db: Db;
  clock: Clock;
  createLink: CreateLink;
}) => {
  /** The accounts to which the address is invited, each with the row made for the invitation. */
  const invitationsOf = (trx: Db, email: string): Promise<{ id: number; accountId: number }[]> =>
    rowsWhere(trx, 'accountPerson', { email, status: 'invited' }).select(['id', 'accountId']).execute();

  const findId = async (trx: Db, email: string): Promise<number | undefined> => {
    const person = rowsWhere(trx, 'person', { email }).select('id');
    return (await person.executeTakeFirst())?.id;
  };

  const idOf = async (trx: Db, typed: string): Promise<number> => {
    const email = typed.trim().toLowerCase();
    const id = await findId(trx, email);
    if (id !== undefined) return id;
    if ((await invitationsOf(trx, email)).length > 0)
      throw new Error(`${typed} has not accepted the invitation. To send another link, invite them again.`);
    throw new Error(`Nobody has the address ${typed}: see \`lectern person list\``);
  };

  const audit = async (trx: Db, operation: string, personId: number, accounts: readonly number[]) =>
    insertAuditEntries(
      trx,
      clock,
      accounts.map((accountId) => cliEvent(accountId, operation, 'person', personId)),
    );
  const accountIds = async (trx: Db, personId: number): Promise<number[]> =>
    (await accountsOf(trx, personId)).map(({ accountId }) => accountId);

  const batchAfter = async (id: number): Promise<InstallationPerson[]> => {
    const rows = await rowsWhere(db, 'person', { deletedDate: null })
      .select(['id', 'name', 'email', 'pendingEmail', 'isOperator', 'lastSignInAt'])
      .select(({ exists, selectFrom }) => [
        exists(
          selectFrom('totp')
            .select('totp.personId')
            .whereRef('totp.personId', '=', 'person.id')
            .where('totp.confirmedDate', 'is not', null),
        ).as('hasTotp'),
        exists(selectFrom('passkey').select('passkey.id').whereRef('passkey.personId', '=', 'person.id')).as(
          'hasPasskey',
        ),
        exists(
          selectFrom('openIdIdentity')
            .select('openIdIdentity.id')
            .whereRef('openIdIdentity.personId', '=', 'person.id'),
        ).as('hasOpenId'),
      ])
      .where('id', '>', id)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const memberships = await db
      .selectFrom('accountPerson as own')
      .innerJoin('account', 'account.id', 'own.accountId')
      .select(['own.id', 'own.role', 'account.shortName'])
      .where('own.id', '>', id)
      .where('own.id', '<=', rows.at(-1)?.id ?? 0)
      .orderBy('account.shortName')
      .execute();
    return rows.map(({ email, pendingEmail, isOperator, hasTotp, hasPasskey, hasOpenId, ...row }) => {
      const accounts = memberships.filter((membership) => membership.id === row.id);
      return {
        ...row,
        email: email ?? pendingEmail ?? '',
        isOperator: isOperator === 1,
        status: email === null ? 'invited' : 'active',
        hasSecondFactor: Boolean(hasTotp) || Boolean(hasPasskey),
        hasOpenId: Boolean(hasOpenId),
        accounts: accounts.map(({ shortName, role }) => ({ shortName, role })),
      };
    });
  };

  return {
    list: async (): Promise<InstallationPerson[]> => {
      const people: InstallationPerson[] = [];
      for (;;) {
        const batch = await batchAfter(people.at(-1)?.id ?? 0);
        people.push(...batch);
        if (batch.length < BATCH) return people;
      }
    },

    /**
     * @param withFactors removes authenticator app, passkeys and recovery codes, for whoever has lost them
     * @returns a link to set a new password
     * @throws {Error} when nobody has the address
     */
    reset: (email: string, { withFactors }: { withFactors: boolean }): Promise<string> =>
      db.transaction().execute(async (trx) => {
        const personId = await idOf(trx, email);
        if (withFactors) {
          for (const table of ['totp', 'passkey', 'recoveryCode'] as const)
            await trx.deleteFrom(table).where('personId', '=', personId).execute();
          await deleteSessions(trx, personId);
        }
        await audit(trx, 'resetPerson', personId, await accountIds(trx, personId));
        return createLink(trx, { personId, purpose: 'reset', createdBy: authorOf({}) });
      }),

    /**
     * Deletes what is stored about a person, invitations that nobody has accepted included.
     * @throws {Error} when nobody has the address
     * @throws {ConflictError} when they are the last owner of an account
     */
    remove: async (typed: string): Promise<void> => {
      const removed = await db.transaction().execute(async (trx) => {
        const email = typed.trim().toLowerCase();
        const invitations = await invitationsOf(trx, email);
        for (const { id, accountId } of invitations) {
          await deleteInvited(trx, id);
          await audit(trx, 'removePerson', id, [accountId]);
        }
        if (invitations.length > 0 && (await findId(trx, email)) === undefined) return undefined;
        const personId = await idOf(trx, typed);
        await audit(trx, 'removePerson', personId, await removePerson(trx, clock, personId));
        return personId;
      });
      // The job would wait until a server runs.
      if (removed !== undefined) await forgetName(db, removed);
    },

    /**
     * Gives a person another address, which ends their sessions: whoever runs the command vouches for it.
     * @throws {Error} when nobody has the address, or somebody has the other one
     */
    setEmail: (email: string, other: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const personId = await idOf(trx, email);
        if ((await findId(trx, other)) !== undefined)
          throw new Error(`Somebody has the address ${other} already`);
        await confirmEmail(trx, clock, { personId, email: other });
        await deleteSessions(trx, personId);
        await audit(trx, 'confirmEmail', personId, await accountIds(trx, personId));
      }),

    /** @throws {Error} when nobody has the address */
    setOperator: (email: string, isOperator: boolean): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const personId = await idOf(trx, email);
        await updateWhere(trx, 'person', { id: personId })
          .set({ isOperator: isOperator ? 1 : 0 })
          .execute();
        // Made by others, who would get the new rights with them; and a role of other rights starts anew.
        await deleteResetLinks(trx, personId);
        await deleteSessions(trx, personId);
        await audit(trx, 'setOperator', personId, await accountIds(trx, personId));
      }),
  };
};
