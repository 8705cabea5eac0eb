/** The trash in SQL: what a caller may see of it, and which records are to be purged next. */
import { sql } from 'kysely';
import { isContributor, isUnprotected } from '../content/items/draft-policy.js';
import type { Db } from '../platform/db/dialect.js';
import {
  firstRows,
  listPage,
  type ListFilter,
  type ListParams,
  type ListSpec,
  type Page,
} from '../platform/db/list-query.js';
import type { Row } from '../platform/db/tables.js';
import type { TrashKind } from './trash-tables.js';
import { may, type Caller } from '../platform/lib/caller.js';
import { groupBy } from '../platform/lib/group.js';
import { trashList } from './trash.schema.js';
import type { AccountJob } from '../platform/account-jobs/account-job.repository.js';
import type { Actor } from '../platform/audit/audit-entry.js';
import { rowsWhere } from '../platform/db/rows.js';

export type TrashRow = Row<'trash'>;

/** What identifies a record of the trash. */
export type TrashRef = Pick<TrashRow, 'kind' | 'id'>;

/** Kinds that need the scope `admin`. */
const ADMIN_KINDS: readonly TrashKind[] = ['webhook', 'embedToken'];
/** Kinds that contributors may delete and restore, if the item is not protected from them. */
const DRAFT_KINDS: readonly TrashKind[] = ['item', 'mediaAsset', 'chapter', 'scripture', 'resource'];
/** All others. */
const CONTENT_KINDS: readonly TrashKind[] = [
  ...DRAFT_KINDS,
  ...(['collection', 'series', 'speaker', 'topic', 'variantType', 'resourceType'] as const),
];

/** As `assertMayChange`, `assertMayProcess` and `assertMayRestore` decide. */
const isDraft = sql`case when ${isUnprotected({
  status: 'trash.itemStatus',
  publishAt: 'trash.itemPublishAt',
  autoPublish: 'trash.itemAutoPublish',
})} and not ("trash"."kind" in ('item', 'mediaAsset') and coalesce("trash"."itemAutoPublish", 0) = 1) then 1 else 0 end`;

const ownList: ListSpec<'trash'> = {
  ...trashList,
  fields: { ...trashList.fields, isDraft: { type: 'boolean', expression: isDraft } },
};

/** Restricts the list to what the caller may restore. */
const visibleTo = (caller: Caller): ListFilter[] => {
  const kinds = may(caller, 'admin')
    ? [...CONTENT_KINDS, ...ADMIN_KINDS]
    : isContributor(caller)
      ? DRAFT_KINDS
      : CONTENT_KINDS;
  const filters: ListFilter[] = [{ field: 'kind', operator: 'in', values: [...kinds] }];
  if (isContributor(caller)) filters.push({ field: 'isDraft', operator: 'eq', values: [1] });
  return filters;
};

export const listTrash = (db: Db, caller: Caller, params: ListParams): Promise<Page<TrashRow>> =>
  listPage(db, ownList, caller.accountId, {
    ...params,
    filters: [...params.filters, ...visibleTo(caller)],
  });

/** The records as far as they are in the trash and the caller may see them. */
export const findTrashed = async (db: Db, caller: Caller, refs: readonly TrashRef[]): Promise<TrashRow[]> => {
  const found: TrashRow[] = [];
  for (const [kind, own] of groupBy(refs, (ref) => ref.kind)) {
    const ids = [...new Set(own.map(({ id }) => id))];
    const filters: ListFilter[] = [
      { field: 'kind', operator: 'eq', values: [kind] },
      { field: 'id', operator: 'in', values: ids },
    ];
    const { rows } = await listTrash(db, caller, { ...firstRows(ids.length), filters });
    found.push(...rows);
  }
  return found;
};

/** Records come after those that belong to them. */
const PURGE_ORDER: readonly TrashKind[] = [
  ...(['chapter', 'scripture', 'resource', 'mediaAsset', 'item', 'series', 'speaker', 'topic'] as const),
  ...(['variantType', 'collection', 'resourceType', 'webhook', 'embedToken'] as const),
];

/** Sorts the records so that each comes after those that belong to it. */
export const inPurgeOrder = <T extends Pick<TrashRef, 'kind'>>(refs: readonly T[]): T[] =>
  refs.toSorted((a, b) => PURGE_ORDER.indexOf(a.kind) - PURGE_ORDER.indexOf(b.kind));

/** Where a purge has got to. */
export type TrashPlace = Pick<TrashRow, 'kind' | 'id' | 'deletedDate'>;

/** The kinds that the caller may purge. */
export const purgeableBy = (caller: Caller): TrashKind[] =>
  PURGE_ORDER.filter((kind) => may(caller, 'admin') || !ADMIN_KINDS.includes(kind));

const deletedBeforeTime = (db: Db, accountId: number, before: string) =>
  rowsWhere(db, 'trash', { accountId }).where('deletedDate', '<', before);

export const countTrashed = async (
  db: Db,
  accountId: number,
  kinds: readonly TrashKind[],
  before: string,
): Promise<number> => {
  const { count } = await deletedBeforeTime(db, accountId, before)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', 'in', kinds)
    .executeTakeFirstOrThrow();
  return count;
};

/** Kinds of which the trash leaves out some: dismissed suggestions, and chapters that were deleted with their media. */
const PARTLY_LISTED: readonly TrashKind[] = ['chapter', 'scripture'];
/** Rows that are read at once to find the next record among those. */
const CANDIDATES = 100;

/**
 * The first record to purge that was deleted before this time. Reads the tables by their index on the time, because the
 * view would be read whole for each record.
 * @param after the last one
 */
export const nextTrashed = async (
  db: Db,
  accountId: number,
  { kinds, before, after }: { kinds: readonly TrashKind[]; before: string; after: TrashPlace | undefined },
): Promise<TrashPlace | undefined> => {
  for (const kind of kinds.slice(after ? kinds.indexOf(after.kind) : 0)) {
    let last = after?.kind === kind ? after : undefined;
    for (;;) {
      const rows = await deletedAfter(db, accountId, kind, before, last);
      const found = await firstInTrash(db, accountId, kind, rows);
      if (found) return found;
      const final = rows.at(-1);
      if (rows.length < CANDIDATES || !final) break;
      last = { kind, ...final };
    }
  }
  return undefined;
};

type DeletedRow = Omit<TrashPlace, 'kind'>;

const deletedAfter = async (
  db: Db,
  accountId: number,
  kind: TrashKind,
  before: string,
  after: TrashPlace | undefined,
): Promise<DeletedRow[]> => {
  let query = rowsWhere(db, kind as 'topic', { accountId })
    .select(['id', 'deletedDate'])
    .where('deletedDate', 'is not', null)
    .where('deletedDate', '<', before)
    .orderBy('deletedDate')
    .orderBy('id')
    .limit(PARTLY_LISTED.includes(kind) ? CANDIDATES : 1);
  if (after)
    query = query
      .where('deletedDate', '>=', after.deletedDate)
      .where((eb) => eb.or([eb('deletedDate', '>', after.deletedDate), eb('id', '>', after.id)]));
  return (await query.execute()) as DeletedRow[];
};

const firstInTrash = async (
  db: Db,
  accountId: number,
  kind: TrashKind,
  rows: readonly DeletedRow[],
): Promise<TrashPlace | undefined> => {
  const [first] = rows;
  if (!first) return undefined;
  if (!PARTLY_LISTED.includes(kind)) return { kind, ...first };
  const listed = await rowsWhere(db, 'trash', { accountId, kind })
    .select('id')
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const ids = new Set(listed.map(({ id }) => id));
  const found = rows.find(({ id }) => ids.has(id));
  return found && { kind, ...found };
};

/** Accounts with records that were deleted before this time. */
export const accountsWithTrash = async (db: Db, before: string): Promise<number[]> => {
  const rows = await db
    .selectFrom('trash')
    .select('accountId')
    .distinct()
    .where('deletedDate', '<', before)
    .execute();
  return rows.map(({ accountId }) => accountId);
};

/** The kind of the account's jobs. */
export const TRASH = 'trash';

export interface PurgeRequest {
  /** The records to purge, in this order; otherwise all that were deleted before a time. */
  records?: TrashRef[];
  /** Kinds that whoever requested it may purge, in the order of purging. */
  kinds: TrashKind[];
  before?: string;
  /** The last record that was deleted before that time. */
  after?: TrashPlace;
  /** Null if the trash is purged because of its age. */
  actor: Actor | null;
  /** Whose rights are read again before each record. */
  caller?: Caller;
}

export const requestOf = ({ request }: AccountJob): PurgeRequest => JSON.parse(request) as PurgeRequest;
