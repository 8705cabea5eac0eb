/** Requests of the OpenAPI document with the ids of an account's own records, as `buildEverything` creates them. */
import { sql } from 'kysely';
import type { Tables } from '../../src/platform/db/tables.js';
import type { Json } from './operations.js';
import type { Tenant, TestApp } from './start-app.js';

/** Tables whose name differs from the parameter's; on the public host, `id` is an item's. */
const TABLES: Record<string, keyof Tables> = {
  id: 'item',
  indexedMediaAssetId: 'mediaAsset',
  jobId: 'accountJob',
  personId: 'accountPerson',
  suggestionId: 'waitingSuggestion',
};

const tableOf = (parameter: string): keyof Tables =>
  TABLES[parameter] ?? (parameter.replace(/Id$/, '') as keyof Tables);

/** `itemId` is the id of a row of `item`. */
export const ownId = async (app: TestApp, tenant: Tenant, parameter: string): Promise<number> => {
  if (parameter === 'accountId') return tenant.account.id;
  const table = tableOf(parameter);
  const row = await app.app.db
    .selectFrom(table as 'item')
    .select('id')
    .where('accountId', '=', tenant.account.id)
    .orderBy('id')
    .executeTakeFirst();
  if (!row) throw new Error(`buildEverything makes no ${table}, which ${parameter} names`);
  return row.id;
};

/** The path with its integer parameters filled in. */
export const ownPath = async (app: TestApp, tenant: Tenant, path: string): Promise<string> => {
  let concrete = path;
  for (const [braced, name] of path.matchAll(/\{(\w+Id|id)\}/g))
    concrete = concrete.replace(braced, String(await ownId(app, tenant, name ?? '')));
  return concrete;
};

/** An example body with its ids replaced: `seriesId: 3`, and `speakers: [{ id: 5 }]`. */
export const ownBody = async (app: TestApp, tenant: Tenant, example: Json): Promise<Json> => {
  if (example === null || typeof example !== 'object' || Array.isArray(example)) return example;
  const fields = Object.entries<Json>(example).map(async ([name, value]): Promise<[string, Json]> => {
    if (/\wId$/.test(name) && typeof value === 'number') return [name, await ownId(app, tenant, name)];
    if (name === 'speakers' || name === 'topics')
      return [name, [{ id: await ownId(app, tenant, `${name.slice(0, -1)}Id`) }]];
    return [name, value];
  });
  return Object.fromEntries(await Promise.all(fields));
};

/** The path to the newest record of its last kind, below the records that it belongs to. */
export const newestPath = async (app: TestApp, tenant: Tenant, path: string): Promise<string> => {
  const last = [...path.matchAll(/\{(\w+)Id\}/g)].at(-1)?.[1] ?? '';
  const row = await app.app.db
    .selectFrom((TABLES[`${last}Id`] ?? last) as 'resource')
    .selectAll()
    .where('accountId', '=', tenant.account.id)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const owners = path.replace(/\{(\w+Id)\}(?=.*\{)/g, (_, name: 'itemId') => String(row[name]));
  return owners.replace(/\{\w+\}/, String(row.id));
};

/** The column in which a child refers to its parent, for a path that starts with the parent's plural. */
const PARENT_COLUMNS: Record<string, string> = {
  collections: 'collectionId',
  items: 'itemId',
  jobs: 'jobId',
  media: 'mediaAssetId',
  webhooks: 'webhookId',
};

/** The ids of a table's rows, from the database: all of the account, or those of the parent in the path. */
export const storedIds = async (
  app: TestApp,
  tenant: Tenant,
  table: keyof Tables,
  path = '',
): Promise<number[]> => {
  const [, plural = '', parentId] = /^\/([\w-]+)\/(\d+)\//.exec(path) ?? [];
  const column = PARENT_COLUMNS[plural];
  if (parentId && !column) throw new Error(`${path} names a parent that PARENT_COLUMNS lacks`);
  const ofParent = column ? sql`and ${sql.ref(column)} = ${Number(parentId)}` : sql``;
  const { rows } = await sql<{ id: number }>`select "id" from ${sql.table(table)}
    where "accountId" = ${tenant.account.id} ${ofParent} order by "id"`.execute(app.app.db);
  return rows.map(({ id }) => id);
};

/** The ids of the account's rows that a field such as `seriesId` may name, from the database. */
export const referredIds = (app: TestApp, tenant: Tenant, field: string): Promise<number[]> =>
  storedIds(app, tenant, tableOf(field));

/** The ids of the deleted rows of all accounts. */
export const deletedIds = async ({ app }: TestApp, table: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`select "id" from ${sql.table(table)}
    where "deletedDate" is not null`.execute(app.db);
  return rows.map(({ id }) => id);
};
