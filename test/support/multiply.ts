/** Fills tables with copies of a record, with their own names, dates, states and references. */
import { sql } from 'kysely';
import type { Db } from '../../src/platform/db/dialect.js';
import type { ListSpec } from '../../src/platform/db/list-query.js';
import type { Tables } from '../../src/platform/db/tables.js';

type Values = Record<string, string | number | null>;

/** SQLite allows 32,766 values per statement. */
const BATCH = 500;
const DAY_MS = 86_400_000;
/** One record in this many is deleted. */
const DELETED_OF = 50;
/** The referenced tables of columns that are not named after their table. */
export const NAMED: Record<string, string> = { indexedMediaAssetId: 'mediaAsset', jobId: 'accountJob' };
/** Columns with a unique index. */
const UNIQUE = [
  'title',
  'name',
  'urlSlug',
  'token',
  'secretHash',
  'secret',
  'key',
  'blobKey',
  'eventId',
  'requestId',
  'queryKey',
];

/**
 * Fills the table of each list with copies up to `rows` records per account, parents before children, and updates the
 * engine's statistics.
 */
export const multiply = async (
  db: Db,
  accountIds: readonly number[],
  specs: readonly ListSpec[],
  rows: number,
): Promise<void> => {
  for (const accountId of accountIds) {
    const ids = new Map<string, number[]>();
    for (const spec of inOrder(specs).filter(({ table }) => !isView(table)))
      ids.set(spec.table, await fill(db, accountId, spec, rows, ids));
  }
  await sql`analyze`.execute(db);
};

const PARENTS: (keyof Tables)[] = [
  'collection',
  'series',
  'item',
  'variantType',
  'mediaAsset',
  'resourceType',
  'webhook',
  'token',
  'accountJob',
];

export const inOrder = (specs: readonly ListSpec[]): ListSpec[] => {
  const parents = PARENTS.flatMap((table) => specs.filter((spec) => spec.table === table));
  return [...parents, ...specs.filter(({ table }) => !PARENTS.includes(table))];
};

/** Views, which have no rows of their own. */
export const isView = (table: keyof Tables): boolean => table === 'trash';

/** Tables whose ids the database does not assign. */
export const computesIds = (table: keyof Tables): boolean => table === 'waitingSuggestion';

/** An id that no row of any account has. */
export const givenId = (accountId: number, row: number): number => accountId * 1_000_000 + row;

const fill = async (
  db: Db,
  accountId: number,
  { table, fields }: ListSpec,
  rows: number,
  ids: Map<string, number[]>,
): Promise<number[]> => {
  const { rows: found } = await sql<Values>`select * from ${sql.table(table)}
    where "accountId" = ${accountId} order by "id" limit 1`.execute(db);
  const [template] = found;
  if (!template) throw new Error(`there is no ${table} to copy`);
  const columns = Object.keys(template).filter((column) => column !== 'id');
  const copy = (i: number): Values => {
    const values: Values = computesIds(table) ? { id: givenId(accountId, i) } : {};
    for (const column of columns) {
      const parents = ids.get(NAMED[column] ?? column.replace(/Id$/, ''));
      const states = column === 'status' ? fields.status?.values : undefined;
      if (parents && column.endsWith('Id')) values[column] = parents[(i * 7) % parents.length] ?? null;
      else if (states) values[column] = states[i % states.length] ?? null;
      else if (UNIQUE.includes(column)) values[column] = `${template[column] ?? column}-${i}-${accountId}`;
      else if (column === 'deletedDate')
        values[column] = i % DELETED_OF === 0 ? new Date(i * DAY_MS).toISOString() : null;
      else if (column === 'date') values[column] = new Date(i * DAY_MS).toISOString().slice(0, 10);
      else if (column.endsWith('Date')) values[column] = new Date(i * DAY_MS).toISOString();
      else values[column] = template[column] ?? null;
    }
    return values;
  };
  await db.transaction().execute(async (trx) => {
    for (let start = 1; start < rows; start += BATCH) {
      const batch = Array.from({ length: Math.min(BATCH, rows - start) }, (_, i) => copy(start + i));
      await trx
        .insertInto(table as 'item')
        .values(batch as never)
        .execute();
    }
  });
  const { rows: all } = await sql<{
    id: number;
  }>`select "id" from ${sql.table(table)} where "accountId" = ${accountId}`.execute(db);
  return all.map(({ id }) => id);
};
