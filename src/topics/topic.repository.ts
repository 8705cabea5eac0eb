/** Topics in SQL: their names, and their places from 1 to the last without gaps. */
import { sql } from 'kysely';
import { likeIgnoringCase, literalPattern, type Db } from '../db/dialect.js';
import { listPage, type ListParams, type Page } from '../db/list-query.js';
import { insertRow } from '../db/rows.js';
import type { Row } from '../db/tables.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { lockAccount } from '../accounts/account.repository.js';
import { countItems } from '../items/item-links.repository.js';
import { toTopic, type TopicRecord } from './topic.record.js';
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
  const last = await living(trx, accountId)
    .select((eb) => eb.fn.max('displayOrder').as('place'))
    .executeTakeFirst();
  const now = isoTime(clock);
  return insertRow(trx, 'topic', {
    accountId,
    name,
    displayOrder: (last?.place ?? 0) + 1,
    entryDate: now,
    updatedDate: now,
    deletedDate: null,
  });
};

/** Numbers the living topics from 1, in their order but for the one that moves; the topics must be locked. */
export const arrangeTopics = async (
  trx: Db,
  accountId: number,
  move?: { id: number; from: number; to: number },
): Promise<void> => {
  // Doubled, the places leave room between them: before the holder of a place when moving up, behind it when moving down.
  const place = move
    ? sql`case when "id" = ${move.id} then ${2 * move.to + Math.sign(move.to - move.from)} else 2 * "displayOrder" end`
    : sql.ref('displayOrder');
  await sql`update "topic" set "displayOrder" = "ranked"."place" from (
      select "id", row_number() over (order by ${place}, "id") as "place" from "topic"
      where "accountId" = ${accountId} and "deletedDate" is null
    ) as "ranked" where "topic"."id" = "ranked"."id" and "topic"."displayOrder" <> "ranked"."place"`.execute(
    trx,
  );
};
