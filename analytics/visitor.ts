/** Distinguishes visitors without cookies, by a hash of IP address and browser with a new salt every day. */
import { createHmac } from 'node:crypto';

export interface Visitor {
  ip: string;
  userAgent: string;
}

/**
 * 64 bits as 16 hex digits: a truncated HMAC-SHA-256 of account, IP address and browser, keyed with the day's
 * salt. Once the salt is deleted, the address cannot be found by trying all of them.
 */
export const visitorHash = (salt: Uint8Array, accountId: number, { ip, userAgent }: Visitor): string =>
  createHmac('sha256', salt).update(`${accountId}\n${ip}\n${userAgent}`).digest('hex').slice(0, 16);
