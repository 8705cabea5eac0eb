/**
 * The logo of an account. It is part of the settings, so that whatever the public caches of them changes with the
 * logo.
 */
import type { Db } from '../../platform/db/dialect.js';
import type { TenantSettings } from '../../platform/http/tenant.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { Clock } from '../../platform/lib/clock.js';
import { blobKeyOf } from '../../platform/storage/blob-key.js';
import type { Account } from './account.record.js';
import { lockAccount, updateAccount } from './account.repository.js';

export type Logo = NonNullable<TenantSettings['logo']>;

/**
 * Replaces or removes the logo, and enqueues the removal of its old file. Call it in a transaction. Setting the
 * same logo again changes nothing.
 */
export const setLogo = async (trx: Db, clock: Clock, accountId: number, logo?: Logo): Promise<Account> => {
  const account = await lockAccount(trx, accountId);
  const { logo: previous, ...settings } = account.settings;
  if (previous?.url === logo?.url) return account;
  const blobKey = blobKeyOf(previous?.url ?? null);
  if (blobKey) await enqueue(trx, clock, accountId, 'removeBlob', { blobKey });
  return updateAccount(trx, accountId, { settings: JSON.stringify({ ...settings, logo }) });
};
