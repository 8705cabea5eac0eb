/** The file with the secret key, created on the first start unless SECRET_KEY is set. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { messageOf } from '../lib/errors.js';

export const KEY_BYTES = 32;

export const keyFileOf = (dataDir: string): string => join(dataDir, 'secret.key');

/**
 * @param text 32 bytes in base64 or hex
 * @returns undefined for anything else
 */
export const parseKey = (text: string): Buffer | undefined => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  const bytes = Buffer.from(text, 'base64');
  return /^[\w+/-]{43}=?$/.test(text) && bytes.length === KEY_BYTES ? bytes : undefined;
};

/**
 * @returns null if there is no file
 * @throws {Error} when it cannot be read, or is not a key
 */
export const readKeyFile = (path: string): Buffer | null => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`Cannot read the secret key: ${messageOf(error)}`, { cause: error });
  }
  const key = parseKey(text.trim());
  if (!key)
    throw new Error(
      `${path} is not a secret key: put the right file there, from where you keep it: a backup has it only with --with-key`,
    );
  return key;
};

/**
 * Creates a new key, or stores one. The file appears as a whole or not at all, and concurrent processes all get the same key.
 * @throws {Error} when the file cannot be written
 */
export const createKeyFile = (path: string, key = randomBytes(KEY_BYTES)): Buffer => {
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, `${key.toString('base64')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    try {
      linkSync(draft, path);
    } catch (error) {
      // Another process was faster: its key is used.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    rmSync(draft);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new Error(
      `Cannot create the secret key (${messageOf(error)}): set SECRET_KEY, or make DATA_DIR writable`,
      {
        cause: error,
      },
    );
  }
  const stored = readKeyFile(path);
  if (!stored) throw new Error(`${path} disappeared`);
  return stored;
};
