/** Speakers in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import { countItems, itemsOf } from '../items/item-links.repository.js';
import { toItem } from '../records/item.record.js';
import { toSpeaker } from '../records/speaker.record.js';
import type { Speaker } from './speaker.schema.js';

/** Rows as records; counting the items and expanding them cost one query each, however many rows. */
export const presentSpeakers = async (
  db: Db,
  { accountId, baseUrl }: Caller,
  rows: readonly Row<'speaker'>[],
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
    return {
      ...toSpeaker(row, baseUrl, itemCount),
      ...(own && { items: own.map((item) => toItem(item, baseUrl)) }),
    };
  });
};
