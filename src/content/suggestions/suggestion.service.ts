/** Lists the suggestions of items, and accepts and dismisses them. */
import { lockAccount } from '../../identity/accounts/account.repository.js';
import type { Db } from '../../platform/db/dialect.js';
import { findRow, getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalid, notFound, type ErrorDetail } from '../../platform/lib/errors.js';
import { assertMayChange } from '../items/draft-policy.js';
import { enqueueItemEvent } from '../items/item-webhook-events.js';
import { recordRevision, snapshotOf } from '../items/item-revisions.repository.js';
import { refreshItem } from '../items/refresh-item.js';
import { acceptChapters, dismissChapters, settledChapters } from './chapter-suggestions.js';
import { acceptDescriptions, dismissDescriptions, settledDescriptions } from './description-suggestions.js';
import type { DescriptionId } from '../items/suggested-descriptions.js';
import { acceptScriptures, dismissScriptures, settledScriptures } from './scripture-suggestions.js';
import { kinds, type ChosenSuggestions, type Kind, type Suggestions } from './suggestion.schema.js';
import type { SettledState } from '../items/suggested-rows.js';
import { acceptTopics, dismissTopics, settledTopics } from './topic-suggestions.js';
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

  const apply = async (
    trx: Db,
    caller: Caller,
    item: Row<'item'>,
    selected: Suggestions,
    state: SettledState,
  ): Promise<void> => {
    const { accountId, id } = item;
    const [scriptures, chapters] = [idsOf(selected.scriptures), idsOf(selected.chapters)];
    const descriptions = idsOf(selected.descriptions) as DescriptionId[];
    if (state === 'accepted') {
      await acceptScriptures(trx, accountId, id, scriptures);
      await acceptChapters(trx, accountId, id, chapters);
      await acceptDescriptions(trx, clock, caller, item, descriptions);
      await acceptTopics(trx, clock, caller, item, selected.topics);
    } else {
      await dismissScriptures(trx, clock, accountId, id, scriptures);
      await dismissChapters(trx, clock, accountId, id, chapters);
      await dismissDescriptions(trx, clock, caller, item, descriptions);
      await dismissTopics(trx, accountId, id, idsOf(selected.topics));
    }
  };

  /** Notifies webhooks, and the search index of what it contains. */
  const publishChange = async (trx: Db, item: Row<'item'>, { chapters, ...indexed }: Suggestions) => {
    if (Object.values(indexed).some(({ length }) => length > 0)) await refreshItem(trx, clock, item);
    else if (chapters.length > 0) await enqueueItemEvent(trx, clock, 'item.updated', item);
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
        const before = await snapshotOf(trx, item, selected.topics.length > 0 ? ['topics'] : []);
        await apply(trx, caller, item, selected, state);
        const changed = (await findRow(trx, 'item', accountId, itemId)) ?? item;
        const notes = (['scriptures', 'chapters'] as const).filter((kind) => selected[kind].length > 0);
        await recordRevision(trx, clock, caller, before, changed, {
          notes: state === 'accepted' ? notes : [],
        });
        await publishChange(trx, changed, selected);
        return waitingSuggestions(trx, changed);
      }),
  };
};
