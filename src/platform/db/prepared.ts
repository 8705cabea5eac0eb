/** Queries of the hot paths, built once: putting one together costs more than SQLite takes to answer it. */
import type { CompiledQuery } from 'kysely';
import { readerOf } from './connect.js';
import { isPostgres, type Db } from './dialect.js';

interface Buildable<R> {
  compile(): CompiledQuery<R>;
}

/**
 * A reading query whose text never changes, only its values. It sees what was committed before, and in a transaction what that wrote.
 * @param build its values must become the query's parameters, all of them in their order and no others
 * @returns runs it with other values, in the database or transaction given
 */
export const prepared = <V extends readonly unknown[], R>(
  build: (db: Db, ...values: V) => Buildable<R>,
): ((db: Db, ...values: V) => Promise<R[]>) => {
  const compiled: { sqlite?: CompiledQuery<R>; postgres?: CompiledQuery<R> } = {};
  return async (db, ...values) => {
    const query = (compiled[isPostgres(db) ? 'postgres' : 'sqlite'] ??= checked(
      build(db, ...values).compile(),
      values,
    ));
    const read = readerOf(db);
    if (read) return read(query.sql).all(...values) as R[];
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows;
  };
};

const checked = <R>(query: CompiledQuery<R>, values: readonly unknown[]): CompiledQuery<R> => {
  const same =
    query.parameters.length === values.length && query.parameters.every((value, i) => value === values[i]);
  if (!same) throw new Error(`The values of a prepared query are not its parameters: ${query.sql}`);
  return query;
};
