/** Visitors are told apart without cookies: by a hash of address and browser, salted anew every day of their account. */
import { createHmac } from 'node:crypto';

export interface Visitor {
  ip: string;
  userAgent: string;
}

/**
 * 64 bits as 16 hex digits: HMAC-SHA-256 of account, address and browser, cut short, its key the day's salt. Once the salt is
 * gone nobody can find the address again by trying all there are.
 */
export const visitorHash = (salt: Uint8Array, accountId: number, { ip, userAgent }: Visitor): string =>
  createHmac('sha256', salt).update(`${accountId}\n${ip}\n${userAgent}`).digest('hex').slice(0, 16);
