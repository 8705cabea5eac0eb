/** The link tables between items and speakers or topics, and the count of linked items. */
import { sql, type RawBuilder } from 'kysely';

/** The link tables, with the linked table and column. */
export const links = {
  itemSpeaker: { table: 'speaker', column: 'speakerId' },
  itemTopic: { table: 'topic', column: 'topicId' },
} as const;
export type Link = keyof typeof links;

/** The lists of an item, with their link tables. */
export const listLinks = { speakers: 'itemSpeaker', topics: 'itemTopic' } as const satisfies Record<
  string,
  Link
>;
export type ListName = keyof typeof listLinks;
export const listNames = ['speakers', 'topics'] as const satisfies ListName[];

/** Number of items of the current speaker or topic row that are not deleted, for sorting and filtering. */
export const countOfItems = (link: Link): RawBuilder<number> => {
  const { table, column } = links[link];
  return sql<number>`(select count(*) from ${sql.table(link)} as "link"
    inner join "item" on "item"."id" = "link"."itemId" and "item"."deletedDate" is null
    where "link".${sql.ref(column)} = ${sql.ref(`${table}.id`)})`;
};
