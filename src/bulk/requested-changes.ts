/** The body of the PATCH that a bulk job corresponds to for an item, without what the item has already. */
import type { Db } from '../platform/db/dialect.js';
import type { Row } from '../platform/db/tables.js';
import { listLinks, listNames, type ListName } from '../content/items/item-links.repository.js';
import { linkedTo } from '../content/items/item-links.repository.js';
import { idsOf } from '../content/items/item-references.js';
import { apiValueOf } from '../content/items/item-revisions.repository.js';
import type { ItemChanges } from '../content/items/item.schema.js';
import type { BulkRequest, BulkChanges } from './bulk.schema.js';

type References = readonly { id: number }[];
type Item = Row<'item'>;

/** Fields, and lists to which ids are added or from which they are removed. */
export type RequestedChanges = Partial<BulkChanges> & Pick<ItemChanges, 'publishAt' | 'unpublishAt'>;

export const requestedChanges = ({
  action,
  topicId,
  seriesId,
  publishAt,
  unpublishAt,
  changes = {},
}: BulkRequest): RequestedChanges => {
  const topics = [{ id: topicId! }];
  if (action === 'addTopic') return { addTopics: topics };
  if (action === 'removeTopic') return { removeTopics: topics };
  if (action === 'setSeries') return { seriesId: seriesId ?? null };
  if (action === 'schedule')
    return {
      ...(publishAt !== undefined && { publishAt }),
      ...(unpublishAt !== undefined && { unpublishAt }),
    };
  return changes;
};

const LISTS = {
  speakers: { added: 'addSpeakers', removed: 'removeSpeakers' },
  topics: { added: 'addTopics', removed: 'removeTopics' },
} as const satisfies Record<ListName, object>;

/** The lists of items that the changes concern: ids of records that are not deleted, by item. */
export type ItemLinks = Partial<Record<ListName, ReadonlyMap<number, readonly number[]>>>;

export const readLinks = async (
  trx: Db,
  accountId: number,
  items: readonly Item[],
  requested: RequestedChanges,
): Promise<ItemLinks> => {
  const links: ItemLinks = {};
  for (const name of listNames) {
    const { added, removed } = LISTS[name];
    if (!requested[name] && !requested[added] && !requested[removed]) continue;
    const linked = await linkedTo(
      trx,
      listLinks[name],
      accountId,
      items.map(({ id }) => id),
    );
    links[name] = new Map([...linked].map(([itemId, rows]) => [itemId, rows.map(({ id }) => id)]));
  }
  return links;
};

const NOT_FIELDS: ReadonlySet<string> = new Set([
  'numberFrom',
  ...Object.entries(LISTS).flatMap(([name, { added, removed }]) => [name, added, removed]),
]);

/** @param place of the item among those of the job, from 0 */
export const changesFor = (
  item: Item,
  links: ItemLinks,
  requested: RequestedChanges,
  place: number,
): ItemChanges => {
  const { numberFrom } = requested;
  const fields = {
    ...Object.fromEntries(Object.entries(requested).filter(([name]) => !NOT_FIELDS.has(name))),
    ...(numberFrom !== undefined && { orderInSeries: numberFrom + place }),
  };
  const changed = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== apiValueOf(item, name),
  );
  const lists = Object.entries(links).flatMap(([name, byItem]) => {
    const current = byItem.get(item.id) ?? [];
    const next = listAfter(current, requested, name as ListName);
    return next.join() === current.join() ? [] : [[name, next.map((id) => ({ id }))] as const];
  });
  return Object.fromEntries([...changed, ...lists]) as ItemChanges;
};

const listAfter = (
  current: readonly number[],
  requested: RequestedChanges,
  name: ListName,
): readonly number[] => {
  const { added, removed } = LISTS[name];
  const all: References | undefined = requested[name];
  if (all) return idsOf(all);
  const gone = new Set(idsOf(requested[removed] ?? []));
  return [...new Set([...current, ...idsOf(requested[added] ?? [])])].filter((id) => !gone.has(id));
};
