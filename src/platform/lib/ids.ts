/** Random names and secrets. */
import { createHash, hash, randomBytes, randomUUID } from 'node:crypto';

export const newId = (): string => randomUUID();

/** A bearer secret: `lct_` and 256 random bits in base64url. Only its hash is ever stored. */
export const newSecret = (): string => `lct_${randomBytes(32).toString('base64url')}`;

export const sha256 = (text: string | Uint8Array): string => hash('sha256', text, 'hex');

/** The UUID of version 5 (RFC 9562, 5.5) that a name has in a namespace, itself a UUID. */
export const uuidOf = (namespace: string, name: string): string => {
  const digest = createHash('sha1')
    .update(Buffer.from(namespace.replaceAll('-', ''), 'hex'))
    .update(name)
    .digest();
  digest.writeUInt8((digest.readUInt8(6) & 0x0f) | 0x50, 6);
  digest.writeUInt8((digest.readUInt8(8) & 0x3f) | 0x80, 8);
  return digest.toString('hex', 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
};

/** The public name of an embedding site: `lce_` and 128 random bits in base64url. */
export const newEmbedTokenName = (): string => `lce_${randomBytes(16).toString('base64url')}`;
