/** Speakers in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { countItems, itemsOf } from '../items/item-links.repository.js';
import type { Speaker } from './speaker.schema.js';

/** Adds item counts and the requested expansions, with one query each for any number of rows. */
export const completeSpeakers = async (
  db: Db,
  accountId: number,
  rows: Row<'speaker'>[],
  { expand, counted }: { expand: readonly string[]; counted: boolean },
): Promise<Speaker[]> => {
  const ids = rows.map(({ id }) => id);
  const expanded = expand.includes('items');
  const [items, counts] = await Promise.all([
    expanded ? itemsOf(db, 'itemSpeaker', accountId, ids) : null,
    counted && !expanded ? countItems(db, 'itemSpeaker', accountId, ids) : null,
  ]);
  return rows.map((row) => {
    const own = items && (items.get(row.id) ?? []);
    const itemCount = own ? own.length : counts ? (counts.get(row.id) ?? 0) : null;
    return Object.assign(row, { itemCount }, own && { items: own });
  });
};
