/** The tables in which events are stored, with their columns as Parquet has them. */
import type { ClickHouse } from '../clickhouse/clickhouse.js';

export interface StoredColumn {
  name: string;
  /** In ClickHouse. */
  type: string;
  /** In Parquet, which has neither states of aggregations nor UUIDs and enumerations as others read them. */
  parquetType: string;
  /** The expression that exports the column. */
  exported: string;
  /** The expression that turns it back. */
  loaded: string;
  /** The same for equal values, however often ClickHouse has merged the rows. */
  compared: string;
}

export interface StoredTable {
  name: string;
  columns: StoredColumn[];
  /** Whether rows are merged until one of each key is left. */
  isAggregating: boolean;
  /** The column by whose month rows are put into parts. */
  timeColumn: string;
}

/** By table: what `MergeTree` partitions by is not always a month. */
const TIME_COLUMNS: Record<string, string> = {
  sessions: 'month',
  hours: 'hour',
  item_days: 'day',
  event_ids: 'receivedAt',
};

const stored = (name: string, type: string): StoredColumn => {
  const column = `\`${name}\``;
  const textual = (parquetType: string, exported: string, loaded: string): StoredColumn => ({
    name,
    type,
    parquetType,
    exported,
    loaded,
    compared: nullable(exported, type),
  });
  if (type.startsWith('AggregateFunction'))
    return {
      ...textual('String', `hex(${column})`, `CAST(unhex(${column}), '${quoted(type)}')`),
      compared: `finalizeAggregation(${column})`,
    };
  const plain = type.replace(/^SimpleAggregateFunction\(\w+, (.*)\)$/, '$1');
  const back = `CAST(${column}, '${quoted(plain)}')`;
  if (/^Array\((UUID|Enum)/.test(plain))
    return {
      ...textual('Array(String)', `arrayMap(one -> toString(one), ${column})`, back),
      compared: `arraySort(arrayMap(one -> toString(one), ${column}))`,
    };
  const isNullable = plain.includes('Nullable(');
  if (/UUID|Enum/.test(plain))
    return textual(isNullable ? 'Nullable(String)' : 'String', `toString(${column})`, back);
  const bare = plain.replace(/^LowCardinality\((.*)\)$/, '$1');
  return { name, type, parquetType: bare, exported: column, loaded: back, compared: nullable(column, plain) };
};

/** Hashes of null are null. */
const nullable = (expression: string, type: string): string =>
  type.includes('Nullable(') ? `isNull(${expression}), ifNull(toString(${expression}), '')` : expression;

const quoted = (type: string): string => type.replaceAll('\\', '\\\\').replaceAll("'", "\\'");

/** Rows in all of these tables, as they are stored: aggregating tables may have some that are yet to be merged. */
export const storedRows = async (clickHouse: ClickHouse): Promise<number> => {
  const [row] = await clickHouse.query<{ rows: number }>(
    `SELECT sum(total_rows) AS rows FROM system.tables
WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != 'migrations'`,
  );
  return row?.rows ?? 0;
};

/** All tables with rows of accounts. */
export const storedTables = async (clickHouse: ClickHouse): Promise<StoredTable[]> => {
  const rows = await clickHouse.query<{ table: string; engine: string; name: string; type: string }>(
    `SELECT c.table AS table, t.engine AS engine, c.name AS name, c.type AS type
FROM system.columns AS c JOIN system.tables AS t ON t.database = c.database AND t.name = c.table
WHERE c.database = currentDatabase() AND t.engine LIKE '%MergeTree' AND c.table != 'migrations'
ORDER BY c.table, c.position`,
  );
  const tables = new Map<string, StoredTable>();
  for (const { table, engine, name, type } of rows) {
    const known = tables.get(table) ?? {
      name: table,
      columns: [],
      isAggregating: engine.includes('Aggregating'),
      timeColumn: TIME_COLUMNS[table] ?? 'at',
    };
    tables.set(table, known);
    known.columns.push(stored(name, type));
  }
  return [...tables.values()];
};
