/** What the command line does with people of the whole installation. */
import type { Db } from '../../platform/db/dialect.js';
import { insertAuditEntries, cliEvent } from '../../platform/audit/audit.repository.js';
import { authorOf } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Role } from '../../platform/lib/permissions.js';
import { deleteSessions } from '../sessions/session.repository.js';
import { deleteResetLinks } from '../sign-in/link.repository.js';
import type { CreateLink } from './create-link.js';
import { accountsOf } from './people.repository.js';
import { forgetName } from './forget-name.js';
import { removePerson } from './remove-person.js';

export interface InstallationPerson {
  id: number;
  name: string;
  email: string;
  isOperator: boolean;
  status: 'active' | 'invited';
  hasSecondFactor: boolean;
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
  const idOf = async (trx: Db, email: string): Promise<number> => {
    const person = trx.selectFrom('person').select('id').where('email', '=', email.trim().toLowerCase());
    const found = await person.executeTakeFirst();
    if (!found) throw new Error(`Nobody has the address ${email}: see \`lectern person list\``);
    return found.id;
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
    const rows = await db
      .selectFrom('person')
      .select(['id', 'name', 'email', 'pendingEmail', 'isOperator', 'lastSignInAt'])
      .where('deletedDate', 'is', null)
      .where('id', '>', id)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const memberships = await db
      .selectFrom('accountPerson as own')
      .innerJoin('account', 'account.id', 'own.accountId')
      .select(['own.id', 'own.role', 'own.hasSecondFactor', 'account.shortName'])
      .where('own.id', '>', id)
      .where('own.id', '<=', rows.at(-1)?.id ?? 0)
      .orderBy('account.shortName')
      .execute();
    return rows.map(({ email, pendingEmail, isOperator, ...row }) => {
      const own = memberships.filter((membership) => membership.id === row.id);
      return {
        ...row,
        email: email ?? pendingEmail ?? '',
        isOperator: isOperator === 1,
        status: email === null ? 'invited' : 'active',
        hasSecondFactor: own.some(({ hasSecondFactor }) => hasSecondFactor === 1),
        accounts: own.map(({ shortName, role }) => ({ shortName, role })),
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
     * Deletes what is stored about a person.
     * @throws {Error} when nobody has the address
     * @throws {ConflictError} when they are the last owner of an account
     */
    remove: async (email: string): Promise<void> => {
      const removed = await db.transaction().execute(async (trx) => {
        const personId = await idOf(trx, email);
        await audit(trx, 'removePerson', personId, await removePerson(trx, clock, personId));
        return personId;
      });
      // The job would wait until a server runs.
      await forgetName(db, removed);
    },

    /** @throws {Error} when nobody has the address */
    setOperator: (email: string, isOperator: boolean): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const personId = await idOf(trx, email);
        await trx
          .updateTable('person')
          .set({ isOperator: isOperator ? 1 : 0 })
          .where('id', '=', personId)
          .execute();
        // Made by others, who would get the new rights with them; and a role of other rights starts anew.
        await deleteResetLinks(trx, personId);
        await deleteSessions(trx, personId);
        await audit(trx, 'setOperator', personId, await accountIds(trx, personId));
      }),
  };
};
