/** Random ids and secrets, and hashes. */
import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';

export const newId = (): string => randomUUID();

/** A bearer secret: `lct_` and 256 random bits in base64url. Only its hash is stored. */
export const newSecret = (): string => `lct_${randomBytes(32).toString('base64url')}`;

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text, 'hex');

/** The public name of an embed token: `lce_` and 128 random bits in base64url. */
export const newEmbedTokenName = (): string => `lce_${randomBytes(16).toString('base64url')}`;

/** Compares two texts in constant time. */
export const isSameSecret = (a: string, b: string): boolean => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};
