/** Who gets the weekly digest of an account by mail, in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { rolesWith } from '../../platform/lib/permissions.js';
import type { DigestReader } from './unsubscribe-link.js';

/** The roles that may read what is in the digest. */
export const DIGEST_ROLES = rolesWith('stats:read');

export const setDigestMail = async (
  db: Db,
  { accountId, personId }: DigestReader,
  digestMail: boolean,
): Promise<void> => {
  await db
    .updateTable('membership')
    .set({ digestMail: digestMail ? 1 : 0 })
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .execute();
};

export interface DigestAddress {
  personId: number;
  name: string;
  email: string;
  /** BCP 47; null for that of the account. */
  language: string | null;
}

/** The people who asked for the mail and may read figures; an account has at most a thousand people. */
export const digestAddresses = (db: Db, accountId: number): Promise<DigestAddress[]> =>
  db
    .selectFrom('membership')
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['person.id as personId', 'person.name', 'person.email', 'person.language'])
    .where('membership.accountId', '=', accountId)
    .where('membership.digestMail', '=', 1)
    .where('membership.role', 'in', DIGEST_ROLES)
    .where('person.deletedDate', 'is', null)
    .where('person.email', 'is not', null)
    .orderBy('person.id')
    .$narrowType<{ email: string }>()
    .execute();
