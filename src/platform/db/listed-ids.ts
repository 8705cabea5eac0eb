/** Passes a list of ids as a single query parameter, so that the SQL is the same for any number of ids. */
import { sql, type RawBuilder } from 'kysely';
import { isPostgres, type Db } from './dialect.js';

/**
 * Right-hand side of an `in` condition.
 * @param ids JSON array
 */
export const listedIds = (db: Db, ids: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select "value"::bigint from json_array_elements_text(${ids}::json) as "listed" ("value"))`
    : sql`(select "value" from json_each(${ids}))`;
