/** What an account uses and may use: files, items, tokens, webhooks. */
import { isPostgres, type Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import { quotaExceeded } from '../lib/errors.js';

export const quotaNames = ['storedBytes', 'items', 'tokens', 'webhooks'] as const;
export type QuotaName = (typeof quotaNames)[number];

/** null for no limit. */
export type Limits = Record<QuotaName, number | null>;
export type Usage = Record<QuotaName, number>;

export const unlimited: Limits = { storedBytes: null, items: null, tokens: null, webhooks: null };

/** The columns of limits that an account has of its own. */
const ownLimits = {
  storedBytes: 'maxStoredBytes',
  items: 'maxItems',
  tokens: 'maxTokens',
  webhooks: 'maxWebhooks',
} as const satisfies Record<QuotaName, keyof Row<'accountUsage'>>;

export interface Quotas {
  /**
   * Locks what the account uses until the transaction ends. A transaction that adds or deletes what is counted takes
   * this lock before those of records, so that two of them never wait for each other.
   */
  lock(trx: Db, accountId: number): Promise<void>;
  /**
   * Checks that the account may use more, and locks what it uses. The rows are counted when they are inserted.
   * @throws {QuotaExceededError} when a limit would be exceeded
   */
  reserve(trx: Db, accountId: number, name: QuotaName, amount?: number): Promise<void>;
  of(accountId: number): Promise<{ limits: Limits; usage: Usage }>;
  /** Sets limits of the account's own; null for those of the installation. */
  setLimits(accountId: number, limits: Partial<Limits>): Promise<void>;
}

/** @param defaults the limits of accounts that have none of their own */
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
        await db
          .updateTable('accountUsage')
          .set(Object.fromEntries(columns) as Partial<Row<'accountUsage'>>)
          .where('accountId', '=', accountId)
          .execute();
    },
  };
};
