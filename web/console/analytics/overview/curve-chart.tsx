/** The curve as a chart. Loaded by the analytics only, because its library is large. */
import { LineChart } from '@mantine/charts';
import '@mantine/charts/styles.css';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { countOf } from '../numbers.js';
import type { Point } from './series.js';
import styles from '../analytics.module.css';

interface Props {
  points: readonly Point[];
  /** Names the metric. */
  metric: string;
  /** Whether the period before is drawn, too. */
  isCompared: boolean;
  /** Index of the interval that is not over yet. */
  unfinished: number | null;
  labelOf(start: string): string;
}

export default function CurveChart({ points, metric, isCompared, unfinished, labelOf }: Props) {
  // Between two points: the shade is from the last interval that is over.
  const [from, to] = unfinished === null ? [] : [points[unfinished - 1], points[unfinished]];
  return (
    <LineChart
      className={styles.chart}
      h="100%"
      data={[...points]}
      dataKey="start"
      curveType="linear"
      connectNulls={false}
      withDots={points.length === 1}
      gridAxis="xy"
      tickLine="none"
      textColor="dimmed"
      valueFormatter={countOf}
      xAxisProps={{ tickFormatter: labelOf, minTickGap: 24 }}
      yAxisProps={{ allowDecimals: false, width: 48 }}
      tooltipProps={{
        // Nothing while no point is chosen.
        labelFormatter: (start) => (typeof start === 'string' && start !== '' ? labelOf(start) : ''),
      }}
      lineChartProps={{ title: metric }}
      series={[
        ...(isCompared
          ? [
              {
                name: 'previous',
                label: analytics.curve.previous,
                color: 'gray.6',
                strokeDasharray: '5 4',
              },
            ]
          : []),
        { name: 'value', label: metric, color: 'indigo.6' },
      ]}
      referenceAreas={
        from && to
          ? [{ x1: from.start, x2: to.start, color: 'gray.6', label: analytics.curve.unfinished }]
          : []
      }
    />
  );
}
