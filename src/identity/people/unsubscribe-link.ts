/** The link in a weekly digest that stops it without a sign-in. It never expires, and can do nothing else. */
import type { SecretKey } from '../../platform/secrets/secret-key.js';

const PURPOSE = 'unsubscribing';
/** The ids of the account and the person, and the signature of both. */
const TOKEN = /^(\d{1,15})\.(\d{1,15})\.([\w-]{43})$/;

export interface DigestReader {
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
export const readUnsubscribeToken = (secretKey: SecretKey, token: string): DigestReader | undefined => {
  const [, accountId, personId, signature = ''] = TOKEN.exec(token) ?? [];
  const reader = { accountId: Number(accountId), personId: Number(personId) };
  return secretKey.verify(PURPOSE, signed(reader), signature) ? reader : undefined;
};
