/** Tells visitors apart without cookies: by a hash of IP address and browser, with a new salt every day. */
import { createHmac } from 'node:crypto';

export interface Visitor {
  ip: string;
  userAgent: string;
}

/**
 * 64 bits as 16 hex digits: a truncated HMAC-SHA-256 of account, IP address and browser, with the day's salt as key.
 * Once the salt is deleted, nobody can find the address by trying all of them.
 */
export const visitorHash = (salt: Uint8Array, accountId: number, { ip, userAgent }: Visitor): string =>
  createHmac('sha256', salt).update(`${accountId}\n${ip}\n${userAgent}`).digest('hex').slice(0, 16);
