/** `lectern secret-key`: rotates the key that encrypts stored secrets, or accepts a new one after a loss. */
import { existsSync, renameSync, rmSync } from 'node:fs';
import type { App } from '../app.js';
import { isoTime } from '../platform/lib/clock.js';
import { truncateWal } from '../platform/db/truncate-wal.js';
import { isFirstKey, replaceKeyCheck, resetSecretKey } from '../platform/secrets/key-check.js';
import { createKeyFile, keyFileOf, readKeyFile } from '../platform/secrets/key-file.js';
import { createSecretKey } from '../platform/secrets/secret-key.js';
import { audit, withApp } from './context.js';
import { lockLibrary } from './library.js';
import { print } from './output.js';
import { reencryptSecrets } from './reencrypt-secrets.js';
import { allAccounts } from '../identity/accounts/account.repository.js';

export const resetKey = (): Promise<void> =>
  withApp(async (app) => {
    await resetSecretKey(app.db);
    print(
      'The next start uses the current key. Rotate the secret of every webhook: until then, deliveries fail.',
    );
  });

/**
 * Encrypts all stored secrets with a new key. It is in a file before the database needs it, so that an interruption
 * loses neither: run again, the command goes on.
 */
export const rotateKey = (): Promise<void> =>
  withApp(async (app) => {
    const unlock = lockLibrary(app.config);
    try {
      await rotate(app);
    } finally {
      unlock();
    }
  });

const rotate = async (app: App): Promise<void> => {
  const { db, clock, config } = app;
  const path = keyFileOf(config.dataDir);
  const nextPath = `${path}.next`;
  const next = readKeyFile(nextPath);
  const isCommitted = next !== null && (await isFirstKey(db, keyOf(app, next)).catch(() => false));
  if (!isCommitted) {
    rmSync(nextPath, { force: true });
    const present = createSecretKey(config);
    await isFirstKey(db, present);
    const renewed = keyOf(app, createKeyFile(nextPath));
    await db.transaction().execute(async (trx) => {
      await reencryptSecrets(trx, present, renewed);
      await replaceKeyCheck(trx, clock, renewed);
    });
    for (const { id } of await allAccounts(db)) await audit(app, id, 'rotateSecretKey', 'account', id);
    await truncateWal(db);
  }
  if (config.secretKey) {
    print(
      `The secrets are encrypted with a new key. Set SECRET_KEY to the line in ${nextPath}, then delete that file. Keep the former key as ${path}.former to restore backups that were made with it.`,
    );
    return;
  }
  const formerPath = `${path}.${isoTime(clock).replaceAll(':', '-')}`;
  if (existsSync(path)) renameSync(path, formerPath);
  renameSync(nextPath, path);
  print(
    `The secrets are encrypted with a new key. The former one is ${formerPath}: keep it as long as there are backups that were made with it.`,
  );
};

const keyOf = ({ config: { dataDir } }: App, secretKey: Buffer) => createSecretKey({ dataDir, secretKey });
