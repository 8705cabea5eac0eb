/** Reads an item as its public page would show it if its pending changes were applied and it was published. */
import { findDraft } from '../../content/items/item-draft.repository.js';
import { itemChanges, type ItemChanges } from '../../content/items/item.schema.js';
import { isPublicSeries } from '../../content/items/visibility.js';
import type { Db } from '../../platform/db/dialect.js';
import { existingRows, findRow, rowsById } from '../../platform/db/rows.js';
import type { Links } from '../../platform/lib/links.js';
import { factsOf, readPublicItems } from '../items/public-item.repository.js';
import type { PublicItemFacts } from '../items/public-item.schema.js';

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
  const draft = await findDraft(db, accountId, id);
  const { data: changes = {} } = itemChanges.safeParse(JSON.parse(draft?.changes ?? '{}'));
  return factsOf(db, accountId, links, Object.assign(item, await valuesOf(db, accountId, changes)));
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
  (await existingRows(db, 'series', accountId)
    .selectAll()
    .where('id', '=', id)
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
