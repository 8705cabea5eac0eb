/** Lists the suggestions of items, and accepts and dismisses them. */
import { lockAccount } from '../identity/accounts/account.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { findRow, getLocked } from '../platform/db/rows.js';
import type { Row } from '../platform/db/tables.js';
import type { Caller } from '../platform/lib/caller.js';
import { invalid, notFound, type ErrorDetail } from '../platform/lib/errors.js';
import { assertMayChange } from '../content/items/draft-policy.js';
import { reviewedOfKind, type ReviewedState } from '../content/items/suggested-rows.js';
import { reviewedChapters } from './chapter-suggestions.js';
import { reviewedDescriptions } from './description-suggestions.js';
import { reviewedScriptures } from './scripture-suggestions.js';
import { resolveSuggestions } from './resolve-suggestions.js';
import { kinds, type ChosenSuggestions, type SuggestionKind, type Suggestions } from './suggestion.schema.js';
import { correctedBy, type CorrectionDeps } from './transcript-corrections.js';
import {
  idInItem,
  suggestionKind,
  waitingOf,
  waitingSuggestions,
  type Waiting,
} from './waiting-suggestions.js';

export type SuggestionService = ReturnType<typeof createSuggestionService>;

const reviewedIdsOf: Record<
  SuggestionKind,
  (db: Db, accountId: number, itemId: number, state: ReviewedState) => Promise<(number | string)[]>
> = {
  scriptures: reviewedScriptures,
  chapters: reviewedChapters,
  descriptions: reviewedDescriptions,
  topics: (db, accountId, itemId, state) => reviewedOfKind(db, 'topic', { accountId, itemId }, state),
  corrections: (db, accountId, itemId, state) =>
    reviewedOfKind(db, 'correction', { accountId, itemId }, state),
};

const isChosen = ({ all, ...chosen }: ChosenSuggestions, row: Waiting): boolean => {
  const ids = chosen[suggestionKind(row)];
  return (
    all === true || ids === 'all' || ((ids ?? []) as readonly (number | string)[]).includes(idInItem(row))
  );
};

export const createSuggestionService = (deps: CorrectionDeps) => {
  const { db, clock } = deps;

  /**
   * The pending suggestions among the chosen ones; skips those already in the requested state, so that a call can
   * be repeated.
   * @throws {ValidationError} listing every id that is not a suggestion of the item
   */
  const choose = async (
    trx: Db,
    item: Row<'item'>,
    chosen: ChosenSuggestions,
    state: ReviewedState,
  ): Promise<Waiting[]> => {
    const waiting = await waitingOf(trx, item);
    const problems: ErrorDetail[] = [];
    for (const kind of kinds) {
      const ids = chosen[kind];
      if (!ids || ids === 'all') continue;
      const known = new Set(waiting.filter((row) => suggestionKind(row) === kind).map(idInItem));
      if (ids.some((id) => !known.has(id)))
        for (const id of await reviewedIdsOf[kind](trx, item.accountId, item.id, state)) known.add(id);
      for (const [i, id] of ids.entries())
        if (!known.has(id))
          problems.push({ path: `${kind}.${i}`, message: 'is not a suggestion of this item that waits' });
    }
    if (problems.length > 0) throw invalid(problems);
    return waiting.filter((row) => isChosen(chosen, row));
  };

  return {
    /** @throws {NotFoundError} */
    list: async ({ accountId }: Caller, itemId: number): Promise<Suggestions> => {
      const item = await findRow(db, 'item', accountId, itemId);
      if (!item) throw notFound();
      return waitingSuggestions(db, item);
    },

    /**
     * @returns the remaining suggestions
     * @throws {NotFoundError}
     * @throws {ValidationError} when an id is not that of a suggestion of the item
     */
    settle: async (
      caller: Caller,
      itemId: number,
      chosen: ChosenSuggestions,
      status: ReviewedState,
    ): Promise<Suggestions> => {
      const { accountId } = caller;
      const known = await waitingOf(db, { accountId, id: itemId });
      const corrected =
        status === 'accepted'
          ? await correctedBy(
              deps,
              accountId,
              itemId,
              known.filter((row) => isChosen(chosen, row)),
            )
          : undefined;
      return db.transaction().execute(async (trx) => {
        // Creating topics locks the account, which must be locked before items.
        if (status === 'accepted' && (chosen.all || chosen.topics)) await lockAccount(trx, accountId);
        const item = await getLocked(trx, 'item', accountId, itemId);
        assertMayChange(caller, item);
        const waiting = await choose(trx, item, chosen, status);
        if (waiting.length === 0) return waitingSuggestions(trx, item);
        const changed = await resolveSuggestions(trx, clock, caller, item, { status, waiting, corrected });
        return waitingSuggestions(trx, changed);
      });
    },
  };
};
