/** All that is stored of events, as Parquet: by table and month, so that past months are exported once. */
import type { Readable } from 'node:stream';
import type { ClickHouse } from '../clickhouse/clickhouse.js';
import { storedTables, type StoredTable } from './stored-tables.js';

export interface EventPart {
  table: string;
  /** e.g. 202603 */
  month: number;
  rows: number;
  /** Changes with the rows: 16 hexadecimal digits. */
  fingerprint: string;
}

/** Parquet in row groups that need little memory. */
const SETTINGS = `SETTINGS output_format_parquet_string_as_string = 1, output_format_parquet_row_group_size = 100000, max_threads = 2`;

const monthOf = ({ timeColumn }: StoredTable): string => `toYYYYMM(\`${timeColumn}\`)`;
/** Without it, merges in the background would change what is the same. */
const from = ({ name, isAggregating }: StoredTable): string => `${name}${isAggregating ? ' FINAL' : ''}`;

/** @throws {AnalyticsUnavailableError} */
export const eventParts = async (clickHouse: ClickHouse): Promise<EventPart[]> => {
  const parts: EventPart[] = [];
  for (const table of await storedTables(clickHouse)) {
    const values = table.columns.map(({ compared }) => compared).join(', ');
    parts.push(
      ...(await clickHouse.query<EventPart>(
        `SELECT '${table.name}' AS table, ${monthOf(table)} AS month, count() AS rows,
  leftPad(lower(hex(sum(cityHash64(${values})))), 16, '0') AS fingerprint
FROM ${from(table)} GROUP BY month ORDER BY month`,
      )),
    );
  }
  return parts;
};

/**
 * The part as Parquet, using constant memory.
 * @throws {AnalyticsUnavailableError}
 */
export const exportPart = async (
  clickHouse: ClickHouse,
  { table: name, month }: Pick<EventPart, 'table' | 'month'>,
): Promise<Readable> => {
  const table = (await storedTables(clickHouse)).find((one) => one.name === name);
  if (!table) throw new RangeError(`There is no table ${name}`);
  const columns = table.columns.map(({ name: column, exported }) => `${exported} AS \`${column}\``);
  return clickHouse.stream(
    `SELECT ${columns.join(', ')} FROM ${from(table)} WHERE ${monthOf(table)} = {month:UInt32} ${SETTINGS}`,
    { month },
    'Parquet',
  );
};
