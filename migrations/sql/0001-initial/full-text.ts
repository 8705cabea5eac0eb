/** Full-text indexes of items and chunks: FTS5 tables that triggers fill, or expression indexes of PostgreSQL. */
import type { SchemaTools } from '../schema-tools.js';

export const fullText = async ({ postgres, run }: SchemaTools): Promise<void> => {
  if (postgres) {
    // `src/search/query/full-text.ts` has the same expressions.
    await run(`create index "chunk_words" on "chunk" using gin (to_tsvector('english', "text"))`);
    await run(`create index "item_words" on "item" using gin
      (to_tsvector('english', "title" || ' ' || coalesce("subTitle", '') || ' ' || coalesce("description", '')))`);
    return;
  }
  await wordsOf(run, 'chunk', ['text']);
  await wordsOf(run, 'item', ['title', 'subTitle', 'description']);
};

const wordsOf = async (run: SchemaTools['run'], table: string, names: string[]): Promise<void> => {
  const words = `"${table}Words"`;
  const columns = names.map((name) => `"${name}"`).join(', ');
  const valuesOf = (row: string): string => names.map((name) => `${row}."${name}"`).join(', ');
  const remove = `insert into ${words} (${words}, rowid, ${columns}) values ('delete', old.id, ${valuesOf('old')});`;
  const add = `insert into ${words} (rowid, ${columns}) values (new.id, ${valuesOf('new')});`;
  const trigger = (event: string, when: string, body: string): Promise<void> =>
    run(`create trigger "${table}Words_${event}" after ${when} on "${table}" begin ${body} end`);
  await run(
    `create virtual table ${words} using fts5(${columns}, content='${table}', content_rowid='id', tokenize='porter unicode61')`,
  );
  await trigger('insert', 'insert', add);
  await trigger('delete', 'delete', remove);
  await trigger('update', `update of ${columns}`, `${remove} ${add}`);
};
