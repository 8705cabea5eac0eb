/** Topics in SQL: their names, and their places from 1 to the last without gaps. */
import { sql } from 'kysely';
import { lastPlace } from '../../platform/db/reorder.js';
import { likeIgnoringCase, literalPattern, type Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import { insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { lockAccount } from '../../identity/accounts/account.repository.js';
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

/** Lets one transaction at a time name or move topics of the account: names and places concern them all. */
export const lockTopics = async (trx: Db, accountId: number): Promise<void> => {
  await lockAccount(trx, accountId);
};

const living = (db: Db, accountId: number) =>
  db.selectFrom('topic').where('accountId', '=', accountId).where('deletedDate', 'is', null);

/** The living topic of this name, whatever its case. */
export const findTopicByName = (db: Db, accountId: number, name: string): Promise<Row<'topic'> | undefined> =>
  living(db, accountId)
    .selectAll()
    .where(likeIgnoringCase(db, sql.ref('name'), literalPattern(name)))
    .executeTakeFirst();

/** Adds a topic at the end; the topics must be locked. */
export const insertTopic = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  name: string,
): Promise<Row<'topic'>> => {
  const now = isoTime(clock);
  return insertRow(trx, 'topic', {
    accountId,
    name,
    displayOrder: await lastPlace(trx, 'topic', accountId, accountId),
    entryDate: now,
    updatedDate: now,
    deletedDate: null,
  });
};
