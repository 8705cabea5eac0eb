/** The card of searches: grouped by meaning, or as they were typed. Each leads to what can be done about it. */
import { Text } from '@mantine/core';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount, type Schemas } from '../../api/account.js';
import { withValues } from '../../parts/with-values.js';
import { BarTable, type ReportColumn } from '../bar-table.js';
import { Card, CardTabs } from '../card.js';
import { reportQuery, type TabOf } from '../analytics-search.js';
import { percentOf } from '../numbers.js';
import { useAnalyticsAddress, useTab } from '../use-analytics-address.js';
import { useRows } from '../use-report.js';
import { SearchActions } from './search-actions.js';

const { columns, cards } = analytics;
type SearchGroup = Schemas['SearchGroup'];
type SearchQuery = Schemas['QueryMetrics'];
type GroupTab = Exclude<TabOf<'searches'>, 'top'>;

export const SearchesCard = () => {
  const [tab] = useTab('searches');
  return (
    <Card card="searches" csv={{ report: tab === 'top' ? 'searches' : 'search-groups' }}>
      <CardTabs card="searches">{tab === 'top' ? <Queries /> : <Groups key={tab} tab={tab} />}</CardTabs>
    </Card>
  );
};

const SEARCHES: ReportColumn<SearchGroup | SearchQuery> = {
  label: columns.searches,
  valueOf: ({ searches }) => searches,
  previousOf: ({ previous }) => previous?.searches,
};
const WITHOUT_RESULTS: ReportColumn<SearchGroup | SearchQuery> = {
  label: columns.withoutResults,
  valueOf: ({ withoutResults }) => withoutResults,
  previousOf: ({ previous }) => previous?.withoutResults,
};
const WITHOUT_CLICKS: ReportColumn<SearchGroup> = {
  label: columns.withoutClicks,
  valueOf: ({ withoutClicks }) => withoutClicks,
  previousOf: ({ previous }) => previous?.withoutClicks,
};
const CLICKED: ReportColumn<SearchGroup | SearchQuery> = {
  label: columns.clickThroughRate,
  valueOf: ({ clickThroughRate }) => clickThroughRate,
  format: percentOf,
  isExtra: true,
};

/** What each tab sorts by, and shows. */
const GROUPS = {
  groups: { sort: 'searches', columns: [SEARCHES, WITHOUT_RESULTS, CLICKED] },
  withoutResults: { sort: 'withoutResults', columns: [WITHOUT_RESULTS, SEARCHES] },
  withoutClicks: { sort: 'withoutClicks', columns: [WITHOUT_CLICKS, SEARCHES, CLICKED] },
} as const satisfies Record<GroupTab, object>;

const Groups = ({ tab }: { tab: GroupTab }) => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const { sort, columns: shown } = GROUPS[tab];
  const rows = useRows('searches/groups', { ...reportQuery(search), sort }, async (page) => {
    const params = { query: page };
    const { groups, totalRecords } = await unwrap(api.GET('/stats/searches/groups', { params }));
    return { rows: groups, totalRecords };
  });
  return (
    <BarTable<SearchGroup>
      label={cards.searches}
      nameLabel={columns.search}
      rows={rows}
      keyOf={({ query }) => query}
      nameOf={({ query }) => query}
      noteOf={(group) => <Others others={othersOf(group)} />}
      columns={shown}
      actionOf={(group) => <SearchActions query={group.query} others={othersOf(group)} />}
    />
  );
};

/** The other searches of a group. */
const othersOf = ({ queries, query }: SearchGroup): string[] =>
  queries.map((one) => one.query).filter((one) => one !== query);

const SHOWN = 5;

const Others = ({ others }: { others: readonly string[] }) =>
  others.length > 0 && (
    <Text size="xs" c="dimmed" className="screen-only">
      {withValues(analytics.groupOf, { queries: others.slice(0, SHOWN).join(', ') })}
    </Text>
  );

const Queries = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('searches', reportQuery(search), async (page) => {
    const { queries, totalRecords } = await unwrap(api.GET('/stats/searches', { params: { query: page } }));
    return { rows: queries, totalRecords };
  });
  return (
    <BarTable<SearchQuery>
      label={cards.searches}
      nameLabel={columns.search}
      rows={rows}
      keyOf={({ query }) => query}
      nameOf={({ query }) => query}
      columns={[SEARCHES, WITHOUT_RESULTS, CLICKED]}
      actionOf={({ query }) => <SearchActions query={query} />}
    />
  );
};
