/** Reads which items, series, speakers and topics are public now, and their names. */
import { sql, type RawBuilder } from 'kysely';
import type { AutocompleteRecord } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { listedIds } from '../../platform/db/list-query.js';
import { prepared } from '../../platform/db/prepared.js';
import { isPublicItem, isPublicSeries } from '../../content/items/visibility.js';

interface PublicRecord {
  id: number;
  text: string;
  date: string | null;
  urlSlug: string | null;
  collectionId: number | null;
}

type Type = AutocompleteRecord['type'];

/** Condition for a speaker or topic of a public item. */
const hasItems = (
  now: string,
  type: 'speaker' | 'topic',
  links: 'itemSpeaker' | 'itemTopic',
): RawBuilder<unknown> =>
  sql`exists (select 1 from ${sql.table(links)} as "link" join "item" on "item"."id" = "link"."itemId"
    where "link".${sql.ref(`${type}Id`)} = ${sql.ref(`${type}.id`)}
      and "link"."accountId" = ${sql.ref(`${type}.accountId`)} and ${isPublicItem(now)})`;

const named = sql`"name" as "text", null as "date", null as "urlSlug", null as "collectionId"`;
const sources: Record<Type, { columns: RawBuilder<unknown>; isShown(now: string): RawBuilder<unknown> }> = {
  item: { columns: sql`"title" as "text", "date", "urlSlug", "collectionId"`, isShown: isPublicItem },
  series: {
    columns: sql`"title" as "text", null as "date", "urlSlug", "collectionId"`,
    isShown: (now) => sql`${isPublicSeries} and exists (select 1 from "item"
      where "item"."accountId" = "series"."accountId" and "item"."seriesId" = "series"."id" and ${isPublicItem(now)})`,
  },
  speaker: { columns: named, isShown: (now) => hasItems(now, 'speaker', 'itemSpeaker') },
  topic: { columns: named, isShown: (now) => hasItems(now, 'topic', 'itemTopic') },
};

/** @param ids JSON array */
const reader = (type: Type) =>
  prepared((db: Db, accountId: number, ids: string, now: string) => ({
    compile: () => {
      const { columns, isShown } = sources[type];
      return sql<PublicRecord>`select "id", ${columns} from ${sql.table(type)} where "accountId" = ${accountId}
        and "id" in ${listedIds(db, ids)} and "deletedDate" is null and ${isShown(now)}`.compile(db);
    },
  }));

const readers: Record<Type, ReturnType<typeof reader>> = {
  item: reader('item'),
  series: reader('series'),
  speaker: reader('speaker'),
  topic: reader('topic'),
};

/** The public records among these ids, by id. */
export const publicRecords = async (
  db: Db,
  now: string,
  accountId: number,
  type: Type,
  ids: readonly number[],
): Promise<Map<number, PublicRecord>> => {
  if (ids.length === 0) return new Map();
  const rows = await readers[type](db, accountId, JSON.stringify(ids), now);
  return new Map(rows.map((row) => [row.id, row]));
};
