/** Lists the suggestions of items, and accepts and dismisses them. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, notFound, type ErrorDetail } from '../../platform/lib/errors.js';
import { assertMayChange } from '../items/draft-policy.js';
import { settledChapters } from './chapter-suggestions.js';
import { settledDescriptions } from './description-suggestions.js';
import { settledScriptures } from './scripture-suggestions.js';
import { kinds, type ChosenSuggestions, type Kind, type Suggestions } from './suggestion.schema.js';
import type { SettledState } from '../items/suggested-rows.js';
import { settleSuggestions } from './settle-suggestions.js';
import { settledTopics } from './topic-suggestions.js';
import { waitingSuggestions } from './waiting-suggestions.js';

export type SuggestionService = ReturnType<typeof createSuggestionService>;

const settledOf: Record<
  Kind,
  (db: Db, accountId: number, itemId: number, state: SettledState) => Promise<(number | string)[]>
> = {
  scriptures: settledScriptures,
  chapters: settledChapters,
  descriptions: settledDescriptions,
  topics: settledTopics,
};

const idsOf = <T extends { id: unknown }>(records: readonly T[]): T['id'][] => records.map(({ id }) => id);

export const createSuggestionService = ({ db, clock }: { db: Db; clock: Clock }) => {
  /**
   * The pending suggestions among the chosen ones; skips those already in the requested state, so that a call can
   * be repeated.
   * @throws {ValidationError} listing every id that is not a suggestion of the item
   */
  const choose = async (
    trx: Db,
    item: Row<'item'>,
    chosen: ChosenSuggestions,
    state: SettledState,
  ): Promise<Suggestions> => {
    const waiting = await waitingSuggestions(trx, item);
    const problems: ErrorDetail[] = [];
    const select = async <K extends Kind>(kind: K): Promise<Suggestions[K]> => {
      const ids = chosen[kind];
      const own = waiting[kind] as { id: number | string }[];
      if (chosen.all || ids === 'all') return waiting[kind];
      if (!ids) return [] as never;
      const known = new Set<number | string>(idsOf(own));
      if (ids.some((id) => !known.has(id)))
        for (const id of await settledOf[kind](trx, item.accountId, item.id, state)) known.add(id);
      for (const [i, id] of ids.entries())
        if (!known.has(id))
          problems.push({ path: `${kind}.${i}`, message: 'is not a suggestion of this item that waits' });
      return own.filter(({ id }) => (ids as (number | string)[]).includes(id)) as never;
    };
    const selected = {
      scriptures: await select('scriptures'),
      chapters: await select('chapters'),
      descriptions: await select('descriptions'),
      topics: await select('topics'),
    };
    if (problems.length > 0) throw invalid(problems);
    return selected;
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
    settle: (
      caller: Caller,
      itemId: number,
      chosen: ChosenSuggestions,
      state: SettledState,
    ): Promise<Suggestions> =>
      db.transaction().execute(async (trx) => {
        const { accountId } = caller;
        // Creating topics locks the account, which must be locked before items.
        if (state === 'accepted' && (chosen.all || chosen.topics)) await lockAccount(trx, accountId);
        const item = await getLocked(trx, 'item', accountId, itemId);
        assertMayChange(caller, item);
        const selected = await choose(trx, item, chosen, state);
        if (kinds.every((kind) => selected[kind].length === 0)) return waitingSuggestions(trx, item);
        const changed = await settleSuggestions(trx, clock, caller, item, selected, state);
        return waitingSuggestions(trx, changed);
      }),
  };
};
