/** The filters that are on, by name, each with a button that removes it. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { where } from '../../../../client/index.js';
import { unwrap, useAccount } from '../../api/account.js';
import { FilterChips } from '../../parts/filter-chips.js';
import { useAllSeries, useCollections, useSpeakers } from '../../parts/lookups.js';
import {
  CONTENT_FILTERS,
  filtersIn,
  VISIT_FILTERS,
  type ContentFilter,
  type Filters,
} from '../analytics-search.js';
import { valueName } from '../names.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';

export const ReportFilters = () => {
  const { search, change } = useAnalyticsAddress();
  const filters = filtersIn(search);
  const names = useRecordNames(filters);
  const chips = [
    ...CONTENT_FILTERS.flatMap((filter) => {
      const id = filters[filter];
      return id === undefined ? [] : [{ filter, name: names(filter, id) }];
    }),
    ...VISIT_FILTERS.flatMap((filter) => {
      const value = filters[filter];
      return value === undefined ? [] : [{ filter, name: valueName(filter, value) }];
    }),
  ].map(({ filter, name }) => ({
    label: `${analytics.filters[filter]}: ${name}`,
    remove: () => change({ [filter]: undefined }),
  }));
  if (chips.length === 0) return null;
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <FilterChips chips={chips} />
      {chips.length > 1 && (
        <Button
          variant="default"
          size="compact-sm"
          className="screen-only"
          onClick={() =>
            change(Object.fromEntries(Object.keys(filters).map((filter) => [filter, undefined])))
          }
        >
          {analytics.clearFilters}
        </Button>
      )}
    </Group>
  );
};

/** Names of the records that analytics are filtered by; their ids until those are known, or if they are deleted. */
const useRecordNames = (filters: Filters): ((filter: ContentFilter, id: number) => string) => {
  const { api, keys } = useAccount();
  const { itemId, seriesId, speakerId, collectionId } = filters;
  const { data: item } = useQuery({
    queryKey: keys.list('items', { titleOf: itemId }),
    enabled: itemId !== undefined,
    queryFn: async () => {
      const query = { ...where({ 'id.eq': itemId! }), _limit: 1 };
      return (await unwrap(api.GET('/items', { params: { query } }))).items[0]?.title ?? null;
    },
  });
  const { data: series = [] } = useAllSeries(seriesId !== undefined);
  const { data: speakers = [] } = useSpeakers(speakerId !== undefined);
  const { data: collections = [] } = useCollections(collectionId !== undefined);
  const nameOf: Record<ContentFilter, (id: number) => string | null | undefined> = {
    itemId: () => item,
    seriesId: (id) => series.find((one) => one.id === id)?.title,
    speakerId: (id) => speakers.find((one) => one.id === id)?.name,
    collectionId: (id) => collections.find((one) => one.id === id)?.name,
  };
  return (filter, id) => nameOf[filter](id) ?? `#${id}`;
};
