/** What links items to speakers and topics, and the count of the items at the other end. */
import { sql, type RawBuilder } from 'kysely';

/** The tables between, with what each names beside the item. */
export const links = {
  itemSpeaker: { table: 'speaker', column: 'speakerId' },
  itemTopic: { table: 'topic', column: 'topicId' },
} as const;
export type Link = keyof typeof links;

/** Items of the speaker or topic in the row at hand that are not deleted: for sorts and filters. */
export const countOfItems = (link: Link): RawBuilder<number> => {
  const { table, column } = links[link];
  return sql<number>`(select count(*) from ${sql.table(link)} as "link"
    inner join "item" on "item"."id" = "link"."itemId" and "item"."deletedDate" is null
    where "link".${sql.ref(column)} = ${sql.ref(`${table}.id`)})`;
};
