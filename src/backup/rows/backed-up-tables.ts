/** Which tables a backup has, and whose their rows are. */
import { sql } from 'kysely';
import { isPostgres, type Db } from '../../platform/db/dialect.js';

/** Tables of what the running processes do, which is over when the backup is restored, and of the backups themselves. */
const TEMPORARY: ReadonlySet<string> = new Set([
  'backupRun',
  'indexVersion',
  'lease',
  'personSession',
  'presence',
  'rateLimit',
  'recentSave',
  'signInStep',
]);

/** How a table's rows are found that belong to one account. */
export type Owner = 'account' | 'accountId' | 'personId' | 'person' | 'installation';

export interface BackedUpTable {
  name: string;
  columns: string[];
  /** Columns of its primary key, in which order its rows are read. */
  key: string[];
  owner: Owner;
}

/** The tables of the database as it is, by name. Views and the tables of full-text search are made from others. */
export const backedUpTables = async (db: Db): Promise<BackedUpTable[]> => {
  const rows = await (isPostgres(db) ? postgresColumns(db) : sqliteColumns(db));
  const tables = new Map<string, BackedUpTable>();
  for (const { table, column, key } of rows) {
    if (TEMPORARY.has(table) || table.startsWith('kysely_')) continue;
    const known = tables.get(table) ?? { name: table, columns: [], key: [], owner: 'installation' };
    tables.set(table, known);
    known.columns.push(column);
    if (key) known.key.push(column);
  }
  return [...tables.values()]
    .map((table) => ({ ...table, owner: ownerOf(table) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
};

const ownerOf = ({ name, columns }: Pick<BackedUpTable, 'name' | 'columns'>): Owner => {
  if (name === 'account' || name === 'person') return name;
  if (columns.includes('accountId') && name !== 'personLink') return 'accountId';
  return columns.includes('personId') ? 'personId' : 'installation';
};

interface ColumnRow {
  table: string;
  column: string;
  /** Whether it is part of the primary key. */
  key: boolean | number;
}

const sqliteColumns = async (db: Db): Promise<ColumnRow[]> => {
  const { rows } = await sql<ColumnRow>`
    select t.name as "table", c.name as "column", c.pk as "key"
    from pragma_table_list as t join pragma_table_info(t.name) as c
    where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite\\_%' escape '\\'
    order by t.name, c.pk = 0, c.pk, c.cid`.execute(db);
  return rows;
};

const postgresColumns = async (db: Db): Promise<ColumnRow[]> => {
  const { rows } = await sql<ColumnRow>`
    select c.relname as "table", a.attname as "column", coalesce(array_position(i.indkey::int2[], a.attnum) is not null, false) as "key"
    from pg_class c join pg_attribute a on a.attrelid = c.oid
      left join pg_index i on i.indrelid = c.oid and i.indisprimary
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by c.relname, array_position(i.indkey::int2[], a.attnum), a.attnum`.execute(db);
  return rows;
};
