/** Topics in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { countItems } from '../items/item-links.repository.js';
import { toTopic, type TopicRecord } from '../records/topic.record.js';

/** Rows as records; their items are counted in one query. */
export const presentTopics = async (
  db: Db,
  accountId: number,
  rows: readonly Row<'topic'>[],
): Promise<TopicRecord[]> => {
  const counts = await countItems(
    db,
    'itemTopic',
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toTopic(row, counts.get(row.id) ?? 0));
};
