/** Accepts the suggestions of the items of a batch from a score on, and takes that back. */
import { lockAccount } from '../identity/accounts/account.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { inSavepoint } from '../platform/db/rows.js';
import { AppError } from '../platform/lib/errors.js';
import { assertMayChange } from '../content/items/draft-policy.js';
import { resolveSuggestions } from '../suggestions/resolve-suggestions.js';
import { decisionsOf } from '../suggestions/suggestion-decision.repository.js';
import { kinds as allKinds, type SuggestionKind } from '../suggestions/suggestion.schema.js';
import { undoDecisions } from '../suggestions/undo-decision.js';
import { idInItem, suggestionKind, waitingOf, type Waiting } from '../suggestions/waiting-suggestions.js';
import {
  existingItems,
  failedBy,
  keptResult,
  lockItems,
  unchanged,
  type BulkBatch,
  type BatchDeps,
  type ItemResult,
} from './bulk-batch.js';
import { scoredKinds, type BulkRequest } from './bulk.schema.js';

type Results = Map<number, ItemResult>;
type Row = ReturnType<typeof existingItems>[number];

/** What an undo needs: the ids of the suggestions in the queue. */
export type Accepted = readonly number[];

const kindsOf = (suggestions: readonly Waiting[]): SuggestionKind[] =>
  allKinds.filter((kind) => suggestions.some((row) => suggestionKind(row) === kind));

const accept = async (
  trx: Db,
  { clock }: BatchDeps,
  { caller }: BulkBatch,
  item: Row,
  { minScore = 1, kinds = scoredKinds }: BulkRequest,
): Promise<ItemResult> => {
  assertMayChange(caller, item);
  // Without those that have no score: another program made them, a person changed them, or they are corrections.
  const waiting = (await waitingOf(trx, item)).filter(
    (row) =>
      (kinds as readonly SuggestionKind[]).includes(suggestionKind(row)) &&
      row.score !== null &&
      row.score >= minScore,
  );
  if (waiting.length === 0) return unchanged(item.id, 'It has no suggestions with this score.');
  await resolveSuggestions(trx, clock, caller, item, { status: 'accepted', waiting });
  const accepted = kindsOf(waiting);
  const idsOf = (kind: SuggestionKind): (number | string)[] =>
    waiting.filter((row) => suggestionKind(row) === kind).map(idInItem);
  return {
    itemId: item.id,
    outcome: 'changed',
    changes: accepted.map((kind) => ({ field: kind, from: null, to: idsOf(kind) })),
    undo: waiting.map(({ id }) => id) satisfies Accepted,
    logged: { operation: 'acceptSuggestions', changedFields: accepted },
  };
};

const reopen = async (
  trx: Db,
  { clock }: BatchDeps,
  { caller }: BulkBatch,
  item: Row,
  accepted: Accepted,
): Promise<ItemResult> => {
  assertMayChange(caller, item);
  const decisions = await decisionsOf(trx, caller.accountId, accepted);
  // Somebody has undone the others, or decided otherwise since.
  const standing = decisions.filter(({ status }) => status === 'accepted');
  const { undone, kept } = await undoDecisions(trx, clock, caller, item, standing);
  const reopened = kindsOf(undone);
  if (undone.length === 0) return keptResult(item.id, kept.length > 0 ? kindsOf(kept) : ['suggestions']);
  return {
    ...(kept.length > 0 ? keptResult(item.id, kindsOf(kept)) : { itemId: item.id, outcome: 'changed' }),
    changes: reopened.map((field) => ({ field, from: null, to: null })),
    logged: { operation: 'acceptSuggestions', changedFields: reopened },
  };
};

const forEachItem = async (
  trx: Db,
  batch: BulkBatch,
  work: (item: Row) => Promise<ItemResult>,
): Promise<Results> => {
  const results: Results = new Map();
  // Creating topics locks the account, which must be locked before items.
  await lockAccount(trx, batch.caller.accountId);
  for (const item of existingItems(batch, await lockItems(trx, batch), results))
    try {
      results.set(item.id, await inSavepoint(trx, () => work(item)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.set(item.id, failedBy(item.id, error));
    }
  return results;
};

export const acceptItems = (
  trx: Db,
  deps: BatchDeps,
  batch: BulkBatch,
  request: BulkRequest,
): Promise<Results> => forEachItem(trx, batch, (item) => accept(trx, deps, batch, item, request));

/** @param accepted what the job had accepted, by item */
export const reopenItems = (
  trx: Db,
  deps: BatchDeps,
  batch: BulkBatch,
  accepted: ReadonlyMap<number, Accepted>,
): Promise<Results> =>
  forEachItem(trx, batch, (item) => reopen(trx, deps, batch, item, accepted.get(item.id)!));
