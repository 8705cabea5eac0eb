/** What the actions of bulk jobs share: the items of a batch, and what becomes of each. */
import type { Db } from '../platform/db/dialect.js';
import { lockRows } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { AppError, notFound } from '../platform/lib/errors.js';
import { sha256 } from '../platform/lib/ids.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import type { TextHit } from '../transcripts/editing/text-matches.js';
import type { ListName } from '../content/items/item-links.repository.js';
import type { Outcomes } from '../content/items/item-outcomes.js';
import {
  changesBetween,
  snapshotsOf,
  shown,
  type FieldChange,
  type ItemSnapshot,
} from '../content/items/item-revisions.repository.js';

export interface BatchDeps {
  clock: Clock;
  quotas: Quotas;
}

/** The next items of a job. */
export interface BulkBatch {
  ids: readonly number[];
  /** Position of the first item of the batch among all items of the job, from 0. */
  position: number;
  caller: Caller;
  isDryRun: boolean;
  /** How long after a change the index follows. */
  indexDelayMs: number;
}

/** A field that was changed; of a long text, `to` is cut and `toHash` tells it from others. */
export type StoredChange = FieldChange & { toHash?: string };

/** What became of an item. */
export interface ItemResult {
  itemId: number;
  outcome: 'changed' | 'unchanged' | 'kept' | 'failed';
  /** Why it was not changed, or not as a whole. */
  reason?: { type: string | null; message: string };
  changes?: StoredChange[];
  /** The fields that an undo has left. */
  kept?: string[];
  /** What an undo needs besides the changes. */
  undo?: unknown;
  hits?: { count: number; first: TextHit[] };
  /** For the audit log: the corresponding single request, and the fields that it would have named. */
  logged?: { operation: string; changedFields: readonly string[] };
}

const AS_REQUESTED = 'It is already as requested.';

export const unchanged = (itemId: number, message = AS_REQUESTED): ItemResult => ({
  itemId,
  outcome: 'unchanged',
  reason: { type: null, message },
});

export const failedBy = (itemId: number, { type, message }: AppError): ItemResult => ({
  itemId,
  outcome: 'failed',
  reason: { type, message },
});

/** The result of an undo that leaves fields because they have changed since. */
export const keptResult = (itemId: number, kept: string[]): ItemResult => ({
  itemId,
  outcome: 'kept',
  kept,
  reason: { type: null, message: `Changed since: ${kept.join(', ')}` },
});

/** What a job had changed in an item. */
export interface Former {
  changes: readonly StoredChange[];
  /** What an undo needs besides the changes, in a form that depends on the action. */
  undo: unknown;
}
export type Formers = ReadonlyMap<number, Former>;

/** Locks the items, deleted ones included. */
export const lockItems = (trx: Db, { ids, caller }: BulkBatch): Promise<Map<number, Row<'item'>>> =>
  lockRows(trx, 'item', caller.accountId, ids, true);

/** The existing items of the batch, in its order; adds results for the others. */
export const existingItems = (
  { ids }: BulkBatch,
  rows: ReadonlyMap<number, Row<'item'>>,
  results: Map<number, ItemResult>,
): Row<'item'>[] =>
  ids.flatMap((id) => {
    const row = rows.get(id);
    if (row?.deletedDate === null) return [row];
    if (!results.has(id)) results.set(id, failedBy(id, notFound()));
    return [];
  });

/** Adds the results of items that were to be changed, with what differs from before. */
export const addOutcomes = async (
  trx: Db,
  before: readonly ItemSnapshot[],
  outcomes: Outcomes,
  results: Map<number, ItemResult>,
  more: (row: ItemSnapshot) => Pick<ItemResult, 'logged' | 'undo' | 'kept' | 'reason'>,
): Promise<void> => {
  const rows = [...outcomes.values()].flatMap((one) => (one instanceof AppError ? [] : [one]));
  const [first] = rows;
  const former = new Map(before.map((snapshot) => [snapshot.row.id, snapshot]));
  const listsOf = ({ id }: Row<'item'>): ListName[] => Object.keys(former.get(id)?.lists ?? {}) as ListName[];
  const after = first ? await snapshotsOf(trx, first.accountId, rows, listsOf) : [];
  for (const [itemId, outcome] of outcomes)
    if (outcome instanceof AppError) results.set(itemId, failedBy(itemId, outcome));
  for (const snapshot of after) {
    const itemId = snapshot.row.id;
    const own = former.get(itemId) ?? snapshot;
    const changes = changesBetween(own, snapshot).map(storedChange);
    results.set(itemId, { itemId, outcome: 'changed', changes, ...more(own) });
  }
};

/** The results of actions without fields, with what an undo cannot see in the changes. */
export const addPlain = (
  trx: Db,
  items: readonly Row<'item'>[],
  outcomes: Outcomes,
  results: Map<number, ItemResult>,
  operation: string,
): Promise<void> =>
  addOutcomes(
    trx,
    items.map((row) => ({ row, lists: {} })),
    outcomes,
    results,
    ({ row: { status, publishedDate } }) => ({
      logged: { operation, changedFields: [] },
      undo: { status, publishedDate },
    }),
  );

/** What `to` of a change looks like when it is stored. */
const storedChange = ({ field, from, to }: FieldChange): StoredChange => {
  const cut = shown(to);
  return { field, from, to: cut, ...(cut !== to && { toHash: sha256(String(to)) }) };
};

/** Whether the value is the one that the change wrote. */
export const stillStands = ({ to, toHash }: StoredChange, value: unknown): boolean =>
  toHash === undefined
    ? JSON.stringify(value) === JSON.stringify(to)
    : typeof value === 'string' && sha256(value) === toHash;
