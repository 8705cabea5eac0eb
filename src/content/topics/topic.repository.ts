/** Topics in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { countItems } from '../items/item-links.repository.js';
import type { TopicRecord } from '../records/topic.record.js';

/** Adds the counts of items, in one query. */
export const completeTopics = async <T extends Row<'topic'>>(
  db: Db,
  accountId: number,
  rows: T[],
): Promise<(T & TopicRecord)[]> => {
  const counts = await countItems(
    db,
    'itemTopic',
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => Object.assign(row, { itemCount: counts.get(row.id) ?? 0 }));
};
