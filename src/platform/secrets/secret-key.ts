/** The installation's secret key: encrypts stored secrets and signs URLs, with a derived key for each purpose. */
import { createHmac, hkdfSync } from 'node:crypto';
import { decrypt, encrypt } from '../lib/encrypt.js';
import { isSameSecret } from '../lib/ids.js';
import { createKeyFile, keyFileOf, readKeyFile } from './key-file.js';

export type Purpose =
  'check' | 'webhook secrets' | 'file addresses' | 'uploads' | 'second factors' | 'mail' | 'unsubscribing';

export interface SecretKey {
  /** False if the key is in a file that does not exist yet; the first use creates it. */
  exists(): boolean;
  encrypt(purpose: Purpose, text: string): string;
  /** @returns the text, or null if it was not encrypted with this key for this purpose */
  decrypt(purpose: Purpose, encrypted: string): string | null;
  /** HMAC-SHA-256 in base64url, 43 characters. */
  sign(purpose: Purpose, text: string): string;
  /** Compares in constant time. */
  verify(purpose: Purpose, text: string, signature: string): boolean;
}

/** Marks encrypted values, to distinguish them from older, unencrypted ones. */
const PREFIX = 'encrypted:';

const isEncrypted = (stored: string): boolean => stored.startsWith(PREFIX);

/** @param secretKey 32 bytes; null for the key file in `dataDir` */
export const createSecretKey = ({
  secretKey,
  dataDir,
}: {
  secretKey: Buffer | null;
  dataDir: string;
}): SecretKey => {
  const path = keyFileOf(dataDir);
  let master = secretKey;
  const derived = new Map<Purpose, Buffer>();
  /** @throws {Error} when the key file cannot be used */
  const keyFor = (purpose: Purpose): Buffer => {
    const known = derived.get(purpose);
    if (known) return known;
    master ??= readKeyFile(path) ?? createKeyFile(path);
    const key = Buffer.from(hkdfSync('sha256', master, '', `lectern ${purpose}`, 32));
    derived.set(purpose, key);
    return key;
  };
  const textKey = (purpose: Purpose): string => keyFor(purpose).toString('base64');
  const sign = (purpose: Purpose, text: string): string =>
    createHmac('sha256', keyFor(purpose)).update(text).digest('base64url');

  return {
    exists: () => {
      master ??= readKeyFile(path);
      return master !== null;
    },
    encrypt: (purpose, text) => PREFIX + encrypt(text, textKey(purpose)),
    decrypt: (purpose, encrypted) =>
      isEncrypted(encrypted) ? decrypt(encrypted.slice(PREFIX.length), textKey(purpose)) : null,
    sign,
    // Compared as text: several base64 texts decode to the same bytes, and only one of them is a valid signature.
    verify: (purpose, text, signature) => isSameSecret(sign(purpose, text), signature),
  };
};
