/** Encrypts text with a secret (AES-256-GCM, with a key derived by HKDF). */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const SALT_BYTES = 16;
const TAG_BYTES = 16;

/** A key and nonce, unique for each salt. */
const deriveKey = (secret: string, salt: Uint8Array): { key: Buffer; nonce: Buffer } => {
  const bytes = Buffer.from(hkdfSync('sha256', secret, salt, 'lectern encrypted text', 44));
  return { key: bytes.subarray(0, 32), nonce: bytes.subarray(32) };
};

/** @param secret must be random, because it is not stretched */
export const encrypt = (text: string, secret: string): string => {
  const salt = randomBytes(SALT_BYTES);
  const { key, nonce } = deriveKey(secret, salt);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const parts = [salt, cipher.update(text, 'utf8'), cipher.final()];
  return Buffer.concat([...parts, cipher.getAuthTag()]).toString('base64url');
};

/** @returns the text, or null if it was encrypted with another secret */
export const decrypt = (encrypted: string, secret: string): string | null => {
  const bytes = Buffer.from(encrypted, 'base64url');
  const { key, nonce } = deriveKey(secret, bytes.subarray(0, SALT_BYTES));
  const decipher = createDecipheriv('aes-256-gcm', key, nonce);
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(SALT_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
};
