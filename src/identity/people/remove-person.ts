/** Removes what is stored about a person. A row without personal data stays, because the content refers to it. */
import { sql } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import type { Tables } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import { authoredBy, callerKey, renamedAuthor } from '../../platform/lib/caller.js';
import { lockPerson } from '../sign-in/person.repository.js';
import { assertOtherOwner } from './last-owner.js';
import { accountsOf, lockPeople } from './people.repository.js';
import { voidLinksBy } from './void-links.js';

/** Tables whose rows belong to a person alone. */
const OWN: (keyof Tables)[] = [
  'personSession',
  'signInStep',
  'totp',
  'recoveryCode',
  'passkey',
  'openIdIdentity',
  'knownDevice',
  'personLink',
  'membership',
];

/** Columns with the name of whoever created or changed a record. */
const AUTHORS: [table: keyof Tables, columns: readonly string[]][] = [
  ...(['item', 'collection', 'series', 'speaker', 'topic', 'itemDraft'] as const).map(
    (table): [keyof Tables, readonly string[]] => [table, ['createdBy', 'updatedBy']],
  ),
  ['token', ['createdBy']],
  ['embedToken', ['createdBy']],
  ['webhook', ['createdBy']],
  ['personLink', ['createdBy']],
  ['itemRevision', ['author']],
  ['accountJob', ['createdBy']],
];

/**
 * Ends the person's sessions and memberships, deletes how they signed in, and replaces their name by "Deleted person"
 * wherever it is stored.
 * @returns the accounts to which they belonged
 * @throws {ConflictError} when they are the last owner of an account
 */
export const removePerson = async (trx: Db, clock: Clock, personId: number): Promise<number[]> => {
  const before = await accountsOf(trx, personId);
  await lockPeople(
    trx,
    before.map(({ accountId }) => accountId),
  );
  await lockPerson(trx, personId);
  const accounts = await accountsOf(trx, personId);
  if (accounts.length > before.length) throw conflict('The person has just joined an account: try again');
  for (const { accountId, role } of accounts) {
    if (role === 'owner') await assertOtherOwner(trx, accountId, personId);
    await voidLinksBy(trx, accountId, personId);
  }
  for (const table of OWN)
    await trx
      .deleteFrom(table as 'passkey')
      .where('personId', '=', personId)
      .execute();
  await forgetName(trx, personId);
  await trx
    .updateTable('person')
    .set({
      name: DELETED_NAME,
      email: null,
      pendingEmail: null,
      language: null,
      timeZone: 'UTC',
      passwordHash: null,
      lastSignInAt: null,
      isOperator: 0,
      updatedDate: isoTime(clock),
      deletedDate: isoTime(clock),
    })
    .where('id', '=', personId)
    .execute();
  return accounts.map(({ accountId }) => accountId);
};

const DELETED_NAME = 'Deleted person';

const forgetName = async (trx: Db, personId: number): Promise<void> => {
  const author = renamedAuthor(personId, DELETED_NAME);
  for (const [table, columns] of AUTHORS)
    for (const column of columns)
      await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${author}
        where ${sql.ref(column)} like ${authoredBy(personId)}`.execute(trx);
  await trx
    .updateTable('auditEntry')
    .set({ personName: DELETED_NAME, address: null })
    .where('personId', '=', personId)
    .execute();
  await trx
    .deleteFrom('idempotencyKey')
    .where('caller', '=', callerKey({ person: { id: personId } }))
    .execute();
};
