/** The address of the analytics, and how screens change it. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TABS, type AnalyticsSearch, type Filters, type TabbedCard, type TabOf } from './analytics-search.js';

export interface AnalyticsAddress {
  search: AnalyticsSearch;
  /** Undefined takes a field out of the address. */
  change(changes: { [K in keyof AnalyticsSearch]?: AnalyticsSearch[K] | undefined }): void;
  filterBy<K extends keyof Filters>(name: K, value: Filters[K]): void;
}

export const useAnalyticsAddress = (): AnalyticsAddress => {
  const search: AnalyticsSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change: AnalyticsAddress['change'] = (changes) =>
    void navigate({
      to: '.',
      // Analytics, and those of one talk, have the same period.
      search: ((former: AnalyticsSearch) => ({ ...former, ...changes })) as never,
      resetScroll: false,
    });
  return { search, change, filterBy: (name, value) => change({ [name]: value }) };
};

/** The chosen tab of a card. */
export const useTab = <C extends TabbedCard>(card: C): [TabOf<C>, (tab: TabOf<C>) => void] => {
  const { search, change } = useAnalyticsAddress();
  const [usual] = TABS[card];
  const chosen = (search[`${card}Tab`] ?? usual) as TabOf<C>;
  return [chosen, (tab) => change({ [`${card}Tab`]: tab === usual ? undefined : tab })];
};
