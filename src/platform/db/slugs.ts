/** Slugs of items and series, unique among the records of a collection that are not deleted. */
import { sql } from 'kysely';
import { conflict } from '../lib/errors.js';
import type { Db } from './dialect.js';
import { lockRow } from './rows.js';

type Slugged = 'item' | 'series';

/** Numbers to try before counting the existing slugs. */
const NEAR = [2, 3, 4, 5, 6, 7, 8, 9];

/**
 * `slug`, or `slug-2`, `slug-3` … if it is taken. Locks the collection's row, so that the result stays available
 * until the transaction ends.
 */
export const uniqueSlug = async (
  trx: Db,
  table: Slugged,
  accountId: number,
  collectionId: number,
  slug: string,
): Promise<string> => {
  await lockRow(trx, 'collection', accountId, collectionId);
  const near = [slug, ...NEAR.map((number) => `${slug}-${number}`)];
  const taken = await takenSlugs(trx, table, accountId, collectionId, near);
  const free = near.find((candidate) => !taken.has(candidate));
  if (free) return free;
  const { count } = await existing(trx, table, accountId, collectionId)
    .where('urlSlug', '>=', `${slug}-`)
    .where('urlSlug', '<', `${slug}.`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let number = count + 2; ; number++) {
    const candidate = `${slug}-${number}`;
    if (!(await takenSlugs(trx, table, accountId, collectionId, [candidate])).has(candidate))
      return candidate;
  }
};

/**
 * Checks a slug that the caller chose.
 * @param ownId the record that may already have the slug
 * @throws {ConflictError} when another record of the collection has it
 */
export const assertSlugAvailable = async (
  trx: Db,
  table: Slugged,
  accountId: number,
  collectionId: number,
  slug: string,
  ownId?: number,
): Promise<void> => {
  await lockRow(trx, 'collection', accountId, collectionId);
  const holder = (await takenSlugs(trx, table, accountId, collectionId, [slug])).get(slug);
  if (holder === undefined || holder === ownId) return;
  throw conflict(`The slug ${slug} already exists in this collection`, [
    { path: 'urlSlug', message: 'already exists in this collection' },
  ]);
};

/**
 * Rows that are not deleted. The unary plus disables the indexes on the account: without statistics, SQLite might
 * choose one of them over the index on slugs and read the whole collection.
 */
const existing = (trx: Db, table: Slugged, accountId: number, collectionId: number) =>
  trx
    .selectFrom(table)
    .where(sql<number>`+${sql.ref('accountId')}`, '=', accountId)
    .where('collectionId', '=', collectionId)
    .where('deletedDate', 'is', null);

/** Ids of the records that have these slugs, by slug. */
const takenSlugs = async (
  trx: Db,
  table: Slugged,
  accountId: number,
  collectionId: number,
  slugs: string[],
): Promise<Map<string | null, number>> => {
  const rows = await existing(trx, table, accountId, collectionId)
    .where('urlSlug', 'in', slugs)
    .select(['urlSlug', 'id'])
    .execute();
  return new Map(rows.map(({ urlSlug, id }) => [urlSlug, id]));
};
