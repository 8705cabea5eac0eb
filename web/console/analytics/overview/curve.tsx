/** One metric over time: a curve, or a table of the same numbers. */
import { Anchor, Button, Group, Paper, ScrollArea, Skeleton, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { withValues } from '../../parts/with-values.js';
import { CsvLink } from '../csv-link.js';
import type { Metric } from '../analytics-search.js';
import { countOf } from '../numbers.js';
import { intervalOf, labels, unfinishedOf, type IntervalName, type MetricReport } from './series.js';
import { Sparkline } from './sparkline.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';
import styles from '../analytics.module.css';

const CurveChart = lazy(() => import('./curve-chart.js'));

interface Props {
  metric: Metric;
  shown: MetricReport;
  /** Time zone of the account. */
  timeZone: string;
}

const texts = analytics.curve;

export const Curve = ({ metric, shown: { points, range }, timeZone }: Props) => {
  const { search } = useAnalyticsAddress();
  const [isTable, setTable] = useState(false);
  const name = analytics.metrics[metric];
  const title = withValues(texts.title, { metric: name });
  const interval = intervalOf(points, range);
  const unfinished = unfinishedOf(points, range);
  const label = labels(points, interval, timeZone);
  const isCompared = search.compare === true;
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="analytics-curve">
      <Group justify="space-between">
        <Title order={2} size="h5" id="analytics-curve">
          {title}
        </Title>
        <Group className="screen-only">
          <Button variant="default" size="compact-sm" onClick={() => setTable(!isTable)}>
            {isTable ? texts.showCurve : texts.showTable}
          </Button>
          <CsvLink card={title} report={{ report: metric === 'downloads' ? 'downloads' : 'overview' }} />
        </Group>
      </Group>
      <div className={`${styles.curve} screen-only`}>
        {isTable ? (
          <PointTable {...{ points, title, name, interval, unfinished, isCompared, label }} />
        ) : (
          <Suspense fallback={<Skeleton h="100%" />}>
            <CurveChart
              points={points}
              metric={name}
              isCompared={isCompared}
              unfinished={unfinished}
              labelOf={label}
            />
          </Suspense>
        )}
      </div>
      <PrintedCurve points={points} isCompared={isCompared} label={label} />
      <Notes points={points} unfinished={unfinished} label={label} timeZone={timeZone} />
    </Paper>
  );
};

/** The chart has the width of the screen. */
const PrintedCurve = ({ points, isCompared, label }: Pick<TableProps, 'points' | 'isCompared' | 'label'>) => {
  const values = points.flatMap(({ value }) => value ?? []);
  const previous = isCompared ? points.flatMap((point) => point.previous ?? []) : [];
  const [first, last] = [points[0], points.at(-1)];
  return (
    <div className="print-only">
      <Sparkline values={values} previous={previous} className={styles.printedCurve} />
      <Group justify="space-between">
        <Text size="xs">{first && label(first.start)}</Text>
        <Text size="xs">
          {withValues(texts.highest, { n: countOf(Math.max(0, ...values, ...previous)) })}
        </Text>
        <Text size="xs">{last && label(last.start)}</Text>
      </Group>
    </div>
  );
};

interface NotesProps {
  points: MetricReport['points'];
  unfinished: number | null;
  label(start: string): string;
  timeZone: string;
}

/** What is to know about the curve: its unfinished end, its time zone, and a better period if it has one day only. */
const Notes = ({ points, unfinished, label, timeZone }: NotesProps) => {
  const { search, change } = useAnalyticsAddress();
  const end = unfinished === null ? undefined : points[unfinished];
  const withValue = points.filter(({ value }) => value !== null && value > 0);
  const isToday = withValue.length === 1 && withValue[0] === end && search.range !== 'day';
  return (
    <Group gap="xs" mih="1.5rem">
      <Text size="sm" c="dimmed">
        {end && `${withValues(texts.unfinishedText, { start: label(end.start) })} `}
        {withValues(analytics.zone, { zone: timeZone })}
      </Text>
      {isToday && (
        <Text size="sm" className="screen-only">
          {`${texts.oneDay} `}
          <Anchor
            component="button"
            inherit
            onClick={() => change({ range: 'day', from: undefined, to: undefined })}
          >
            {texts.byHour}
          </Anchor>
        </Text>
      )}
    </Group>
  );
};

interface TableProps extends Pick<NotesProps, 'points' | 'unfinished' | 'label'> {
  title: string;
  name: string;
  interval: IntervalName;
  isCompared: boolean;
}

const numberOf = (value: number | null): string => (value === null ? '' : countOf(value));

const PointTable = ({ points, title, name, interval, unfinished, isCompared, label }: TableProps) => (
  <ScrollArea h="100%" viewportProps={{ tabIndex: 0 }}>
    <Table aria-label={title} stickyHeader>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts[interval]}</Table.Th>
          <Table.Th ta="right">{name}</Table.Th>
          {isCompared && <Table.Th ta="right">{texts.previous}</Table.Th>}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {points.map(({ start, value, previous }, at) => (
          <Table.Tr key={start}>
            <Table.Td>{at === unfinished ? `${label(start)} (${texts.unfinished})` : label(start)}</Table.Td>
            <Table.Td ta="right">{numberOf(value)}</Table.Td>
            {isCompared && <Table.Td ta="right">{numberOf(previous)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </ScrollArea>
);
