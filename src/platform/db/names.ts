/** Names that are unique among siblings, or that more than one record may have; both whatever their case. */
import { sql } from 'kysely';
import { conflict } from '../lib/errors.js';
import { likeIgnoringCase, literalPattern, type Db } from './dialect.js';
import { existingRows } from './rows.js';
import { siblings } from './reorder.js';

/** The record of that name, ignoring case; the oldest if several have it. */
export const findByName = async (
  db: Db,
  table: 'speaker' | 'topic' | 'series' | 'collection',
  accountId: number,
  name: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await existingRows(db, table as 'series', accountId)
    .select('id')
    .$if(collectionId !== undefined, (qb) => qb.where('collectionId', '=', collectionId ?? 0))
    .where(likeIgnoringCase(db, sql.ref(table === 'series' ? 'title' : 'name'), literalPattern(name)))
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
};

const nouns = { topic: 'topic', resourceType: 'resource type', variantType: 'variant type' } as const;

/**
 * Checks a name; the parent's row (account or collection) must be locked.
 * @param ownId the record that may have the name already
 * @throws {ConflictError} when a sibling has it
 */
export const assertNameAvailable = async (
  trx: Db,
  table: keyof typeof nouns,
  accountId: number,
  parentId: number,
  name: string,
  ownId?: number,
): Promise<void> => {
  const other = await existingRows(trx, table as 'topic', accountId)
    .select(['id', 'name'])
    .where(sql.ref(siblings[table]), '=', parentId)
    .where(likeIgnoringCase(trx, sql.ref('name'), literalPattern(name)))
    .orderBy('id')
    .executeTakeFirst();
  if (!other || other.id === ownId) return;
  const place = table === 'variantType' ? ' in this collection' : '';
  throw conflict(`A ${nouns[table]} named "${other.name}" already exists${place}`, [
    { path: 'name', message: `is already used by another ${nouns[table]}${place}` },
  ]);
};
