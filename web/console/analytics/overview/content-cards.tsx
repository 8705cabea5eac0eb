/** Cards of the library's content: top talks, series, speakers, and topics that rise. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { unwrap, useAccount, type Schemas } from '../../api/account.js';
import { withValues } from '../../parts/with-values.js';
import { BarTable, type ReportColumn } from '../bar-table.js';
import { Card } from '../card.js';
import { reportQuery } from '../analytics-search.js';
import { hoursOf } from '../numbers.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';
import { useRows } from '../use-report.js';

const { columns, cards } = analytics;

interface Counted {
  plays: number;
  watchSeconds: number;
  pageViews: number;
}

/** Plays, hours and page views of a record. */
const countedColumns = <T extends Counted & { previous?: Counted }>(): ReportColumn<T>[] => [
  {
    label: columns.plays,
    valueOf: ({ plays }) => plays,
    previousOf: ({ previous }) => previous?.plays,
  },
  {
    label: columns.hours,
    valueOf: ({ watchSeconds }) => hoursOf(watchSeconds),
    previousOf: ({ previous }) => previous && hoursOf(previous.watchSeconds),
  },
  {
    label: columns.pageViews,
    valueOf: ({ pageViews }) => pageViews,
    previousOf: ({ previous }) => previous?.pageViews,
    isExtra: true,
  },
];

/** Deleted records have no name any more. */
const nameOr = (name: string | null, id: number): string => name ?? withValues(analytics.deleted, { id });

export const TalksCard = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('top-items', reportQuery(search), async (page) => {
    const { items: rows, totalRecords } = await unwrap(
      api.GET('/stats/top-items', { params: { query: page } }),
    );
    return { rows, totalRecords };
  });
  return (
    <Card card="talks" csv={{ report: 'top-items' }}>
      <BarTable
        label={cards.talks}
        nameLabel={columns.talk}
        rows={rows}
        keyOf={({ itemId }) => itemId}
        nameOf={({ itemId, title }) => nameOr(title, itemId)}
        filterOf={({ itemId: value }) => ({ name: 'itemId', value })}
        columns={countedColumns<Schemas['TopItem']>()}
        actionOf={({ itemId, title }) => <TalkLink itemId={itemId} title={nameOr(title, itemId)} />}
      />
    </Card>
  );
};

/** To the analytics of one talk, for the same period. */
const TalkLink = ({ itemId, title }: { itemId: number; title: string }) => {
  const { shortName } = useAccount();
  const { search } = useAnalyticsAddress();
  const { range, from, to, compare } = search;
  return (
    <Anchor
      component={Link}
      to={`/a/${shortName}/analytics/items/${itemId}`}
      search={{ range, from, to, compare } as never}
      c="var(--mantine-color-text)"
      underline="never"
      aria-label={withValues(analytics.analyticsOf, { title })}
    >
      <span aria-hidden>→</span>
    </Anchor>
  );
};

export const SeriesCard = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('top-series', reportQuery(search), async (page) => {
    const { series: rows, totalRecords } = await unwrap(
      api.GET('/stats/top-series', { params: { query: page } }),
    );
    return { rows, totalRecords };
  });
  return (
    <Card card="series" csv={{ report: 'top-series' }}>
      <BarTable
        label={cards.series}
        nameLabel={columns.series}
        rows={rows}
        keyOf={({ seriesId }) => seriesId}
        nameOf={({ title }) => title}
        filterOf={({ seriesId: value }) => ({ name: 'seriesId', value })}
        columns={countedColumns()}
      />
    </Card>
  );
};

export const SpeakersCard = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  const rows = useRows('top-speakers', reportQuery(search), async (page) => {
    const { speakers: rows, totalRecords } = await unwrap(
      api.GET('/stats/top-speakers', { params: { query: page } }),
    );
    return { rows, totalRecords };
  });
  return (
    <Card card="speakers" csv={{ report: 'top-speakers' }}>
      <BarTable
        label={cards.speakers}
        nameLabel={columns.speaker}
        rows={rows}
        keyOf={({ speakerId }) => speakerId}
        nameOf={({ name }) => name}
        filterOf={({ speakerId: value }) => ({ name: 'speakerId', value })}
        columns={countedColumns()}
      />
    </Card>
  );
};

export const TopicsCard = () => {
  const { api } = useAccount();
  const { search } = useAnalyticsAddress();
  // It always compares.
  const query = reportQuery({ ...search, compare: undefined });
  const rows = useRows('trending-topics', query, async (page) => {
    const { trendingTopics: rows } = await unwrap(
      api.GET('/stats/trending-topics', { params: { query: page } }),
    );
    return { rows };
  });
  return (
    <Card card="topics" csv={{ report: 'trending-topics' }}>
      <BarTable
        label={cards.topics}
        nameLabel={columns.topic}
        rows={rows}
        keyOf={({ topicId }) => topicId}
        nameOf={({ name }) => name}
        columns={[
          {
            label: columns.plays,
            valueOf: ({ plays }) => plays,
            previousOf: ({ previousPlays }) => previousPlays,
          },
        ]}
      />
    </Card>
  );
};
