/** The review queue: the suggestions of all items, decided one by one, and undone. */
import { isDeepStrictEqual } from 'node:util';
import { lockAccount } from '../identity/accounts/account.repository.js';
import { listPage, type ListParams, type Page } from '../platform/db/list-query.js';
import { getLocked } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import { invalidState, notFound } from '../platform/lib/errors.js';
import { assertVersion, withVersionOf } from '../platform/lib/etag.js';
import { assertMayChange } from '../content/items/draft-policy.js';
import type { ReviewedState } from '../content/items/suggested-rows.js';
import { editedSuggestion, storeEdit } from './edit-suggestion.js';
import { completeQueue, queuedOf } from './review-queue.repository.js';
import { reviewQueue, type QueuedSuggestion, type SuggestionEdit } from './review-queue.schema.js';
import { resolveSuggestions } from './resolve-suggestions.js';
import { decisionChanges, decidedRow, findDecision } from './suggestion-decision.repository.js';
import { correctedBy, prepareReversal, type CorrectionDeps } from './transcript-corrections.js';
import { undoDecision } from './undo-decision.js';
import { findWaiting, type Waiting } from './waiting-suggestions.js';

export type ReviewQueueService = ReturnType<typeof createReviewQueueService>;

export const createReviewQueueService = (deps: CorrectionDeps) => {
  const { db, clock } = deps;

  const completed = async (row: Waiting, expand: readonly string[] = []): Promise<QueuedSuggestion> => {
    const [record] = await completeQueue(db, row.accountId, [row], expand);
    if (!record) throw notFound();
    return withVersionOf(record, row);
  };

  /**
   * The entry as it was decided, if it has been decided in the same way before.
   * @throws {NotFoundError}
   * @throws {InvalidStateError} when it has been decided otherwise
   */
  const decidedBefore = async (
    accountId: number,
    id: number,
    status: ReviewedState,
    edit: SuggestionEdit,
  ): Promise<QueuedSuggestion> => {
    const decision = await findDecision(db, accountId, id);
    if (!decision) throw notFound();
    const decided = decidedRow(decision);
    // An edit of a topic's name leaves open which topic that is.
    const asked = { ...editedSuggestion(decided, edit), topicId: decided.topicId };
    if (decision.status !== status || !isDeepStrictEqual(asked, decided))
      throw invalidState(`This suggestion was ${decision.status}. Undo that first.`);
    return { ...queuedOf(decided), status };
  };

  /** @throws {NotFoundError} when nobody has decided it, or its item is deleted */
  const decisionOf = async (accountId: number, id: number): Promise<Row<'suggestionDecision'>> => {
    const decision = await findDecision(db, accountId, id);
    if (decision) return decision;
    if (await findWaiting(db, accountId, id))
      throw invalidState('This suggestion waits: there is nothing to undo.');
    throw notFound();
  };

  return {
    list: async ({ accountId }: Caller, params: ListParams): Promise<Page<QueuedSuggestion>> => {
      const { rows, totalRecords } = await listPage(db, reviewQueue, accountId, params);
      return { rows: await completeQueue(db, accountId, rows, params.expand), totalRecords };
    },

    /** @throws {NotFoundError} when it does not wait */
    get: async ({ accountId }: Caller, id: number, expand?: readonly string[]): Promise<QueuedSuggestion> => {
      const row = await findWaiting(db, accountId, id);
      if (!row) throw notFound();
      return completed(row, expand);
    },

    /**
     * Safe to repeat.
     * @param edit what to accept instead
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item, or create the topic
     * @throws {PreconditionFailedError}
     * @throws {InvalidStateError} when it has been decided otherwise
     * @throws {ValidationError} when the edit does not fit
     * @throws {ConflictError} when another chapter starts at this time, or the transcript has changed meanwhile
     */
    decide: async (
      caller: Caller,
      id: number,
      status: ReviewedState,
      { edit = {}, ifMatch }: { edit?: SuggestionEdit; ifMatch?: string | undefined } = {},
    ): Promise<QueuedSuggestion> => {
      const { accountId } = caller;
      const known = await findWaiting(db, accountId, id);
      if (!known) return decidedBefore(accountId, id, status, edit);
      const asAccepted = editedSuggestion(known, edit);
      const corrected =
        status === 'accepted' ? await correctedBy(deps, accountId, known.itemId, [asAccepted]) : undefined;
      const decided = await db.transaction().execute(async (trx) => {
        if (status === 'accepted' && known.kind === 'topic') await lockAccount(trx, accountId);
        const item = await getLocked(trx, 'item', accountId, known.itemId);
        assertMayChange(caller, item);
        const row = await findWaiting(trx, accountId, id);
        // Somebody else has decided it in the meantime.
        if (!row) return undefined;
        assertVersion(row, ifMatch);
        const edited = editedSuggestion(row, edit);
        await resolveSuggestions(trx, clock, caller, item, {
          status,
          waiting: [edited],
          corrected,
          ...(edited !== row && { edit: () => storeEdit(trx, row, edited) }),
        });
        return edited;
      });
      return decided ? { ...queuedOf(decided), status } : decidedBefore(accountId, id, status, edit);
    },

    /**
     * @throws {NotFoundError}
     * @throws {PermissionError} when the caller may not change the item
     * @throws {InvalidStateError} when it waits
     * @throws {ConflictError} when what the decision changed has been changed since
     */
    undo: async (caller: Caller, id: number): Promise<QueuedSuggestion> => {
      const { accountId } = caller;
      const known = await decisionOf(accountId, id);
      const { words, topic } = decisionChanges(known);
      const corrected = words && (await prepareReversal(deps, accountId, known.itemId, words));
      const row = await db.transaction().execute(async (trx) => {
        if (topic?.isNew) await lockAccount(trx, accountId);
        const item = await getLocked(trx, 'item', accountId, known.itemId);
        assertMayChange(caller, item);
        const decision = await findDecision(trx, accountId, id);
        if (decision?.id === known.id) await undoDecision(trx, clock, caller, item, decision, corrected);
        return findWaiting(trx, accountId, id);
      });
      if (!row) throw notFound();
      return completed(row);
    },
  };
};
