/**
 * Values that need a query, of a store or a file system. They are gathered on a timer, so that a scrape waits for
 * nothing, and left out once they can no longer be gathered.
 */
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../lib/log.js';

/** The values of a gauge: one number, or numbers by label. */
export type GaugeValues = number | readonly (readonly [labels: Record<string, string>, value: number])[];

export interface GaugeDeclaration {
  /** e.g. `lectern_jobs` */
  name: string;
  help: string;
  labels?: readonly string[];
}

export interface GaugeSource {
  /** For the log. */
  name: string;
  everyMs: number;
  gauges: readonly GaugeDeclaration[];
  /** The values by the name of their gauge; those of other gauges are left out. Is not called again before it ends. */
  gather(): Promise<Record<string, GaugeValues>>;
}

export interface CollectedGauges {
  start(): void;
  /** Waits for nothing: what is being gathered is dropped. */
  stop(): void;
}

export const createCollectedGauges = (
  registry: Registry,
  sources: readonly GaugeSource[],
  log: Log,
): CollectedGauges => {
  const gathering = sources.map((source) => createGathering(registry, source, log));
  let timers: NodeJS.Timeout[] = [];
  return {
    start: () => {
      timers = gathering.map(({ everyMs, run }) => {
        run();
        return setInterval(run, everyMs).unref();
      });
    },
    stop: () => timers.forEach(clearInterval),
  };
};

const createGathering = (
  registry: Registry,
  { name, everyMs, gauges, gather }: GaugeSource,
  log: Log,
): { everyMs: number; run(): void } => {
  const declared = gauges.map((gauge) => ({ gauge, ...createGauge(registry, gauge) }));
  let isRunning = false;
  const show = (values: Record<string, GaugeValues>): void =>
    declared.forEach(({ gauge, set }) => set(values[gauge.name] ?? []));
  const gatherNow = async (): Promise<void> => {
    isRunning = true;
    try {
      show(await gather());
    } catch (err) {
      log.debug({ err, source: name }, 'could not gather metrics');
      show({});
    } finally {
      isRunning = false;
    }
  };
  return {
    everyMs,
    run: () => {
      // It hangs: its values are out of date.
      if (isRunning) show({});
      else void gatherNow();
    },
  };
};

const createGauge = (
  registry: Registry,
  { name, help, labels = [] }: GaugeDeclaration,
): { set(values: GaugeValues): void } => {
  const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [registry] });
  const set = (values: GaugeValues): void => {
    gauge.reset();
    // Otherwise, without a value it would be 0.
    if (labels.length === 0) gauge.remove();
    if (typeof values === 'number') gauge.set(values);
    else for (const [labelValues, value] of values) gauge.set(labelValues, value);
  };
  set([]);
  return { set };
};
