/** People ask for the weekly digest of an account by mail, and stop it. */
import type { Db } from '../../platform/db/dialect.js';
import { lacksSecondFactor, type Session } from '../../platform/http/sessions.js';
import type { TenantSettings } from '../../platform/http/tenant.js';
import { forbidden, notFound, secondFactorRequired } from '../../platform/lib/errors.js';
import type { SecretKey } from '../../platform/secrets/secret-key.js';
import { membershipsOf } from '../sign-in/person.repository.js';
import { DIGEST_ROLES, setDigestMail } from './digest-mail.repository.js';
import { readUnsubscribeToken } from './unsubscribe-link.js';

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
      throw forbidden(`Your role in this account (${role}) may not read figures.`);
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
