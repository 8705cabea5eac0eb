/** The analytics: plays, visits, downloads and searches of a period, by everything that they can be told apart by. */
import { Anchor, Button, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { en } from '../../../../strings/console/en.js';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount, type Schemas } from '../../api/account.js';
import { useAccountRecord } from '../../parts/account-record.js';
import { Screen } from '../../parts/screen.js';
import { Failed, Loading, NotAllowed } from '../../parts/states.js';
import { withValues } from '../../parts/with-values.js';
import { SeriesCard, SpeakersCard, TalksCard, TopicsCard } from './content-cards.js';
import { DownloadsCard } from './downloads-card.js';
import { LiveCard } from './live-card.js';
import { SearchesCard } from './searches-card.js';
import { CountriesCard, DevicesCard, PagesCard, SourcesCard } from './visit-cards.js';
import { Curve } from './curve.js';
import { filtersIn, METRICS, reportQuery, type Metric } from '../analytics-search.js';
import { ReportFilters } from './filters.js';
import { dayIn, Period } from '../period.js';
import { daysOf, analyticsOf } from './series.js';
import { Tiles } from './tiles.js';
import { AsOf } from '../as-of.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';
import { useReport } from '../use-report.js';
import styles from '../analytics.module.css';

export const AnalyticsScreen = () => {
  const { may } = useAccount();
  return may('stats:read') ? (
    <Analytics />
  ) : (
    <Screen title={en.listScreens.analytics}>
      <NotAllowed />
    </Screen>
  );
};

const Analytics = () => {
  const { search } = useAnalyticsAddress();
  const hasFilters = Object.keys(filtersIn(search)).length > 0;
  return (
    <Screen
      title={en.listScreens.analytics}
      actions={
        <Button variant="default" className="screen-only" onClick={() => window.print()}>
          {analytics.print}
        </Button>
      }
    >
      <Summary />
      <div className={styles.cards}>
        <TalksCard />
        <SeriesCard />
        <SpeakersCard />
        <TopicsCard />
        <PagesCard />
        <SourcesCard />
        <CountriesCard />
        <DevicesCard />
        <DownloadsCard />
        <SearchesCard />
        {!hasFilters && <LiveCard />}
      </div>
    </Screen>
  );
};

/** Until the account is read, times are shown in none of them: the curve waits for it. */
const useTimeZone = (): string | undefined => useAccountRecord().data?.timeZone;

/** The period, the tiles and the curve. */
const Summary = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const timeZone = useTimeZone();
  const query = reportQuery(search);
  const overview = useReport('overview', query, (params) =>
    unwrap(api.GET('/stats/overview', { params: { query: params } })),
  );
  // The overview always has the period before, and the tiles show it.
  const downloads = useReport('downloads', { ...query, compare: 'previous' as const }, (params) =>
    unwrap(api.GET('/stats/downloads', { params: { query: params } })),
  );
  const answers = { overview: overview.data, downloads: downloads.data };
  const metric = search.metric ?? METRICS[0];
  const shown = analyticsOf(metric, answers);
  const reportOf = (one: Metric) => (one === 'downloads' ? downloads : overview);
  const failed = reportOf(metric);
  const isNothing =
    overview.data !== undefined &&
    !downloads.isPending &&
    METRICS.every((one) => (analyticsOf(one, answers)?.total ?? 0) === 0);
  return (
    <Stack>
      <Period today={dayIn(timeZone)} />
      <ReportFilters />
      <PeriodNote range={overview.data?.range} timeZone={timeZone} />
      <AsOf report={overview.data} />
      <Tiles
        chosen={metric}
        analyticsOf={(one) => analyticsOf(one, answers) ?? (reportOf(one).isError ? null : undefined)}
      />
      <div className={styles.summary}>
        {isNothing ? (
          <Nothing />
        ) : shown && timeZone !== undefined ? (
          <Curve metric={metric} shown={shown} timeZone={timeZone} />
        ) : failed.isError ? (
          <Failed error={failed.error} retry={() => failed.refetch()} />
        ) : (
          <Loading />
        )}
      </div>
    </Stack>
  );
};

interface NoteProps {
  range: Schemas['StatsRange'] | undefined;
  timeZone: string | undefined;
}

/** The period in words; the heading of the page on paper. */
const PeriodNote = ({ range, timeZone }: NoteProps) => {
  const { name } = useAccount();
  const { search } = useAnalyticsAddress();
  if (!range || timeZone === undefined) return <Text size="sm">&nbsp;</Text>;
  const period = withValues(analytics.period, daysOf(range.from, range.to, timeZone));
  const before = daysOf(range.previousFrom, range.previousTo, timeZone);
  return (
    <Text size="sm">
      <span className="print-only">{`${name} · `}</span>
      {search.compare ? `${period}. ${withValues(analytics.previousPeriod, before)}` : period}
    </Text>
  );
};

/** What will be here, and how to come to it. */
const Nothing = () => {
  const { shortName, may } = useAccount();
  const { search } = useAnalyticsAddress();
  if (Object.keys(filtersIn(search)).length > 0)
    return (
      <Text c="dimmed" py="xl" ta="center">
        {analytics.nothing.inPeriod}
      </Text>
    );
  return (
    <Paper withBorder p="md">
      <Stack gap="xs" align="start">
        <Title order={2} size="h5">
          {analytics.nothing.title}
        </Title>
        <Text size="sm">{analytics.nothing.text}</Text>
        {may('content:draft') && (
          <Anchor component={Link} to={`/a/${shortName}/embeds`} size="sm">
            {analytics.nothing.embed}
          </Anchor>
        )}
        <Text size="sm">{analytics.nothing.staff}</Text>
      </Stack>
    </Paper>
  );
};
