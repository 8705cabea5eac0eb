/** Queries for lists: filters, sorting and paging from one declaration of a resource's fields. */
import { sql, type Expression, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { containsPattern, isPostgres, likeIgnoringCase, type Db } from './dialect.js';
import type { Row, Tables } from './tables.js';
import { z } from 'zod';

export type FieldType = 'integer' | 'number' | 'string' | 'boolean' | 'date' | 'dateTime' | 'enum';
export const operators = ['eq', 'ne', 'in', 'lt', 'le', 'gt', 'ge', 'bt', 'nl', 'like'] as const;
export type Operator = (typeof operators)[number];
export type FieldValue = string | number;

export interface ListField {
  type: FieldType;
  /** Allowed values of an enum. */
  values?: readonly string[];
  /** The enum's values are in upper case; requests may use any case. */
  isUpperCase?: boolean;
  /** Nullable. Nulls sort last. */
  nullable?: boolean;
  /** SQL expression of the field, if it is not a column of the same name. */
  expression?: RawBuilder<unknown>;
  /** SQL expression to sort by, if not the field's value. */
  sortedBy?: RawBuilder<unknown>;
  /** The field is not part of the record, and too expensive to sort by. */
  isFilterOnly?: boolean;
  /** The field is membership in a link table: supports only `eq` and `in`, no sorting. */
  membership?: { table: keyof Tables; owner: string; member: string };
}

export interface ListSpec<T extends keyof Tables = keyof Tables> {
  table: T;
  fields: Record<string, ListField>;
  expansions: readonly string[];
  /** Columns that `_q` searches. */
  searched: readonly string[];
  /** Default order of the list. */
  defaultOrder: readonly ListOrder[];
  /** The column that marks a row as deleted, if not `deletedDate`; null without soft deletion. */
  deletedColumn?: string | null;
  /** The columns that together identify a row, and end every order; default `id`. */
  identity?: readonly string[];
  /** The record that these belong to. If it is deleted, they count as deleted too. */
  parent?: { table: keyof Tables; column: string };
}

export interface ListOrder {
  field: string;
  direction: 'ASC' | 'DESC';
}
export interface ListFilter {
  field: string;
  operator: Operator;
  /** One value; several for `in`, two for `bt`, 1 or 0 for `nl`. */
  values: FieldValue[];
}
export interface ListParams {
  limit: number;
  offset: number;
  orderBy: ListOrder[];
  expand: string[];
  withDeleted: boolean;
  /** Words that must all occur in the searched columns. */
  words: string[];
  filters: ListFilter[];
}

/** The first rows of a list without conditions, in its default order. */
export const firstRows = (limit: number): ListParams => ({
  limit,
  offset: 0,
  orderBy: [],
  expand: [],
  withDeleted: false,
  words: [],
  filters: [],
});

export interface Page<T> {
  rows: T[];
  /** Number of matching rows on all pages. */
  totalRecords: number;
}

/** Restricts a list to the children of one record. */
export const within = (params: ListParams, field: string, parentId: number): ListParams => ({
  ...params,
  filters: [...params.filters, { field, operator: 'eq', values: [parentId] }],
});

/** The requested page of an account's rows, and the number of all matching rows. */
export const listPage = async <T extends keyof Tables>(
  db: Db,
  spec: ListSpec<T>,
  accountId: number,
  params: ListParams,
): Promise<Page<Row<T>>> => {
  const matching = matchingRows(db, spec, accountId, params);
  const page = ordered(db, spec, params, matching.selectAll(spec.table));
  const [rows, totalRecords] = await Promise.all([
    page.limit(params.limit).offset(params.offset).execute(),
    countRows(matching),
  ]);
  return { rows: rows as unknown as Row<T>[], totalRecords };
};

/**
 * The ids of all matching rows in the order of the list, whatever its paging, and their number. Reads them as one text,
 * and on SQLite finds them by one index and sorts them by another: that is many times as fast as a row for each.
 * @param max if more rows match, they are only counted
 */
export const listAllIds = async (
  db: Db,
  spec: ListSpec,
  accountId: number,
  params: ListParams,
  max: number,
): Promise<{ ids: number[]; totalRecords: number }> => {
  const matching = matchingRows(db, spec, accountId, params);
  const id = sql<number>`${sql.ref(`${spec.table}.id`)}`.as('id');
  const found = isPostgres(db)
    ? matching
    : matchingRows(db, spec, accountId, { ...params, words: [], filters: [] }).where(
        sql<boolean>`${sql.ref(`${spec.table}.id`)} in (${matching.select(id)})`,
      );
  const some = ordered(db, spec, params, found.select(id)).limit(max + 1);
  const list = isPostgres(db)
    ? sql.raw('json_agg("some"."id")::text')
    : sql.raw('json_group_array("some"."id")');
  const [row] = (
    await sql<{ ids: string | null }>`select ${list} as "ids" from (${some}) as "some"`.execute(db)
  ).rows;
  const ids = JSON.parse(row?.ids ?? '[]') as number[];
  return ids.length > max
    ? { ids: [], totalRecords: await countRows(matching) }
    : { ids, totalRecords: ids.length };
};

type AnyRows<O = object> = SelectQueryBuilder<Tables, keyof Tables, O>;

const matchingRows = (db: Db, spec: ListSpec, accountId: number, params: ListParams): AnyRows => {
  const conditions = [
    sql<boolean>`${sql.ref(`${spec.table}.accountId`)} = ${accountId}`,
    ...(params.withDeleted
      ? []
      : [
          ...(spec.deletedColumn === null
            ? []
            : [sql<boolean>`${sql.ref(`${spec.table}.${spec.deletedColumn ?? 'deletedDate'}`)} is null`]),
          ...(spec.parent
            ? [parentExists(spec.parent, `${spec.table}.${spec.parent.column}`, accountId)]
            : []),
        ]),
    ...params.words.map((word) => matchesWord(db, spec, word)),
    ...params.filters.map((filter) => condition(db, spec, filter)),
  ];
  const where = sql.join(conditions, sql` and `);
  return (db.selectFrom(spec.table) as unknown as AnyRows).where(sql<boolean>`(${where})`);
};

const countRows = async (matching: AnyRows): Promise<number> =>
  (await matching.select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()).count;

const ordered = <O>(db: Db, spec: ListSpec, { orderBy }: ListParams, rows: AnyRows<O>): AnyRows<O> => {
  const order = orderBy.length > 0 ? orderBy : spec.defaultOrder;
  let page = rows;
  const last = (spec.identity ?? ['id']).map((field) => ({ field, direction: order[0]?.direction ?? 'ASC' }));
  for (const { field, direction } of [...order, ...last]) {
    const { nullable, sortedBy } = spec.fields[field] ?? {};
    page = page.orderBy(sortedBy ?? columnOf(db, spec, field), (o) => {
      const directed = direction === 'ASC' ? o.asc() : o.desc();
      return nullable ? directed.nullsLast() : directed;
    });
  }
  return page;
};

/** A subquery rather than a join, because few parents are deleted. */
const parentExists = (
  { table }: { table: keyof Tables },
  column: string,
  accountId: number,
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} not in (select "id" from ${sql.table(table)}
    where "accountId" = ${accountId} and "deletedDate" is not null)`;

const columnOf = (db: Db, spec: ListSpec, field: string): Expression<unknown> => {
  const { expression, type } = spec.fields[field] ?? {};
  // Computed text would otherwise be sorted by the database's locale, unlike columns.
  if (expression && type === 'string' && isPostgres(db)) return sql`${expression} collate "C"`;
  return expression ?? sql.ref(`${spec.table}.${field}`);
};

const matchesWord = (db: Db, spec: ListSpec, word: string): RawBuilder<boolean> => {
  const pattern = containsPattern(word);
  const found = spec.searched.map((field) => likeIgnoringCase(db, columnOf(db, spec, field), pattern));
  return sql<boolean>`(${sql.join(found, sql` or `)})`;
};

const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const;

const condition = (db: Db, spec: ListSpec, { field, operator, values }: ListFilter): RawBuilder<boolean> => {
  const membership = spec.fields[field]?.membership;
  if (membership) {
    return sql<boolean>`${sql.ref(`${spec.table}.id`)} in (select ${sql.ref(membership.owner)}
      from ${sql.table(membership.table)} where ${sql.ref(membership.member)} in (${sql.join(values)}))`;
  }
  const column = columnOf(db, spec, field);
  switch (operator) {
    case 'in':
      return sql<boolean>`${column} in (${sql.join(values)})`;
    case 'bt':
      return sql<boolean>`${column} between ${values[0]} and ${values[1]}`;
    case 'nl':
      return values[0] === 1 ? sql<boolean>`${column} is null` : sql<boolean>`${column} is not null`;
    case 'like':
      return likeIgnoringCase(db, column, String(values[0]));
    default:
      return sql<boolean>`${column} ${sql.raw(comparisons[operator])} ${values[0]}`;
  }
};

/**
 * Right-hand side of an `in` condition.
 * @param ids JSON array
 */
export const listedIds = (db: Db, ids: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select "value"::bigint from json_array_elements_text(${ids}::json) as "listed" ("value"))`
    : sql`(select "value" from json_each(${ids}))`;

/**
 * The fields of the schema with a single value.
 * @param others additional fields, and fields that differ from the schema
 */
export const listFields = (
  { shape }: z.ZodObject,
  others: Record<string, ListField> = {},
): Record<string, ListField> => {
  const derived = Object.entries(shape).flatMap(([name, schema]) => {
    const field = listField(schema);
    return field ? [[name, field] as const] : [];
  });
  return { ...Object.fromEntries(derived), ...others };
};

const listField = (schema: unknown): ListField | undefined => {
  if (schema instanceof z.ZodNullable) {
    const field = listField(schema.unwrap());
    return field && { ...field, nullable: true };
  }
  if (schema instanceof z.ZodEnum) return { type: 'enum', values: schema.options.map(String) };
  if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
  if (schema instanceof z.ZodNumber) return { type: schema.format === 'safeint' ? 'integer' : 'number' };
  if (schema instanceof z.ZodString) return { type: formats[String(schema.meta()?.format)] ?? 'string' };
  return undefined;
};

const formats: Partial<Record<string, FieldType>> = { date: 'date', 'date-time': 'dateTime' };
