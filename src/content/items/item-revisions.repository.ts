/** The history of items: which fields a change set, from what to what. Written in the transaction of the change. */
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { truncate } from '../../platform/lib/errors.js';
import { groupBy } from '../../platform/lib/group.js';
import { links, listLinks, listNames, type ListName } from './item-links.repository.js';
import { rowsWhere, deleteWhere } from '../../platform/db/rows.js';

/** Number of revisions that are kept of an item. */
export const MAX_ITEM_REVISIONS = 500;
/** Revisions per insert. */
const INSERT_ROWS = 500;
/** Characters of a text that answers contain. */
const MAX_SHOWN = 1_000;

export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

/** Columns whose changes are recorded. Those that only processing sets are not. */
const FIELDS = [
  ...(['title', 'subTitle', 'description', 'shortDescription', 'date', 'dateIsKnown'] as const),
  ...([
    'collectionId',
    'seriesId',
    'orderInSeries',
    'language',
    'urlSlug',
    'status',
    'publishAt',
    'unpublishAt',
    'autoPublish',
  ] as const),
  ...([
    'autoAcceptScriptures',
    'autoAcceptMediaChapters',
    'readyForReview',
    'reviewNote',
    'deletedDate',
  ] as const),
];
const FLAGS: ReadonlySet<string> = new Set([
  'dateIsKnown',
  'autoPublish',
  'autoAcceptScriptures',
  'autoAcceptMediaChapters',
  'readyForReview',
]);

/** An item at one moment, with the lists that may change. */
export interface ItemSnapshot {
  row: Row<'item'>;
  lists: Partial<Record<ListName, number[]>>;
}

/**
 * @param row the locked item before the change
 * @param names the lists that the change may set
 */
export const snapshotOf = async (
  trx: Db,
  row: Row<'item'>,
  names: readonly ListName[] = [],
): Promise<ItemSnapshot> => (await snapshotsOf(trx, row.accountId, [row], () => names))[0]!;

/** The same for several items of the account, in their order. */
export const snapshotsOf = async (
  trx: Db,
  accountId: number,
  rows: readonly Row<'item'>[],
  namesOf: (row: Row<'item'>) => readonly ListName[],
): Promise<ItemSnapshot[]> => {
  const snapshots = rows.map((row): ItemSnapshot => ({ row, lists: {} }));
  for (const name of listNames) {
    const those = snapshots.filter(({ row }) => namesOf(row).includes(name));
    const ids = await linkedIdsOf(trx, accountId, idsOf(those), name);
    for (const { row, lists } of those) lists[name] = ids.get(row.id) ?? [];
  }
  return snapshots;
};

const idsOf = (snapshots: readonly ItemSnapshot[]): number[] => snapshots.map(({ row }) => row.id);

/** Ids of the item's speakers or topics, in order. */
export const linkedIds = async (
  trx: Db,
  { accountId, id }: Pick<Row<'item'>, 'accountId' | 'id'>,
  name: ListName,
): Promise<number[]> => (await linkedIdsOf(trx, accountId, [id], name)).get(id) ?? [];

/** The same for several items; those without any are absent. */
export const linkedIdsOf = async (
  trx: Db,
  accountId: number,
  itemIds: readonly number[],
  name: ListName,
): Promise<Map<number, number[]>> => {
  if (itemIds.length === 0) return new Map();
  const table = listLinks[name];
  const rows = await rowsWhere(trx, table as 'itemSpeaker', { accountId })
    .select(['itemId', `${links[table].column as 'speakerId'} as member`])
    .where('itemId', 'in', itemIds)
    .orderBy('position')
    .execute();
  const byItem = groupBy(rows, ({ itemId }) => itemId);
  return new Map([...byItem].map(([itemId, own]) => [itemId, own.map(({ member }) => member)]));
};

/** The value of a field as the API has it. */
export const apiValueOf = (row: Row<'item'>, field: string): unknown => {
  const value = row[field as keyof Row<'item'>];
  return FLAGS.has(field) && value !== null ? value === 1 : value;
};

/** Changes of records of the item, whose content is not recorded. */
export type Note = 'transcript' | 'scriptures' | 'chapters';

export interface RevisionOptions {
  notes?: readonly Note[];
  /** JSON of the author of the pending changes that were applied. */
  draftAuthor?: string | null;
}

/** The fields that differ between two moments of an item, with their values. */
export const changesBetween = (before: ItemSnapshot, after: ItemSnapshot): FieldChange[] => {
  const changes: FieldChange[] = [];
  for (const field of FIELDS)
    if (before.row[field] !== after.row[field])
      changes.push({ field, from: apiValueOf(before.row, field), to: apiValueOf(after.row, field) });
  for (const [field, from] of Object.entries(before.lists) as [ListName, number[]][]) {
    const to = after.lists[field] ?? [];
    if (from.join() !== to.join()) changes.push({ field, from, to });
  }
  return changes;
};

/**
 * Records what has changed since the snapshot, if anything has, and removes the oldest revisions beyond
 * `MAX_ITEM_REVISIONS`.
 * @param caller null for what processing or a schedule did
 * @param after the item after the change
 */
export const recordRevision = (
  trx: Db,
  clock: Clock,
  caller: Caller | null,
  before: ItemSnapshot,
  after: Row<'item'>,
  options: RevisionOptions = {},
): Promise<void> => recordRevisions(trx, clock, caller, [before], [after], options);

/**
 * The same for several items of the account.
 * @param after their rows, in any order; items without one have not changed
 */
export const recordRevisions = async (
  trx: Db,
  clock: Clock,
  caller: Caller | null,
  before: readonly ItemSnapshot[],
  after: readonly Row<'item'>[],
  { notes = [], draftAuthor = null }: RevisionOptions = {},
): Promise<void> => {
  const [first] = after;
  if (!first) return;
  const { accountId } = first;
  const former = new Map(before.map((snapshot) => [snapshot.row.id, snapshot]));
  const current = await snapshotsOf(
    trx,
    accountId,
    after,
    ({ id }) => Object.keys(former.get(id)?.lists ?? {}) as ListName[],
  );
  const revisions = current.flatMap((snapshot) => {
    const changes = changesBetween(former.get(snapshot.row.id) ?? snapshot, snapshot).map(
      ({ field, from, to }) => ({ field, from, to: shown(to) }),
    );
    for (const field of notes) changes.push({ field, from: null, to: null });
    return changes.length > 0 ? [{ itemId: snapshot.row.id, changes: JSON.stringify(changes) }] : [];
  });
  const shared = {
    accountId,
    author: caller && authorOf(caller),
    draftAuthor,
    jobId: caller?.jobId ?? null,
    entryDate: isoTime(clock),
  };
  for (let start = 0; start < revisions.length; start += INSERT_ROWS)
    await trx
      .insertInto('itemRevision')
      .values(revisions.slice(start, start + INSERT_ROWS).map((revision) => ({ ...shared, ...revision })))
      .execute();
  await prune(
    trx,
    accountId,
    revisions.map(({ itemId }) => itemId),
  );
};

const prune = async (trx: Db, accountId: number, itemIds: readonly number[]): Promise<void> => {
  if (itemIds.length === 0) return;
  const full = await rowsWhere(trx, 'itemRevision', { accountId })
    .select('itemId')
    .where('itemId', 'in', itemIds)
    .groupBy('itemId')
    .having(({ fn }) => fn.countAll(), '>', MAX_ITEM_REVISIONS)
    .execute();
  for (const { itemId } of full)
    await deleteWhere(trx, 'itemRevision', { accountId, itemId })
      .where('id', '<=', ({ selectFrom }) =>
        selectFrom('itemRevision as newer')
          .select('newer.id')
          .where('newer.itemId', '=', itemId)
          .orderBy('newer.id', 'desc')
          .limit(1)
          .offset(MAX_ITEM_REVISIONS),
      )
      .execute();
};

/** The value as answers contain it. */
export const shown = (value: unknown): unknown =>
  typeof value === 'string' ? truncate(value, MAX_SHOWN) : value;

/** @returns undefined if the item has no such revision */
export const findRevision = (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
): Promise<Row<'itemRevision'> | undefined> =>
  rowsWhere(db, 'itemRevision', { accountId, itemId, id }).selectAll().executeTakeFirst();
