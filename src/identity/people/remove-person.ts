/** Removes what is stored about a person. A row without personal data stays, because the content refers to it. */
import type { Db } from '../../platform/db/dialect.js';
import { truncateWal } from '../../platform/db/truncate-wal.js';
import type { Tables } from '../../platform/db/tables.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import { callerKey } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { conflict } from '../../platform/lib/errors.js';
import { endUploadsOf } from '../../platform/storage/resumable.repository.js';
import { lockPerson } from '../sign-in/person.repository.js';
import { DELETED_NAME, forgetName } from './forget-name.js';
import { assertOtherOwner, voidLinksBy } from './end-membership.js';
import { accountsOf, lockPeople } from './people.repository.js';
import { postponed, oneByOne, type JobHandler } from '../../platform/jobs/job.types.js';
import { deleteWhere, updateWhere } from '../../platform/db/rows.js';

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
  'recentSave',
];

/**
 * Ends the person's sessions and memberships, and deletes how they signed in. A job then replaces their name wherever
 * it is stored, which takes long in a large library.
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
    await endUploadsOf(trx, clock, accountId, 'personId', personId);
  }
  for (const table of OWN) await deleteWhere(trx, table as 'passkey', { personId }).execute();
  await forgetDrafts(trx, clock, callerKey({ person: { id: personId } }));
  await updateWhere(trx, 'person', { id: personId })
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
    .execute();
  await enqueueForgetting(trx, clock, personId);
  return accounts.map(({ accountId }) => accountId);
};

/** Jobs belong to accounts, and the person to the installation: it goes with the first account. */
const enqueueForgetting = async (trx: Db, clock: Clock, personId: number): Promise<void> => {
  const first = trx.selectFrom('account').select('id').orderBy('id').limit(1);
  const { id } = await first.executeTakeFirstOrThrow();
  await enqueue(trx, clock, id, 'forgetPerson', { forgetPersonId: personId });
};

/** @param caller a `callerKey` */
export const forgetDrafts = async (trx: Db, clock: Clock, caller: string): Promise<void> => {
  // The texts are removed later, unless transcripts use them.
  await trx
    .updateTable('transcriptText')
    .set({ unusedSince: isoTime(clock) })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('transcriptDraft').select('textId').where('caller', '=', caller),
    )
    .execute();
  await deleteWhere(trx, 'transcriptDraft', { caller }).execute();
};

/** Job: takes the name of a deleted person out of the records of all accounts. */
export const forgetPersonHandler = ({ db }: { db: Db }): JobHandler<'forgetPerson'> => ({
  batchSize: 1,
  run: (jobs, stopping) =>
    oneByOne(jobs, async ({ payload: { forgetPersonId } }) => {
      if (!(await forgetName(db, forgetPersonId, stopping))) return postponed;
      await truncateWal(db);
      return undefined;
    }),
});
