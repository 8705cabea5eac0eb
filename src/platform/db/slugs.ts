/** Slugs of items and series: unique among the living records of their collection. */
import { sql } from 'kysely';
import { conflict } from '../lib/errors.js';
import type { Db } from './dialect.js';
import { lockRow } from './rows.js';

type Slugged = 'item' | 'series';

/** Numbered candidates that are tried before the numbering jumps ahead. */
const NEAR = [2, 3, 4, 5, 6, 7, 8, 9];

/**
 * `wanted`, or `wanted-2`, `wanted-3` … where that is taken. It stays free for the transaction: the collection's row is
 * locked, so that two records of one title made at once get two slugs.
 */
export const uniqueSlug = async (
  trx: Db,
  table: Slugged,
  accountId: number,
  collectionId: number,
  wanted: string,
): Promise<string> => {
  await lockRow(trx, 'collection', accountId, collectionId);
  const near = [wanted, ...NEAR.map((number) => `${wanted}-${number}`)];
  const taken = await takenSlugs(trx, table, accountId, collectionId, near);
  const free = near.find((slug) => !taken.has(slug));
  if (free) return free;
  const { count } = await living(trx, table, accountId, collectionId)
    .where('urlSlug', '>=', `${wanted}-`)
    .where('urlSlug', '<', `${wanted}.`)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  for (let number = count + 2; ; number++) {
    const slug = `${wanted}-${number}`;
    if (!(await takenSlugs(trx, table, accountId, collectionId, [slug])).has(slug)) return slug;
  }
};

/**
 * For a slug that somebody chose. @param ownId the record that may have it already
 * @throws ConflictError where another living record of the collection has it
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
  throw conflict(`The slug ${slug} is taken in this collection`, [
    { path: 'urlSlug', message: 'is taken in this collection' },
  ]);
};

/** The plus keeps the account's indexes out of it: without statistics SQLite would read the whole collection by one of them, not find the slugs by theirs. */
const living = (trx: Db, table: Slugged, accountId: number, collectionId: number) =>
  trx
    .selectFrom(table)
    .where(sql<number>`+${sql.ref('accountId')}`, '=', accountId)
    .where('collectionId', '=', collectionId)
    .where('deletedDate', 'is', null);

/** Ids of the holders, by slug. */
const takenSlugs = async (
  trx: Db,
  table: Slugged,
  accountId: number,
  collectionId: number,
  slugs: string[],
): Promise<Map<string | null, number>> => {
  const rows = await living(trx, table, accountId, collectionId)
    .where('urlSlug', 'in', slugs)
    .select(['urlSlug', 'id'])
    .execute();
  return new Map(rows.map(({ urlSlug, id }) => [urlSlug, id]));
};
