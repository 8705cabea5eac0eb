/** The query plan of a database. */
import { CompiledQuery, sql } from 'kysely';
import { isPostgres, type Db } from '../../src/platform/db/dialect.js';

/** One step per line. */
export const explain = (db: Db, { sql: text, parameters }: CompiledQuery): Promise<string> =>
  db.transaction().execute(async (trx: Db) => {
    // PostgreSQL may read all of such a small table although it has an index. The test asks whether it must.
    if (isPostgres(trx)) await sql`set local enable_seqscan = off`.execute(trx);
    const asked = `explain ${isPostgres(trx) ? '' : 'query plan '}${text}`;
    const { rows } = await trx.executeQuery(CompiledQuery.raw(asked, [...parameters]));
    return (rows as Record<string, string>[]).map((row) => row['QUERY PLAN'] ?? row.detail).join('\n');
  });
