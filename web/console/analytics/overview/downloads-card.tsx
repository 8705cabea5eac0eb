/** The card of downloads: by app, and by talk. */
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount } from '../../api/account.js';
import { withValues } from '../../parts/with-values.js';
import { BarTable, type ReportColumn } from '../bar-table.js';
import { Card, CardTabs } from '../card.js';
import { reportQuery } from '../analytics-search.js';
import { valueName } from '../names.js';
import { useAnalyticsAddress, useTab } from '../use-analytics-address.js';
import { useRows } from '../use-report.js';

const { columns, cards } = analytics;

export const DownloadsCard = () => {
  const [tab] = useTab('downloads');
  return (
    <Card card="downloads" csv={{ report: tab === 'apps' ? 'download-apps' : 'download-items' }}>
      <CardTabs card="downloads">{tab === 'apps' ? <DownloadApps /> : <DownloadedTalks />}</CardTabs>
    </Card>
  );
};

type Downloaded = { downloads: number; previous?: { downloads: number } };

const COLUMNS: ReportColumn<Downloaded>[] = [
  {
    label: columns.downloads,
    valueOf: ({ downloads }) => downloads,
    previousOf: ({ previous }) => previous?.downloads,
  },
];

const DownloadApps = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('downloads/apps', reportQuery(search), async (page) => {
    const { apps: rows, totalRecords } = await unwrap(
      api.GET('/stats/downloads/apps', { params: { query: page } }),
    );
    return { rows, totalRecords };
  });
  return (
    <BarTable
      label={cards.downloads}
      nameLabel={columns.app}
      rows={rows}
      keyOf={({ app }) => app ?? ''}
      nameOf={({ app }) => valueName('app', app ?? '')}
      filterOf={({ app }) => ({ name: 'app', value: app ?? '' })}
      columns={COLUMNS}
    />
  );
};

const DownloadedTalks = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('downloads/items', reportQuery(search), async (page) => {
    const { items: rows, totalRecords } = await unwrap(
      api.GET('/stats/downloads/items', { params: { query: page } }),
    );
    return { rows, totalRecords };
  });
  return (
    <BarTable
      label={cards.downloads}
      nameLabel={columns.talk}
      rows={rows}
      keyOf={({ itemId }) => itemId}
      nameOf={({ itemId, title }) => title ?? withValues(analytics.deleted, { id: itemId })}
      filterOf={({ itemId: value }) => ({ name: 'itemId', value })}
      columns={COLUMNS}
    />
  );
};
