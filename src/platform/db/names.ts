/** Names of records, compared without regard to case and spacing: lookup, and uniqueness among siblings. */
import { sql, type RawBuilder } from 'kysely';
import { conflict } from '../lib/errors.js';
import { singleSpaced } from '../lib/white-space.js';
import { likeIgnoringCase, literalPattern, singleSpacedColumn, type Db } from './dialect.js';
import { existingRows } from './rows.js';
import { siblings } from './reorder.js';

/** Whether a column contains this name, ignoring case and the number of spaces between words. */
const isNamed = (db: Db, column: string, name: string): RawBuilder<boolean> =>
  likeIgnoringCase(db, singleSpacedColumn(db, column), literalPattern(singleSpaced(name)));

/** The record with this name according to `isNamed`; the oldest if there are several. */
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
    .where(isNamed(db, table === 'series' ? 'title' : 'name', name))
    .orderBy('id')
    .executeTakeFirst();
  return row?.id;
};

const nouns = { topic: 'topic', resourceType: 'resource type', variantType: 'variant type' } as const;

/**
 * Checks that a name is available. The parent's row (account or collection) must be locked.
 * @param ownId the record that may already have the name
 * @throws {ConflictError} when a sibling has the name
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
    .where(isNamed(trx, 'name', name))
    .orderBy('id')
    .executeTakeFirst();
  if (!other || other.id === ownId) return;
  const place = table === 'variantType' ? ' in this collection' : '';
  throw conflict(`A ${nouns[table]} named "${other.name}" already exists${place}`, [
    { path: 'name', message: `is already used by another ${nouns[table]}${place}` },
  ]);
};
