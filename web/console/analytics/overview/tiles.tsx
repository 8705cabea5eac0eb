/** The analytics of the period, each with a small curve. A tile chooses the metric of the large one. */
import { Group, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { analytics } from '../../../../strings/console/analytics/en.js';
import { Change } from '../change.js';
import { METRICS, type Metric } from '../analytics-search.js';
import { countOf } from '../numbers.js';
import type { MetricReport } from './series.js';
import { Sparkline } from './sparkline.js';
import { useAnalyticsAddress } from '../use-analytics-address.js';
import styles from '../analytics.module.css';

interface Props {
  /** The metric of the curve. */
  chosen: Metric;
  /** Undefined while a metric is read; null if that has failed. */
  analyticsOf(metric: Metric): MetricReport | undefined | null;
}

export const Tiles = ({ chosen, analyticsOf }: Props) => {
  const { change } = useAnalyticsAddress();
  return (
    <div className={styles.tiles} role="group" aria-label={analytics.metricsLabel}>
      {METRICS.map((metric) => (
        <Tile
          key={metric}
          metric={metric}
          isChosen={metric === chosen}
          shown={analyticsOf(metric)}
          choose={() => change({ metric })}
        />
      ))}
    </div>
  );
};

interface TileProps {
  metric: Metric;
  isChosen: boolean;
  shown: MetricReport | undefined | null;
  choose(): void;
}

const Tile = ({ metric, isChosen, shown, choose }: TileProps) => (
  <UnstyledButton
    className={styles.tile}
    aria-pressed={isChosen}
    onClick={choose}
    data-metric={metric}
    data-value={shown?.total}
  >
    <Text size="sm" component="span" display="block">
      {analytics.metrics[metric]}
    </Text>
    <Group gap="xs" align="baseline" component="span" mih="2rem">
      {shown ? (
        <>
          <Text span fz="xl" fw={600}>
            {countOf(shown.total)}
          </Text>
          <Change value={shown.total} previous={shown.previous} />
        </>
      ) : shown === null ? (
        '–'
      ) : (
        <Skeleton component="span" h="1.2rem" w="4rem" />
      )}
    </Group>
    <Sparkline values={shown?.points.map(({ value }) => value ?? 0) ?? []} className={styles.spark} />
  </UnstyledButton>
);
