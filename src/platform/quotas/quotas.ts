/** Quotas: an account's usage and limits of files, items, tokens and webhooks. */
import { isPostgres, type Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import { quotaExceeded } from '../lib/errors.js';
import { updateWhere } from '../db/rows.js';

export const quotaNames = ['storedBytes', 'items', 'tokens', 'webhooks'] as const;
export type QuotaName = (typeof quotaNames)[number];

/** null means no limit. */
export type Limits = Record<QuotaName, number | null>;
export type Usage = Record<QuotaName, number>;

export const unlimited: Limits = { storedBytes: null, items: null, tokens: null, webhooks: null };

/** The columns with an account's own limits. */
const ownLimits = {
  storedBytes: 'maxStoredBytes',
  items: 'maxItems',
  tokens: 'maxTokens',
  webhooks: 'maxWebhooks',
} as const satisfies Record<QuotaName, keyof Row<'accountUsage'>>;

export interface Quotas {
  /**
   * Locks the account's usage until the transaction ends. A transaction that adds or deletes counted records
   * takes this lock before those of the records, to prevent deadlocks.
   */
  lock(trx: Db, accountId: number): Promise<void>;
  /**
   * Checks that the account may use more, and locks its usage. Triggers count the rows when they are inserted.
   * @throws {QuotaExceededError} when a limit would be exceeded
   */
  reserve(trx: Db, accountId: number, name: QuotaName, amount?: number): Promise<void>;
  of(accountId: number): Promise<{ limits: Limits; usage: Usage }>;
  /** Sets the account's own limits; null restores those of the installation. */
  setLimits(accountId: number, limits: Partial<Limits>): Promise<void>;
}

/** @param defaults limits of accounts without their own */
export const createQuotas = (db: Db, defaults: Limits): Quotas => {
  const read = (from: Db, accountId: number): Promise<Row<'accountUsage'>> => {
    const query = from.selectFrom('accountUsage').selectAll().where('accountId', '=', accountId);
    return (
      from.isTransaction && isPostgres(from) ? query.forNoKeyUpdate() : query
    ).executeTakeFirstOrThrow();
  };
  const limitOf = (row: Row<'accountUsage'>, name: QuotaName): number | null =>
    row[ownLimits[name]] ?? defaults[name];

  return {
    lock: async (trx, accountId) => {
      if (isPostgres(trx)) await read(trx, accountId);
    },
    reserve: async (trx, accountId, name, amount = 1) => {
      const row = await read(trx, accountId);
      const limit = limitOf(row, name);
      if (limit !== null && row[name] + amount > limit) throw quotaExceeded(name, limit, row[name]);
    },
    of: async (accountId) => {
      const row = await read(db, accountId);
      const each = <T>(value: (name: QuotaName) => T) =>
        Object.fromEntries(quotaNames.map((name) => [name, value(name)])) as Record<QuotaName, T>;
      return { limits: each((name) => limitOf(row, name)), usage: each((name) => row[name]) };
    },
    setLimits: async (accountId, limits) => {
      const columns = Object.entries(limits).map(([name, limit]) => [ownLimits[name as QuotaName], limit]);
      if (columns.length > 0)
        await updateWhere(db, 'accountUsage', { accountId })
          .set(Object.fromEntries(columns) as Partial<Row<'accountUsage'>>)
          .execute();
    },
  };
};
