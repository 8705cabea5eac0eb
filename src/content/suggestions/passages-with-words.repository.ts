/** Finds the passages of an account that have certain words, by full text. */
import { sql } from 'kysely';
import { isPostgres, type Db } from '../../platform/db/dialect.js';

export interface PassageWithWords {
  itemId: number;
  text: string;
}

/** Maximum number of passages read, and of those examined for the account. */
const MAX_PASSAGES = 2_000;
const MAX_EXAMINED = 20_000;

/**
 * Passages that have the words in any form and case, the last indexed first, of items that are not deleted.
 * @param words letters, spaces, hyphens and apostrophes only
 */
export const passagesWithWords = async (
  db: Db,
  accountId: number,
  words: string,
): Promise<PassageWithWords[]> => {
  const ofItem = sql`join "item" on "item"."id" = "chunk"."itemId" and "item"."deletedDate" is null
    where "chunk"."accountId" = ${accountId}`;
  const query = isPostgres(db)
    ? sql<PassageWithWords>`select "chunk"."itemId", "chunk"."text" from "chunk" ${ofItem}
        and to_tsvector('english', "chunk"."text") @@ phraseto_tsquery('english', ${words})
        order by "chunk"."id" desc limit ${MAX_PASSAGES}`
    : sql<PassageWithWords>`select "chunk"."itemId", "chunk"."text"
        from (select rowid from "chunkWords" where "chunkWords" match ${`"${words}"`}
          order by rowid desc limit ${MAX_EXAMINED}) as "hit"
        cross join "chunk" on "chunk"."id" = "hit".rowid ${ofItem}
        order by "chunk"."id" desc limit ${MAX_PASSAGES}`;
  return (await query.execute(db)).rows;
};
