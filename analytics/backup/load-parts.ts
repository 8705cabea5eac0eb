/** Loads exported parts into a new store. */
import type { Readable } from 'node:stream';
import { views } from '../../migrations/clickhouse/0001-initial.js';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { storedTables } from './stored-tables.js';
import { dropViews } from './views.js';

export interface LoadedPart {
  table: string;
  month: number;
  read(): Promise<Readable>;
}

/** The accounts whose rows are loaded: one, all but one, or all (null). */
export type LoadedAccounts = { only: number } | { except: number } | null;

export interface LoadPartsOptions {
  accounts?: LoadedAccounts;
  /**
   * The month, e.g. 202603, from which roll-ups are made of the events: those that arrived while parts were exported may
   * be in one of them only.
   */
  summarisedFrom?: number;
  signal?: AbortSignal;
}

const rollUps = new Set(views.map(({ target }) => target));

/**
 * Roll-ups are loaded as they were exported, so the views that fill them are dropped: `createViews` makes them again
 * once the store is in its place. If it is interrupted, the store must be dropped and begun anew.
 * @param clickHouse with the current schema
 */
export const loadParts = async (
  clickHouse: ClickHouse,
  parts: Iterable<LoadedPart>,
  { accounts = null, summarisedFrom = Infinity, signal }: LoadPartsOptions = {},
): Promise<void> => {
  await dropViews(clickHouse);
  const tables = new Map((await storedTables(clickHouse)).map((table) => [table.name, table]));
  const where = accounts ? `WHERE ${conditionOf(accounts)}` : '';
  for (const { table: name, month, read } of parts) {
    signal?.throwIfAborted();
    if (month >= summarisedFrom && rollUps.has(name)) continue;
    const table = tables.get(name);
    if (!table) throw new RangeError(`There is no table ${name}`);
    const names = table.columns.map((column) => `\`${column.name}\``).join(', ');
    const structure = table.columns.map((column) => `\`${column.name}\` ${column.parquetType}`).join(', ');
    const values = table.columns.map((column) => column.loaded).join(', ');
    await clickHouse.insertParquet(`${name} (${names})`, { values, structure, where }, await read());
  }
  for (const { target, select } of summarisedFrom === Infinity ? [] : views) {
    const and = [`toYYYYMM(at) >= ${whole(summarisedFrom)}`, ...(accounts ? [conditionOf(accounts)] : [])];
    await clickHouse.command(`INSERT INTO ${target} ${select(` AND ${and.join(' AND ')}`)}`);
  }
};

const conditionOf = (accounts: { only: number } | { except: number }): string => {
  const [operator, id] = 'only' in accounts ? ['=', accounts.only] : ['!=', accounts.except];
  return `accountId ${operator} ${whole(id)}`;
};

const whole = (value: number): number => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`Not a whole number: ${value}`);
  return value;
};
