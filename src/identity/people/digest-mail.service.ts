/** People ask for the weekly digest of an account by mail, and stop it. */
import type { Db } from '../../platform/db/dialect.js';
import { lacksSecondFactor, type Session } from '../../platform/http/callers/sessions.js';
import type { TenantSettings } from '../../platform/http/callers/tenant.js';
import { forbidden, notFound, secondFactorRequired } from '../../platform/lib/errors.js';
import type { SecretKey } from '../../platform/secrets/secret-key.js';
import { membershipsOf } from '../sign-in/person.repository.js';
import { rolesWith } from '../../platform/lib/permissions.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

export type DigestMailService = ReturnType<typeof createDigestMailService>;

export const createDigestMailService = ({ db, secretKey }: { db: Db; secretKey: SecretKey }) => ({
  /**
   * @throws {NotFoundError} when they do not belong to the account, whether or not it exists
   * @throws {PermissionError} when their role may not read what they ask for
   * @throws {SecondFactorRequiredError} when the account is closed to them until they have one
   */
  set: async (session: Session, shortName: string, digestMail: boolean): Promise<void> => {
    const { id: personId } = session.person;
    const memberships = await membershipsOf(db, personId);
    const found = memberships.find((membership) => membership.shortName === shortName);
    if (!found) throw notFound('No such account');
    const { accountId, role } = found;
    if (digestMail && !DIGEST_ROLES.includes(role))
      throw forbidden(`Your role in this account (${role}) may not read statistics.`);
    const settings = JSON.parse(found.settings) as TenantSettings;
    if (digestMail && lacksSecondFactor(session, { settings }, role)) throw secondFactorRequired();
    await setDigestMail(db, { accountId, personId }, digestMail);
  },

  /**
   * Does nothing for those who get no mail any more.
   * @throws {NotFoundError} when the token is not from a link of this installation
   */
  unsubscribe: async (token: string): Promise<void> => {
    const reader = readUnsubscribeToken(secretKey, token);
    if (!reader) throw notFound('This link is not complete. Open it again from the mail.');
    await setDigestMail(db, reader, false);
  },
});

/** The roles that may read what is in the digest. */
const DIGEST_ROLES = rolesWith('stats:read');

const setDigestMail = async (
  db: Db,
  { accountId, personId }: DigestReader,
  digestMail: boolean,
): Promise<void> => {
  await updateWhere(db, 'membership', { accountId, personId })
    .set({ digestMail: digestMail ? 1 : 0 })
    .execute();
};

export interface DigestAddress {
  personId: number;
  name: string;
  email: string;
  /** BCP 47; null for that of the account. */
  language: string | null;
}

/** The people who asked for the mail and may read statistics; an account has at most a thousand people. */
export const digestAddresses = (db: Db, accountId: number): Promise<DigestAddress[]> =>
  rowsWhere(db, 'membership', { accountId, digestMail: 1 })
    .innerJoin('person', 'person.id', 'membership.personId')
    .select(['person.id as personId', 'person.name', 'person.email', 'person.language'])
    .where('membership.role', 'in', DIGEST_ROLES)
    .where('person.deletedDate', 'is', null)
    .where('person.email', 'is not', null)
    .orderBy('person.id')
    .$narrowType<{ email: string }>()
    .execute();

const PURPOSE = 'unsubscribing';
/** The ids of the account and the person, and the signature of both. */
const TOKEN = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/;

interface DigestReader {
  accountId: number;
  personId: number;
}

const signed = ({ accountId, personId }: DigestReader): string => `${accountId}.${personId}`;

/**
 * The console shows a page there that asks before it stops the mail, because programs that check links open it too.
 * A POST to it stops the mail at once (RFC 8058).
 * @param consoleBaseUrl origin of the console
 */
export const unsubscribeUrl = (secretKey: SecretKey, consoleBaseUrl: string, reader: DigestReader): string =>
  `${consoleBaseUrl}/unsubscribe/${signed(reader)}.${secretKey.sign(PURPOSE, signed(reader))}`;

/** @returns undefined if the token was not signed with this key */
const readUnsubscribeToken = (secretKey: SecretKey, token: string): DigestReader | undefined => {
  const [, accountId, personId, signature = ''] = TOKEN.exec(token) ?? [];
  const reader = { accountId: Number(accountId), personId: Number(personId) };
  return secretKey.verify(PURPOSE, signed(reader), signature) ? reader : undefined;
};
