/** A list of ids as one value of a query, whose text is then the same for any number of them. */
import { sql, type RawBuilder } from 'kysely';
import { isPostgres, type Db } from './dialect.js';

/** What ids can be `in`. @param ids as JSON */
export const listedIds = (db: Db, ids: string): RawBuilder<unknown> =>
  isPostgres(db)
    ? sql`(select "value"::bigint from json_array_elements_text(${ids}::json) as "listed" ("value"))`
    : sql`(select "value" from json_each(${ids}))`;
