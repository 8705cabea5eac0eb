/** The language of items: as set, else of the transcript, else of the collection, else told from the transcript. */
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/dialect.js';
import { listedIds } from '../../platform/db/list-query.js';
import { updateWhere, rowsWhere } from '../../platform/db/rows.js';

const EFFECTIVE = sql`coalesce("item"."language",
  (select "transcript"."language" from "transcript"
    where "transcript"."itemId" = "item"."id" and "transcript"."isCurrent" = 1 limit 1),
  (select "collection"."defaultLanguage" from "collection" where "collection"."id" = "item"."collectionId"),
  "item"."detectedLanguage")`;

/**
 * Sets the language in use after a change of what decides it.
 * @returns the new languages, by id of the items whose language has changed
 */
export const recomputeLanguages = async (
  trx: Db,
  accountId: number,
  itemIds: readonly number[],
): Promise<Map<number, string | null>> =>
  itemIds.length === 0
    ? new Map()
    : recompute(trx, accountId, sql`"id" in ${listedIds(trx, JSON.stringify(itemIds))}`);

/** The same for all items of a collection. */
export const recomputeCollectionLanguages = (
  trx: Db,
  accountId: number,
  collectionId: number,
): Promise<Map<number, string | null>> => recompute(trx, accountId, sql`"collectionId" = ${collectionId}`);

const recompute = async (
  trx: Db,
  accountId: number,
  which: RawBuilder<unknown>,
): Promise<Map<number, string | null>> => {
  const { rows } = await sql<{ id: number; effectiveLanguage: string | null }>`update "item"
    set "effectiveLanguage" = ${EFFECTIVE}
    where "accountId" = ${accountId} and ${which} and "effectiveLanguage" is distinct from ${EFFECTIVE}
    returning "id", "effectiveLanguage"`.execute(trx);
  return new Map(rows.map(({ id, effectiveLanguage }) => [id, effectiveLanguage]));
};

/** The language of new items of the collection, BCP 47. */
export const defaultLanguage = async (db: Db, collectionId: number): Promise<string | null> => {
  const collection = await rowsWhere(db, 'collection', { id: collectionId })
    .select('defaultLanguage')
    .executeTakeFirst();
  return collection?.defaultLanguage ?? null;
};

/** Records the languages that were told from transcripts, ISO 639-1, by item. */
export const recordDetected = async (
  trx: Db,
  accountId: number,
  detected: ReadonlyMap<number, string | null>,
): Promise<void> => {
  for (const [itemId, language] of detected)
    await updateWhere(trx, 'item', { accountId, id: itemId })
      .set({ detectedLanguage: language })
      .where('detectedLanguage', 'is distinct from', language)
      .execute();
};
