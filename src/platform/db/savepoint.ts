/** Undoes a part of a transaction. */
import { sql } from 'kysely';
import type { Db } from './dialect.js';

/** Runs work in a transaction, and undoes what it wrote if it throws. */
export const inSavepoint = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint "part"`.execute(trx);
  try {
    const result = await work();
    await sql`release savepoint "part"`.execute(trx);
    return result;
  } catch (error) {
    await sql`rollback to savepoint "part"`.execute(trx);
    // A part within another one has the same name.
    await sql`release savepoint "part"`.execute(trx);
    throw error;
  }
};

/** Runs work in a transaction to learn its result, and undoes what it wrote. */
export const tryOut = async <T>(trx: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint "trial"`.execute(trx);
  const result = await work();
  await sql`rollback to savepoint "trial"`.execute(trx);
  return result;
};
