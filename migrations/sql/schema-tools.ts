/** How the migrations write tables and indexes, the same for SQLite and PostgreSQL. */
import { PostgresAdapter, sql, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely';

type Builder = CreateTableBuilder<string, string>;
type Column = 'text' | 'integer';

/** Makers of tables and indexes; text is in byte order and integers have 64 bits on both engines. */
export const schemaTools = (db: Kysely<unknown>) => {
  const postgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Byte order for text on both engines, so that sorts and ranges agree; 64-bit integers on both.
  const types: Record<Column, RawBuilder<unknown>> = {
    text: postgres ? sql`text collate "C"` : sql`text`,
    integer: postgres ? sql`bigint` : sql`integer`,
  };

  const table = (name: string): Builder =>
    postgres
      ? db.schema
          .createTable(name)
          .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity())
      : db.schema.createTable(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement());

  /** `name!` is NOT NULL, `name>table` refers to a table's id. */
  const columns = (builder: Builder, type: Column, names: string): Builder =>
    names
      .trim()
      .split(/\s+/)
      .reduce((b, spec) => {
        const [, name, required, target] = /^(\w+)(!?)(?:>(\w+))?$/.exec(spec) ?? [];
        if (!name) throw new Error(`bad column ${spec}`);
        return b.addColumn(name, types[type] as RawBuilder<string>, (c) => {
          const column = required ? c.notNull() : c;
          return target ? column.references(`${target}.id`) : column;
        });
      }, builder);

  const create = async (name: string, integers: string, texts: string): Promise<void> => {
    const withIntegers = integers ? columns(table(name), 'integer', integers) : table(name);
    await (texts ? columns(withIntegers, 'text', texts) : withIntegers).execute();
  };

  const index = async (
    on: string,
    names: string,
    options: { unique?: boolean; live?: boolean; deleted?: boolean } = {},
  ): Promise<void> => {
    const list = names.split(' ');
    const builder = db.schema
      .createIndex(`${on}_${list.join('_')}`)
      .on(on)
      .columns(list);
    const unique = options.unique ? builder.unique() : builder;
    if (options.live) await unique.where(sql.ref('deletedDate'), 'is', null).execute();
    else if (options.deleted) await unique.where(sql.ref('deletedDate'), 'is not', null).execute();
    else await unique.execute();
  };

  return { postgres, types, columns, create, index };
};
