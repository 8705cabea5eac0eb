/** Looks up slugs and embed tokens for pages. */
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow, rowsById, rowsWhere } from '../../platform/db/rows.js';
import { isPublicSeries, publicItems, hasLapsed } from '../../content/items/visibility.js';
import { prepared } from '../../platform/db/prepared.js';
import type { ContentVersion } from '../../platform/http/server/rendered-responses.js';
import { findPendingChanges } from '../../content/items/item-draft.repository.js';
import { itemChanges, type ItemChanges } from '../../content/items/item.schema.js';
import type { Links } from '../../platform/lib/links.js';
import { withMediaAndResources, readPublicItems } from '../items/public-item.repository.js';
import type { PublicItemFacts } from '../items/public-item.schema.js';

/** Id of the newest public series with the slug, optionally in one collection. */
export const findSeriesSlug = async (
  db: Db,
  accountId: number,
  slug: string,
  collectionId?: number,
): Promise<number | undefined> => {
  const row = await existingRows(db, 'series', accountId)
    .select('id')
    .where('urlSlug', '=', slug)
    .where(isPublicSeries)
    .$if(collectionId !== undefined, (query) => query.where('collectionId', '=', collectionId ?? 0))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
};

/** Whether several public items share a slug. */
export const anySlugIsShared = async (db: Db, now: string, accountId: number): Promise<boolean> =>
  (await publicItems(db, accountId, now)
    .select('item.urlSlug')
    .where('item.urlSlug', 'is not', null)
    .groupBy('item.urlSlug')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** The sites that may frame players with this embed token; undefined if it does not exist. */
export const originsOfToken = async (
  db: Db,
  accountId: number,
  token: string,
): Promise<string[] | undefined> => {
  const row = await existingRows(db, 'embedToken', accountId, { token })
    .select('allowedOrigins')
    .executeTakeFirst();
  return row && (JSON.parse(row.allowedOrigins) as string[]);
};

/** `lapsedAt` is when the last item ceased to be public whose status has not changed yet. */
const reader = prepared((db: Db, ofItems: number, now: string, accountId: number) =>
  rowsWhere(db, 'contentVersion', { accountId })
    .select(['version', 'changedDate'])
    .select(({ selectFrom }) =>
      selectFrom('item')
        .select(({ fn }) => fn.max('item.unpublishAt').as('lapsedAt'))
        .where('item.accountId', '=', ofItems)
        .where(hasLapsed(now))
        .as('lapsedAt'),
    ),
);

/**
 * The version of an account's content. Database triggers change it whenever anything changes that the public may
 * see; it also changes at the moment at which an item ceases to be public by itself.
 */
export const contentVersionOf = async (db: Db, accountId: number, now: string): Promise<ContentVersion> => {
  const { version, changedDate, lapsedAt } = (await reader(db, accountId, now, accountId))[0]!;
  if (lapsedAt === null) return { version, changedDate };
  return {
    version: `${version} ${lapsedAt}`,
    changedDate: lapsedAt > changedDate ? lapsedAt : changedDate,
  };
};

/** Fields that a page shows and that need no other record. */
const FIELDS = [
  ...(['title', 'subTitle', 'description', 'shortDescription', 'date', 'dateIsKnown'] as const),
  ...(['orderInSeries', 'urlSlug'] as const),
];

/** Undefined if the item does not exist. */
export const findPreviewItem = async (
  db: Db,
  accountId: number,
  links: Links,
  id: number,
): Promise<PublicItemFacts | undefined> => {
  const [item] = await readPublicItems(db, accountId, [id]);
  if (!item) return undefined;
  const draft = await findPendingChanges(db, accountId, id);
  const { data: changes = {} } = itemChanges.safeParse(JSON.parse(draft?.changes ?? '{}'));
  return withMediaAndResources(
    db,
    accountId,
    links,
    Object.assign(item, await valuesOf(db, accountId, changes)),
  );
};

/** What the changes set, as a page reads it. */
const valuesOf = async (db: Db, accountId: number, changes: ItemChanges): Promise<object> => {
  const { collectionId, seriesId, speakers, topics } = changes;
  const values: Record<string, unknown> = {};
  for (const field of FIELDS) if (changes[field] !== undefined) values[field] = changes[field];
  // As when they are applied.
  if (changes.date !== undefined && changes.dateIsKnown === undefined) values.dateIsKnown = true;
  if (collectionId !== undefined) {
    values.collection = (await findRow(db, 'collection', accountId, collectionId)) ?? null;
    if (seriesId === undefined) Object.assign(values, { series: null, orderInSeries: null });
  }
  if (seriesId !== undefined) values.series = seriesId && (await publicSeries(db, accountId, seriesId));
  if (speakers) values.speakers = await inOrder(db, 'speaker', accountId, speakers);
  if (topics) values.topics = await inOrder(db, 'topic', accountId, topics);
  return values;
};

const publicSeries = async (db: Db, accountId: number, id: number): Promise<object | null> =>
  (await existingRows(db, 'series', accountId, { id })
    .selectAll()
    .where(isPublicSeries)
    .executeTakeFirst()) ?? null;

const inOrder = async (
  db: Db,
  table: 'speaker' | 'topic',
  accountId: number,
  references: readonly { id: number }[],
): Promise<object[]> => {
  const ids = references.map(({ id }) => id);
  const rows = await rowsById(db, table as 'speaker', accountId, ids);
  return [...new Set(ids)].flatMap((id) => rows.get(id) ?? []);
};
