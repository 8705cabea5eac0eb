/** Random names and secrets. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();

/** A bearer secret: `lct_` and 256 random bits in base64url. Only its hash is ever stored. */
export const newSecret = (): string => `lct_${randomBytes(32).toString('base64url')}`;

export const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');
