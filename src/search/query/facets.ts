/** Counts the items of a search by collection, series, speaker, topic, book, year and language. */
import { sql, type RawBuilder } from 'kysely';
import { BIBLE_BOOKS } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import { listedIds } from '../../platform/db/list-query.js';
import { languageCode } from './filter-sql.js';
import { isPublicSeries, isVisibleScripture } from '../../content/items/visibility.js';

export const facetNames = ['collection', 'series', 'speaker', 'topic', 'book', 'year', 'language'] as const;
export type FacetName = (typeof facetNames)[number];

export interface FacetValue<V extends number | string = number | string> {
  /** The value to filter by: an id, a USFM code, a year or a language. */
  value: V;
  name: string;
  /** Number of items on all pages. */
  count: number;
}

/** Maximum number of values per facet, the most frequent first. */
const MAX_VALUES = 100;

type Counted = RawBuilder<FacetValue>;

/** Each selects `value`, `name` and `count` over the items in `listed`. */
const queries: Record<FacetName, (listed: RawBuilder<unknown>) => Counted> = {
  collection: (listed) => sql`select "other"."id" as "value", "other"."name", count(*) as "count"
    from "item" join "collection" as "other" on "other"."id" = "item"."collectionId"
    where ${listed} and "other"."deletedDate" is null group by "other"."id", "other"."name"`,
  series: (listed) => sql`select "series"."id" as "value", "series"."title" as "name", count(*) as "count"
    from "item" join "series" on "series"."id" = "item"."seriesId"
    where ${listed} and "series"."deletedDate" is null and ${isPublicSeries}
    group by "series"."id", "series"."title"`,
  speaker: (listed) => linked(listed, 'speaker', 'itemSpeaker'),
  topic: (listed) => linked(listed, 'topic', 'itemTopic'),
  book: (listed) => sql`select "scripture"."book" as "value", "scripture"."book" as "name",
      count(distinct "item"."id") as "count"
    from "item" join "scripture" on "scripture"."itemId" = "item"."id"
    where ${listed} and ${isVisibleScripture} group by "scripture"."book"`,
  year: (listed) => sql`select cast(substr("item"."date", 1, 4) as integer) as "value",
      substr("item"."date", 1, 4) as "name", count(*) as "count"
    from "item" where ${listed} and "item"."dateIsKnown" = 1 group by substr("item"."date", 1, 4)`,
  language: (listed) => sql`select ${languageCode} as "value", ${languageCode} as "name", count(*) as "count"
    from "item" where ${listed} and "item"."effectiveLanguage" is not null group by ${languageCode}`,
};

const linked = (
  listed: RawBuilder<unknown>,
  table: 'speaker' | 'topic',
  links: 'itemSpeaker' | 'itemTopic',
): Counted => sql`select "other"."id" as "value", "other"."name", count(*) as "count"
    from "item" join ${sql.table(links)} as "link" on "link"."itemId" = "item"."id"
    join ${sql.table(table)} as "other" on "other"."id" = "link".${sql.ref(`${table}Id`)}
    where ${listed} and "other"."deletedDate" is null group by "other"."id", "other"."name"`;

/** Condition for these items. */
export const isListed = (db: Db, accountId: number, itemIds: readonly number[]): RawBuilder<unknown> =>
  sql`"item"."accountId" = ${accountId} and "item"."id" in ${listedIds(db, JSON.stringify(itemIds))}`;

/**
 * The requested facets, most frequent values first. One query per facet.
 * @param listed condition for the items to count
 */
export const countFacets = async (
  db: Db,
  listed: RawBuilder<unknown>,
  names: readonly FacetName[],
): Promise<Partial<Record<FacetName, FacetValue[]>>> => {
  const counted = await Promise.all(
    [...new Set(names)].map(async (name) => {
      const { rows } = await sql<FacetValue>`select * from (${queries[name](listed)}) as "facet"
          order by "count" desc, "value" limit ${MAX_VALUES}`.execute(db);
      return [name, rows.map(NAMED[name] ?? ((row) => row))] as const;
    }),
  );
  return Object.fromEntries(counted);
};

/** A language by its own name: "Deutsch". */
const withLanguageName = (facet: FacetValue): FacetValue => {
  const code = String(facet.value);
  return { ...facet, name: new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code };
};

const bookNames = new Map(BIBLE_BOOKS.map(({ code, name }) => [code, name]));

const withBookName = (facet: FacetValue): FacetValue => ({
  ...facet,
  name: bookNames.get(String(facet.value)) ?? facet.name,
});

const NAMED: Partial<Record<FacetName, (facet: FacetValue) => FacetValue>> = {
  book: withBookName,
  language: withLanguageName,
};
