/** Saves a report as the API exports it, with the period and the filters of the page. */
import { Anchor } from '@mantine/core';
import { analytics } from '../../../strings/console/analytics/en.js';
import { useAccount } from '../api/account.js';
import { useDownload } from '../parts/use-download.js';
import { withValues } from '../parts/with-values.js';
import { filtersIn, periodQuery } from './analytics-search.js';
import { useAnalyticsAddress } from './use-analytics-address.js';

export interface Export {
  report: string;
  by?: string;
  /** Instead of that of the filters. */
  itemId?: number;
}

/** @param card names what is saved, for screen readers */
export const CsvLink = ({ card, report }: { card: string; report: Export }) => {
  const { api } = useAccount();
  const { save, isRunning } = useDownload();
  const { search } = useAnalyticsAddress();
  // A report on one talk has no filters.
  const filters = report.itemId === undefined ? filtersIn(search) : {};
  const query = { ...report, ...periodQuery(search), ...filters };
  return (
    <Anchor
      component="button"
      type="button"
      disabled={isRunning}
      onClick={() =>
        void save(() => api.GET('/stats/export', { params: { query: query as never }, parseAs: 'blob' }))
      }
      size="sm"
      className="screen-only"
      aria-label={withValues(analytics.csvOf, { card })}
    >
      {analytics.downloadCsv}
    </Anchor>
  );
};
