/** Prepared queries for hot paths, because building a query takes longer than running it on SQLite. */
import type { CompiledQuery } from 'kysely';
import { isPostgres, type Db } from './dialect.js';

interface Buildable<R> {
  compile(): CompiledQuery<R>;
}

/**
 * A read query with fixed text. It sees committed data and, in a transaction, the transaction's own writes.
 * @param build must use the values as the query's parameters, all of them and in order
 * @returns a function that runs the query with other values in a database or transaction
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
    if (db.prepareRead) return db.prepareRead(query.sql).all(...values) as R[];
    return (await db.executeQuery<R>({ ...query, parameters: values })).rows;
  };
};

const checked = <R>(query: CompiledQuery<R>, values: readonly unknown[]): CompiledQuery<R> => {
  const isSame =
    query.parameters.length === values.length && query.parameters.every((value, i) => value === values[i]);
  if (!isSame) throw new Error(`The values of a prepared query must be its parameters: ${query.sql}`);
  return query;
};
