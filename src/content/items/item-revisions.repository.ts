/** The history of items: which fields a change set, from what to what. Written in the transaction of the change. */
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import type { Db } from '../../platform/db/dialect.js';
import { insertRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { cut } from '../../platform/lib/errors.js';
import { links } from './item-links.js';

/** Number of revisions that are kept of an item. */
export const MAX_REVISIONS = 500;
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
    'urlSlug',
    'status',
    'publishAt',
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
  ...['dateIsKnown', 'autoPublish', 'autoAcceptScriptures', 'autoAcceptMediaChapters', 'readyForReview'],
]);

type ListName = 'speakers' | 'topics';
const TABLES = { speakers: 'itemSpeaker', topics: 'itemTopic' } as const;

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
): Promise<ItemSnapshot> => {
  const lists: ItemSnapshot['lists'] = {};
  for (const name of names) lists[name] = await linkedIds(trx, row, name);
  return { row, lists };
};

/** Ids of the item's speakers or topics, in order. */
export const linkedIds = async (
  trx: Db,
  { accountId, id }: Pick<Row<'item'>, 'accountId' | 'id'>,
  name: ListName,
): Promise<number[]> => {
  const table = TABLES[name];
  const rows = await trx
    .selectFrom(table as 'itemSpeaker')
    .select(`${links[table].column as 'speakerId'} as member`)
    .where('accountId', '=', accountId)
    .where('itemId', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ member }) => member);
};

/** The value of a field as the API has it. */
export const valueOf = (row: Row<'item'>, field: string): unknown => {
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

/**
 * Records what has changed since the snapshot, if anything has, and removes the oldest revisions beyond
 * `MAX_REVISIONS`.
 * @param caller null for what processing or a schedule did
 * @param after the item after the change
 */
export const recordRevision = async (
  trx: Db,
  clock: Clock,
  caller: Caller | null,
  { row: before, lists }: ItemSnapshot,
  after: Row<'item'>,
  { notes = [], draftAuthor = null }: RevisionOptions = {},
): Promise<void> => {
  const changes: FieldChange[] = [];
  for (const field of FIELDS)
    if (before[field] !== after[field])
      changes.push({ field, from: valueOf(before, field), to: shown(valueOf(after, field)) });
  for (const [name, from] of Object.entries(lists) as [ListName, number[]][]) {
    const to = await linkedIds(trx, after, name);
    if (from.join() !== to.join()) changes.push({ field: name, from, to });
  }
  for (const field of notes) changes.push({ field, from: null, to: null });
  if (changes.length === 0) return;
  const { accountId, id: itemId } = after;
  await insertRow(trx, 'itemRevision', {
    accountId,
    itemId,
    author: caller && authorOf(caller),
    draftAuthor,
    changes: JSON.stringify(changes),
    entryDate: isoTime(clock),
  });
  await prune(trx, accountId, itemId);
};

const prune = async (trx: Db, accountId: number, itemId: number): Promise<void> => {
  await trx
    .deleteFrom('itemRevision')
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('itemRevision as newer')
        .select('newer.id')
        .where('newer.itemId', '=', itemId)
        .orderBy('newer.id', 'desc')
        .limit(1)
        .offset(MAX_REVISIONS),
    )
    .execute();
};

/** The value as answers contain it. */
export const shown = (value: unknown): unknown => (typeof value === 'string' ? cut(value, MAX_SHOWN) : value);

/** @returns undefined if the item has no such revision */
export const findRevision = (
  db: Db,
  accountId: number,
  itemId: number,
  id: number,
): Promise<Row<'itemRevision'> | undefined> =>
  db
    .selectFrom('itemRevision')
    .selectAll()
    .where('accountId', '=', accountId)
    .where('itemId', '=', itemId)
    .where('id', '=', id)
    .executeTakeFirst();
