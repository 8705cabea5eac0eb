/** Creates tables and indexes in migrations, for SQLite and PostgreSQL alike. */
import { PostgresAdapter, sql, type ColumnDefinitionBuilder, type Kysely, type RawBuilder } from 'kysely';

/** Columns by type: lists of `name`, with `name!` for NOT NULL, `name>table` for a foreign key, `name=default`. */
interface TableColumns {
  integers?: string;
  texts?: string;
  reals?: string;
  /** Columns of the primary key; without it the table has an `id` that the database assigns. */
  key?: string;
}

interface IndexOptions {
  unique?: boolean;
  /** Condition of a partial index, in SQL. */
  where?: string;
  /** Default: table and columns. */
  name?: string;
}

export type SchemaTools = ReturnType<typeof schemaTools>;

export const EXISTING = '"deletedDate" is null';

/** Text sorts in byte order and integers have 64 bits, on both engines. */
export const schemaTools = (db: Kysely<unknown>) => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Byte order on both engines, so that sort orders and ranges agree.
  const text = postgres ? sql`text collate "C"` : sql`text`;
  const integer = postgres ? sql`bigint` : sql`integer`;
  const real = sql`double precision`;

  const run = async (statement: string): Promise<void> => {
    await sql.raw(statement).execute(db);
  };

  /** Each column with its type and constraints. */
  const columnsOf = ({ integers, texts, reals }: Omit<TableColumns, 'key'>) => {
    const specs: [RawBuilder<unknown>, string | undefined][] = [
      [integer, integers],
      [text, texts],
      [real, reals],
    ];
    return specs.flatMap(([type, list]) =>
      (list?.match(/\S+/g) ?? []).map((spec) => {
        const [, column, required, target, initial] = /^(\w+)(!?)(?:>(\w+))?(?:=(.*))?$/.exec(spec) ?? [];
        if (!column) throw new Error(`Invalid column: ${spec}`);
        const constrain = (c: ColumnDefinitionBuilder): ColumnDefinitionBuilder => {
          if (required) c = c.notNull();
          if (target) c = c.references(`${target}.id`);
          return initial === undefined ? c : c.defaultTo(type === text ? initial : Number(initial));
        };
        return { column, type: type as RawBuilder<string>, constrain };
      }),
    );
  };

  const create = async (name: string, { key, ...columns }: TableColumns): Promise<void> => {
    let builder = db.schema.createTable(name);
    if (key) builder = builder.addPrimaryKeyConstraint(`${name}_pk`, key.split(' ') as never[]);
    else
      builder = postgres
        ? builder.addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
        : builder.addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());
    for (const { column, type, constrain } of columnsOf(columns))
      builder = builder.addColumn(column, type, constrain);
    await builder.execute();
  };

  /** Adds columns to a table. */
  const add = async (table: string, columns: Omit<TableColumns, 'key'>): Promise<void> => {
    for (const { column, type, constrain } of columnsOf(columns))
      await db.schema.alterTable(table).addColumn(column, type, constrain).execute();
  };

  /**
   * @param columns each with an optional order: `id:desc`, or `date:last` for descending with nulls last, as in lists
   *   (PostgreSQL's ascending indexes, read backwards, have nulls first)
   */
  const index = (on: string, columns: string, { unique, where, name }: IndexOptions = {}): Promise<void> => {
    const keys = columns.split(' ').map((column) => {
      const [bare, order] = column.split(':');
      return `"${bare}"${order ? ' desc' : ''}${order === 'last' ? ' nulls last' : ''}`;
    });
    return run(
      `create ${unique ? 'unique ' : ''}index "${name ?? `${on}_${columns.replaceAll(' ', '_')}`}"
        on "${on}" (${keys.join(', ')}) ${where ? `where ${where}` : ''}`,
    );
  };

  return { postgres, run, create, add, index };
};
