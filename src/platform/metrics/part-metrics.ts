/** Metrics of the parts that an operation consists of. */
import { Histogram, type Registry } from 'prom-client';

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5];

/** @returns observes the parts of one search, ms by name, such as `rankMs` */
export const createSearchMetrics = (registry: Registry): ((parts: Record<string, number>) => void) => {
  const duration = new Histogram({
    name: 'lectern_search_part_duration_seconds',
    help: 'Time of the parts of a search, which overlap; "search" is the whole.',
    labelNames: ['part'],
    buckets: SECONDS,
    registers: [registry],
  });
  return (parts) => {
    for (const [name, ms] of Object.entries(parts))
      duration.observe({ part: name.replace(/Ms$/, '') }, ms / 1_000);
  };
};
