/** Pins, hides and checks of one query, from its results. */
import { useSearch } from '@tanstack/react-router';
import { desk } from '../../../strings/console/search-admin/en.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';
import { useAction } from '../parts/use-action.js';
import { withValues } from '../parts/with-values.js';

type Item = Pick<Schemas['DeskItem'], 'id' | 'title'>;

/** A check allows others before the talk: results move with each talk that is added. */
const LEAST_RANK = 3;

export interface Rules {
  isRunning: boolean;
  /** In front of those that are pinned already. */
  pin(item: Item): Promise<unknown>;
  hide(item: Item): Promise<unknown>;
  /** @param rank of the item now; null if it is not found */
  check(item: Item, rank: number | null): Promise<unknown>;
}

export const useRules = (query: string): Rules => {
  const { api, keys } = useAccount();
  const { also = [] } = useSearch({ from: '/a/$account/search-desk' });
  const { run, isRunning } = useAction(
    keys.every('explanations'),
    keys.every('searchPins'),
    keys.every('searchChecks'),
    keys.every('searchRevisions'),
  );
  /** A query has one pin, which names all of its items. */
  const change = async (changes: (known: Schemas['NewPin']) => Schemas['NewPin']): Promise<void> => {
    const { pins } = await unwrap(api.GET('/search/pins', { params: { query: { query, _limit: 1 } } }));
    const known = pins[0];
    const { pinnedItemIds, hiddenItemIds } = changes(known ?? { query });
    const otherQueries = [...new Set([...(known?.otherQueries ?? []), ...also])];
    const body = { pinnedItemIds, hiddenItemIds, ...(also.length > 0 && { otherQueries }) };
    if (known)
      await unwrap(
        api.PATCH('/search/pins/{searchPinId}', { params: { path: { searchPinId: known.id } }, body }),
      );
    else await unwrap(api.POST('/search/pins/create', { body: { query, ...body } }));
  };
  const without = (ids: readonly number[] | undefined, id: number): number[] =>
    (ids ?? []).filter((one) => one !== id);
  return {
    isRunning,
    pin: ({ id, title }) =>
      run(
        () =>
          change(({ pinnedItemIds, hiddenItemIds }) => ({
            query,
            pinnedItemIds: [id, ...without(pinnedItemIds, id)],
            hiddenItemIds: without(hiddenItemIds, id),
          })),
        withValues(desk.isPinned, { title }),
      ),
    hide: ({ id, title }) =>
      run(
        () =>
          change(({ pinnedItemIds, hiddenItemIds }) => ({
            query,
            pinnedItemIds: without(pinnedItemIds, id),
            hiddenItemIds: [...without(hiddenItemIds, id), id],
          })),
        withValues(desk.isHidden, { title }),
      ),
    check: ({ id: itemId, title }, rank) =>
      run(
        () =>
          unwrap(
            api.POST('/search/checks/create', {
              body: { query, itemId, maxRank: Math.max(LEAST_RANK, rank ?? 0) },
            }),
          ),
        withValues(desk.isChecked, { title }),
      ),
  };
};
