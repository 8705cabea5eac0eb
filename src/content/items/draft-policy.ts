/**
 * What callers with `content:draft` but not `content:write` may change: items that are not public and will not
 * become public without an editor. Call these with the item locked, in the transaction that writes, so that an item
 * that an editor publishes meanwhile is not changed.
 */
import { sql } from 'kysely';
import type { Row } from '../../platform/db/tables.js';
import { may, type Caller } from '../../platform/lib/caller.js';
import { truncate, forbidden } from '../../platform/lib/errors.js';
import { PUBLIC_OR_CHANGING } from './refresh-item.js';

type ItemState = Pick<Row<'item'>, 'status' | 'publishAt' | 'autoPublish'>;

/** Whether the caller prepares content and needs an editor to publish it. */
export const isContributor = (caller: Caller): boolean => !may(caller, 'content:write');

/** Statuses from which an item with `autoPublish` becomes public by itself. */
const IN_PROGRESS: ReadonlySet<string> = new Set(['queued', 'processing']);

/** Why contributors may not change the item; undefined if they may. */
const protectionOf = ({ status, publishAt, autoPublish }: ItemState): string | undefined => {
  if (PUBLIC_OR_CHANGING.has(status)) return `The item is public (status ${status})`;
  if (publishAt !== null) return 'The item is scheduled: it has a `publishAt`';
  if (autoPublish === 1 && IN_PROGRESS.has(status))
    return `The item is about to become public: it has \`autoPublish\` and its status is ${status}`;
  return undefined;
};

/** The same as a condition in SQL, for the columns of an item: true if contributors may change it. */
export const isUnprotected = ({ status, publishAt, autoPublish }: Record<keyof ItemState, string>) =>
  sql<boolean>`(${sql.ref(publishAt)} is null and ${sql.ref(status)} not in (${sql.join([...PUBLIC_OR_CHANGING])})
    and not (coalesce(${sql.ref(autoPublish)}, 0) = 1 and ${sql.ref(status)} in (${sql.join([...IN_PROGRESS])})))`;

/** Items that contributors may not change, as a condition for rows of `item`. */
export const isProtectedItem = sql<boolean>`(not ${isUnprotected({
  status: 'item.status',
  publishAt: 'item.publishAt',
  autoPublish: 'item.autoPublish',
})})`;

type Upload = Pick<Row<'upload'>, 'byContributor' | 'purpose'>;

const refuse = (reason: string): never => {
  throw forbidden(`${reason}. This needs an editor, or a token with the scope content:write.`);
};

/**
 * For every change of the item or what belongs to it.
 * @throws {PermissionError} when the caller is a contributor and the item is public or scheduled
 */
export const assertMayChange = (caller: Caller, item: ItemState): void => {
  if (isContributor(caller)) assertUnprotected(item);
};

const assertUnprotected = (item: ItemState): void => {
  const reason = protectionOf(item);
  if (reason) refuse(reason);
};

/**
 * For changes that may have the item processed, and thereby published: of its media and transcripts.
 * @throws {PermissionError} as `assertMayChange`, and when the item has `autoPublish`
 */
export const assertMayProcess = (caller: Caller, item: ItemState): void => {
  if (isContributor(caller)) assertProcessable(item);
};

const assertProcessable = (item: ItemState): void => {
  assertUnprotected(item);
  if (item.autoPublish === 1) refuse('The item has `autoPublish`: processing it would publish it');
};

/**
 * @throws {PermissionError} when the caller is a contributor and asks for anything but processing, or as
 * `assertMayProcess`
 */
export const assertMayRequest = (
  caller: Caller,
  item: ItemState,
  request: 'process' | 'publish' | 'unpublish',
): void => {
  if (request === 'process') assertMayProcess(caller, item);
  else assertMayPublish(caller);
};

/** @throws {PermissionError} when the caller is a contributor */
export const assertMayPublish = (caller: Caller): void => {
  if (isContributor(caller)) refuse('Publishing and unpublishing are for editors');
};

/** @throws {PermissionError} when the caller is a contributor */
export const assertMayCreateTopic = (caller: Caller, name: string): void => {
  if (isContributor(caller)) refuse(`The topic "${truncate(name, 100)}" does not exist and would be created`);
};

/**
 * For a file that arrives: its item may have become public since the upload was planned.
 * @throws {PermissionError} when a contributor planned it and may no longer change the item
 */
export const assertMayReceive = ({ byContributor, purpose }: Upload, item: ItemState): void => {
  if (byContributor !== 1) return;
  if (purpose === 'media') assertProcessable(item);
  else assertUnprotected(item);
};

/**
 * For the restoration of a deleted item, with the schedule that comes back with it.
 * @param item as it will be
 * @throws {PermissionError} as `assertMayChange`, and when the caller is a contributor and the item has a schedule
 */
export const assertMayRestore = (
  caller: Caller,
  item: ItemState & Pick<Row<'item'>, 'unpublishAt'>,
): void => {
  assertMayChange(caller, item);
  const { publishAt, unpublishAt, autoPublish } = item;
  assertMaySchedule(caller, { publishAt, unpublishAt, autoPublish: autoPublish === 1 });
};

/**
 * For the fields that decide when an item is published. Sending back their current values is allowed.
 * @param item current row; undefined for a new item
 * @throws {PermissionError} when the caller is a contributor and they would change
 */
export const assertMaySchedule = (
  caller: Caller,
  {
    publishAt,
    unpublishAt,
    autoPublish,
  }: { publishAt?: string | null; unpublishAt?: string | null; autoPublish?: boolean | null },
  item?: ItemState & Pick<Row<'item'>, 'unpublishAt'>,
): void => {
  if (!isContributor(caller)) return;
  if (publishAt !== undefined && publishAt !== (item?.publishAt ?? null))
    refuse('`publishAt` schedules the item');
  if (unpublishAt !== undefined && unpublishAt !== (item?.unpublishAt ?? null))
    refuse('`unpublishAt` schedules the item');
  if (autoPublish !== undefined && (autoPublish ?? false) !== (item?.autoPublish === 1))
    refuse('`autoPublish` decides when the item is published');
};
