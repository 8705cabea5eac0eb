/** Topics in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import type { Row } from '../../platform/db/tables.js';
import { countItems } from '../items/item-links.repository.js';
import { toTopic, type TopicRecord } from '../records/topic.record.js';
import { topicList } from './topic.schema.js';

export const listTopics = (db: Db, accountId: number, params: ListParams): Promise<Page<Row<'topic'>>> =>
  listPage(db, topicList, accountId, params);

/** Rows as records; their items are counted in one query. */
export const presentTopics = async (
  db: Db,
  accountId: number,
  rows: Row<'topic'>[],
): Promise<TopicRecord[]> => {
  const counts = await countItems(
    db,
    'itemTopic',
    accountId,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toTopic(row, counts.get(row.id) ?? 0));
};
