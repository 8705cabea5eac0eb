/** Accepts the suggestions of the items of a batch from a score on, and takes that back. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { inSavepoint } from '../../platform/db/savepoint.js';
import { AppError } from '../../platform/lib/errors.js';
import { assertMayChange } from '../items/draft-policy.js';
import { linkedIds } from '../items/item-revisions.repository.js';
import {
  acceptedOf,
  reopenSuggestions,
  type AcceptedSuggestions,
} from '../suggestions/reopen-suggestions.js';
import { settleSuggestions } from '../suggestions/settle-suggestions.js';
import { kinds as allKinds, type Kind, type Suggestions } from '../suggestions/suggestion.schema.js';
import { waitingSuggestions } from '../suggestions/waiting-suggestions.js';
import {
  existingItems,
  failedBy,
  lockItems,
  unchanged,
  type Batch,
  type BatchDeps,
  type ItemResult,
} from './bulk-batch.js';
import type { BulkRequest } from './bulk-request.js';

type Results = Map<number, ItemResult>;
type Row = ReturnType<typeof existingItems>[number];

/** Without those that have no score: another program made them, or a person changed them. */
const fromScore = (waiting: Suggestions, minScore: number, kinds: readonly Kind[]): Suggestions => {
  const chosen = (kind: Kind) =>
    kinds.includes(kind) ? waiting[kind].filter(({ score }) => score !== null && score >= minScore) : [];
  return Object.fromEntries(allKinds.map((kind) => [kind, chosen(kind)])) as unknown as Suggestions;
};

const accept = async (
  trx: Db,
  { clock }: BatchDeps,
  { caller }: Batch,
  item: Row,
  { minScore = 1, kinds = [...allKinds] }: BulkRequest,
): Promise<ItemResult> => {
  assertMayChange(caller, item);
  const selected = fromScore(await waitingSuggestions(trx, item), minScore, kinds);
  const accepted = allKinds.filter((kind) => selected[kind].length > 0);
  if (accepted.length === 0) return unchanged(item.id, 'It has no suggestions with this score.');
  const topicIds = await linkedIds(trx, item, 'topics');
  await settleSuggestions(trx, clock, caller, item, selected, 'accepted');
  return {
    itemId: item.id,
    outcome: 'changed',
    changes: accepted.map((kind) => ({ field: kind, from: null, to: selected[kind].map(({ id }) => id) })),
    undo: await acceptedOf(trx, item, topicIds, selected),
    logged: { operation: 'acceptSuggestions', changedFields: accepted },
  };
};

const reopen = async (
  trx: Db,
  { clock }: BatchDeps,
  { caller }: Batch,
  item: Row,
  accepted: AcceptedSuggestions,
): Promise<ItemResult> => {
  assertMayChange(caller, item);
  const { reopened, kept } = await reopenSuggestions(trx, clock, caller, item, accepted);
  return {
    itemId: item.id,
    outcome: kept.length > 0 ? 'kept' : 'changed',
    ...(kept.length > 0 && { kept, reason: { type: null, message: `Changed since: ${kept.join(', ')}` } }),
    changes: reopened.map((field) => ({ field, from: null, to: null })),
    logged: { operation: 'acceptSuggestions', changedFields: reopened },
  };
};

const forEachItem = async (
  trx: Db,
  batch: Batch,
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

export const acceptItems = (trx: Db, deps: BatchDeps, batch: Batch, request: BulkRequest): Promise<Results> =>
  forEachItem(trx, batch, (item) => accept(trx, deps, batch, item, request));

/** @param accepted what the job had accepted, by item */
export const reopenItems = (
  trx: Db,
  deps: BatchDeps,
  batch: Batch,
  accepted: ReadonlyMap<number, AcceptedSuggestions>,
): Promise<Results> =>
  forEachItem(trx, batch, (item) => reopen(trx, deps, batch, item, accepted.get(item.id)!));
