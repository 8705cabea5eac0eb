/** Cards of visits: pages, where visitors come from, their countries and devices. */
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { BarTable } from '../bar-table.js';
import { Card, CardTabs } from '../card.js';
import { reportQuery, type TabOf } from '../analytics-search.js';
import { valueName } from '../names.js';
import { useAnalyticsAddress, useTab } from '../use-analytics-address.js';
import { useRows } from '../use-report.js';

const { columns, cards } = analytics;

const PAGES = {
  top: { sort: 'pageViews', filter: 'page', label: columns.pageViews },
  entry: { sort: 'entries', filter: 'entryPage', label: columns.entries },
  exit: { sort: 'exits', filter: 'exitPage', label: columns.exits },
} as const satisfies Record<TabOf<'pages'>, object>;

export const PagesCard = () => {
  const [tab] = useTab('pages');
  return (
    <Card card="pages" csv={{ report: 'pages' }}>
      <CardTabs card="pages">
        <Pages key={tab} tab={tab} />
      </CardTabs>
    </Card>
  );
};

const ORIGIN = /^https?:\/\/[^/]*/;
const siteOf = (url: string): string | undefined => ORIGIN.exec(url)?.[0];
const pathOf = (url: string): string => url.replace(ORIGIN, '') || '/';

/** Pages are named by their paths, unless they are of several sites. */
const Pages = ({ tab }: { tab: TabOf<'pages'> }) => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const { sort, filter, label } = PAGES[tab];
  const rows = useRows(
    'pages',
    { ...reportQuery(search), sort },
    async (page) => {
      const { pages: rows, totalRecords } = await unwrap(
        api.GET('/stats/pages', { params: { query: page } }),
      );
      return { rows, totalRecords };
    },
    // Pages on which no visit began or ended are in the report, too.
    tab === 'top' ? undefined : (page) => page[sort] > 0,
  );
  const isOneSite = new Set(rows.data?.rows.map(({ url }) => siteOf(url))).size === 1;
  return (
    <BarTable
      label={cards.pages}
      nameLabel={columns.page}
      rows={rows}
      keyOf={({ url }) => url}
      nameOf={({ url }) => (isOneSite ? pathOf(url) : valueName(filter, url))}
      filterOf={({ url: value }) => ({ name: filter, value })}
      columns={[
        { label, valueOf: (page) => page[sort], previousOf: ({ previous }) => previous?.[sort] },
        {
          label: columns.listeners,
          valueOf: ({ uniqueVisitors }) => uniqueVisitors,
          previousOf: ({ previous }) => previous?.uniqueVisitors,
          isExtra: true,
        },
      ]}
    />
  );
};

type By = TabOf<'sources'> | TabOf<'devices'> | 'country';

/** Visitors and plays by one property of visits. */
const By = ({ by, label, nameLabel }: { by: By; label: string; nameLabel: string }) => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('sources', { ...reportQuery(search), by }, async (page) => {
    const { sources: rows, totalRecords } = await unwrap(
      api.GET('/stats/sources', { params: { query: page } }),
    );
    return { rows, totalRecords };
  });
  return (
    <BarTable
      label={label}
      nameLabel={nameLabel}
      rows={rows}
      keyOf={({ value }) => value ?? ''}
      nameOf={({ value }) => valueName(by, value ?? '')}
      filterOf={({ value }) => ({ name: by, value: value ?? '' })}
      columns={[
        {
          label: columns.listeners,
          valueOf: ({ uniqueVisitors }) => uniqueVisitors,
          previousOf: ({ previous }) => previous?.uniqueVisitors,
        },
        {
          label: columns.plays,
          valueOf: ({ plays }) => plays,
          previousOf: ({ previous }) => previous?.plays,
        },
      ]}
    />
  );
};

export const SourcesCard = () => {
  const [tab] = useTab('sources');
  return (
    <Card card="sources" csv={{ report: 'sources', by: tab }}>
      <CardTabs card="sources">
        <By key={tab} by={tab} label={cards.sources} nameLabel={analytics.tabs.sources[tab]} />
      </CardTabs>
    </Card>
  );
};

export const CountriesCard = () => (
  <Card card="countries" csv={{ report: 'sources', by: 'country' }}>
    <By by="country" label={cards.countries} nameLabel={columns.country} />
  </Card>
);

export const DevicesCard = () => {
  const [tab] = useTab('devices');
  return (
    <Card card="devices" csv={{ report: 'sources', by: tab }}>
      <CardTabs card="devices">
        <By key={tab} by={tab} label={cards.devices} nameLabel={analytics.tabs.devices[tab]} />
      </CardTabs>
    </Card>
  );
};
