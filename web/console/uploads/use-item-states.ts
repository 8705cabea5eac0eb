/** How far the items of uploads are: their states, and the progress of the one that is being processed. */
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { where } from '../../../client/index.js';
import { unwrap, useAccount, type Schemas } from '../api/account.js';

type Item = Schemas['Item'];
type Processing = Schemas['Processing'];

/** Items of one request. */
const PAGE = 100;
const POLL_MS = 2_500;
/** Nothing happens with items in these states by itself. */
const SETTLED: readonly Item['status'][] = ['ready', 'published', 'unpublished', 'actionRequired', 'error'];

export const isInProgress = ({ status }: Pick<Item, 'status'>): boolean =>
  status === 'queued' || status === 'processing';

const useRefreshItems = (): (() => Promise<void>) => {
  const { keys } = useAccount();
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: keys.every('items') });
};

/**
 * @param sent number of items whose files have arrived; they are read again when it changes
 * @returns the items by id, as far as they have been read
 */
export const useItemStates = (itemIds: readonly number[], sent: number): ReadonlyMap<number, Item> => {
  const refresh = useEffectEvent(useRefreshItems());
  useEffect(() => {
    if (sent > 0) void refresh();
  }, [sent]);
  const { api, keys } = useAccount();
  const pages = Array.from({ length: Math.ceil(itemIds.length / PAGE) }, (_, page) =>
    itemIds.slice(page * PAGE, (page + 1) * PAGE),
  );
  return useQueries({
    queries: pages.map((ids) => ({
      queryKey: keys.list('items', { ids }),
      enabled: sent > 0,
      queryFn: async () =>
        (
          await unwrap(
            api.GET('/items', { params: { query: { ...where({ 'id.in': ids.join(',') }), _limit: PAGE } } }),
          )
        ).items,
      refetchInterval: ({ state: { data } }: { state: { data?: Item[] } }) =>
        data?.every(({ status }) => SETTLED.includes(status)) ? (false as const) : POLL_MS,
    })),
    combine: (results) => new Map(results.flatMap(({ data = [] }) => data.map((item) => [item.id, item]))),
  });
};

/**
 * One stream at a time: browsers open only six connections to a server, and uploads need some of them.
 * @param itemId null while nothing is processed
 */
export const useProcessing = (itemId: number | null): Processing | null => {
  const { shortName } = useAccount();
  const refresh = useEffectEvent(useRefreshItems());
  const [processing, setProcessing] = useState<Processing | null>(null);
  useEffect(() => {
    if (itemId === null) return undefined;
    const stream = new EventSource(`/a/${shortName}/v2/items/${itemId}/processing/events`);
    const show = ({ data }: MessageEvent<string>): void =>
      setProcessing((JSON.parse(data) as { processing: Processing }).processing);
    stream.addEventListener('progress', show);
    stream.addEventListener('end', (event: MessageEvent<string>) => {
      show(event);
      stream.close();
      void refresh();
    });
    return () => {
      stream.close();
      setProcessing(null);
    };
  }, [itemId, shortName]);
  return processing;
};
