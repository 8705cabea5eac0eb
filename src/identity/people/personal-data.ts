/** Reads everything that is stored about a person, without secrets, for them to keep. */
import type { Db } from '../../platform/db/dialect.js';
import { callerKey } from '../../platform/lib/caller.js';
import type { StoredOf } from '../../platform/lib/present.js';
import type { personalData } from './me.schema.js';
import { rowsWhere } from '../../platform/db/rows.js';

const MAX_ENTRIES = 10_000;
/** More than a person can have of each. */
const MAX_OWN = 1_000;

export const readPersonalData = async (
  db: Db,
  personId: number,
): Promise<Omit<StoredOf<typeof personalData>, 'person'>> => {
  const totp = await rowsWhere(db, 'totp', { personId })
    .select('entryDate')
    .where('confirmedDate', 'is not', null)
    .executeTakeFirst();
  return {
    accounts: await rowsWhere(db, 'membership', { personId })
      .innerJoin('account', 'account.id', 'membership.accountId')
      .select(['account.shortName', 'membership.role', 'membership.digestMail', 'membership.entryDate'])
      .orderBy('account.shortName')
      .execute(),
    sessions: await rowsWhere(db, 'personSession', { personId }).selectAll().limit(MAX_OWN).execute(),
    passkeys: await rowsWhere(db, 'passkey', { personId }).selectAll().limit(MAX_OWN).execute(),
    authenticatorApp: totp ?? null,
    openIdIdentities: await rowsWhere(db, 'openIdIdentity', { personId })
      .selectAll()
      .limit(MAX_OWN)
      .execute(),
    devices: await rowsWhere(db, 'knownDevice', { personId }).selectAll().limit(MAX_OWN).execute(),
    transcriptDrafts: await draftsOf(db, personId),
    auditEntries: await rowsWhere(db, 'auditEntry', { personId })
      .selectAll()
      .orderBy('id', 'desc')
      .limit(MAX_ENTRIES)
      .execute(),
  };
};

const draftsOf = (db: Db, personId: number) =>
  db
    .selectFrom('transcriptDraft')
    .innerJoin('account', 'account.id', 'transcriptDraft.accountId')
    .select(['account.shortName', 'transcriptDraft.itemId', 'transcriptDraft.operationCount'])
    .select(['transcriptDraft.entryDate', 'transcriptDraft.updatedDate'])
    .where('caller', '=', callerKey({ person: { id: personId } }))
    .orderBy('transcriptDraft.id')
    .limit(MAX_OWN)
    .execute();
