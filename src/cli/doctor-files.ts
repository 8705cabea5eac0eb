/** The part of `lectern doctor` about who may read and write the data folder and the secret key. */
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../app.js';
import { keyFileOf } from '../platform/secrets/key-file.js';
import { isFirstKey } from '../platform/secrets/key-check.js';
import { shortList, type Finding } from './doctor-finding.js';

const OTHERS = 0o077;
/** A folder that everyone may write to, such as /tmp, is shared. */
const STICKY = 0o1000;
const SHOWN = 5;
const MAX_ENTRIES = 1_000;

/** A command that ran as another user, such as root, leaves files that the server cannot write. */
export const checkPermissions = async ({ config: { dataDir } }: App): Promise<Finding> => {
  const name = 'permissions';
  if (process.platform === 'win32') return { name, status: 'ok', message: 'not checked on Windows' };
  const folder = await lstat(dataDir);
  const entries = (await readdir(dataDir)).slice(0, MAX_ENTRIES);
  const foreign: string[] = [];
  for (const entry of entries) {
    const info = await lstat(join(dataDir, entry)).catch(() => null);
    if (info && info.uid !== folder.uid) foreign.push(entry);
  }
  if (foreign.length > 0)
    return {
      name,
      status: 'warning',
      message: `files in ${dataDir} belong to another user than the folder: ${shortList(foreign, SHOWN)}. Run chown -R ${folder.uid}:${folder.gid} ${dataDir}, and commands as that user`,
    };
  if (folder.mode & OTHERS && !(folder.mode & STICKY))
    return {
      name,
      status: 'warning',
      message: `other users can open ${dataDir}: run chmod go-rwx ${dataDir}`,
    };
  return { name, status: 'ok', message: `only user ${folder.uid} can open ${dataDir}` };
};

/** Whether the key is the one of the database, and nobody else can read its file. */
export const checkKey = async ({ db, secretKey, config }: App): Promise<Finding> => {
  const name = 'secret key';
  const isUsed = await isFirstKey(db, secretKey);
  if (config.secretKey) return { name, status: 'ok', message: 'in SECRET_KEY' };
  const file = keyFileOf(config.dataDir);
  const info = await lstat(file).catch(() => null);
  if (info && info.mode & OTHERS && process.platform !== 'win32')
    return { name, status: 'warning', message: `other users can read ${file}: run chmod go-rwx ${file}` };
  return { name, status: 'ok', message: isUsed ? `in ${file}` : 'the first start creates it' };
};
