/** The metrics of a process, of what it counts itself and of what it gathers. */
import { Registry, Histogram, Counter, Gauge } from 'prom-client';
import type { Log } from '../lib/log.js';
import { createCollectedGauges, type GaugeSource } from './gathered-values.js';
import { createRequestMetrics } from './request-metrics.js';
import { serveMetrics, type MetricsAddress } from './metrics-server.js';
import { monitorEventLoopDelay } from 'node:perf_hooks';

const PROCESS_MS = 15_000;

export interface RunningMetrics {
  /** For programs on this machine. */
  port: number;
  stop(): Promise<void>;
}

export const createMetrics = (address: MetricsAddress, log: Log) => {
  const registry = new Registry();
  const observerOf = createRequestMetrics(registry);
  const observeSearch = createSearchMetrics(registry);
  return {
    /** @returns the observer of the requests of a host */
    observerOf,
    /** Observes the parts of a search, ms by name. */
    observeSearch,
    /**
     * Gathers values, and serves all.
     * @throws {Error} when the port is not available
     */
    start: async (sources: readonly GaugeSource[]): Promise<RunningMetrics> => {
      const ofProcess = createProcessMetrics(registry);
      const gathered = createCollectedGauges(registry, sources, log);
      const server = await serveMetrics(address, registry);
      ofProcess.start();
      gathered.start();
      const timer = setInterval(ofProcess.gather, PROCESS_MS).unref();
      const bound = server.address();
      return {
        port: bound !== null && typeof bound === 'object' ? bound.port : address.port,
        stop: async () => {
          clearInterval(timer);
          gathered.stop();
          ofProcess.stop();
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        },
      };
    },
  };
};

const SECONDS = [0.001, 0.005, 0.02, 0.1, 0.5, 2.5];

/** @returns observes the parts of one search, ms by name, such as `rankMs` */
const createSearchMetrics = (registry: Registry): ((parts: Record<string, number>) => void) => {
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

const RESOLUTION_MS = 10;
const PERCENTILES = { p50: 50, p99: 99, max: 100 };

interface ProcessMetrics {
  /** Starts measuring the event loop. */
  start(): void;
  /** Notes the delays since the last call. */
  gather(): void;
  stop(): void;
}

/** Metrics of this process: processor time, memory, and the delay of its event loop. */
const createProcessMetrics = (registry: Registry): ProcessMetrics => {
  const registers = [registry];
  new Counter({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    registers,
    collect() {
      const { user, system } = process.cpuUsage();
      this.reset();
      this.inc((user + system) / 1e6);
    },
  });
  const started = new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the process started, Unix time.',
    registers,
  });
  started.set(Date.now() / 1_000 - process.uptime());
  new Gauge({
    name: 'lectern_memory_bytes',
    help: 'Memory of the process by use. "resident" is the whole.',
    labelNames: ['use'],
    registers,
    collect() {
      const { rss, heapUsed, heapTotal, external, arrayBuffers } = process.memoryUsage();
      this.set({ use: 'resident' }, rss);
      this.set({ use: 'heap' }, heapTotal);
      this.set({ use: 'heap_used' }, heapUsed);
      this.set({ use: 'external' }, external);
      this.set({ use: 'array_buffers' }, arrayBuffers);
    },
  });
  const delay = new Gauge({
    name: 'lectern_event_loop_delay_seconds',
    help: 'How late the event loop was in the last seconds.',
    labelNames: ['percentile'],
    registers,
  });
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  return {
    start: () => void histogram.enable(),
    gather: () => {
      if (histogram.count === 0) return;
      for (const [percentile, at] of Object.entries(PERCENTILES))
        delay.set({ percentile }, Math.max(0, histogram.percentile(at) / 1e6 - RESOLUTION_MS) / 1_000);
      histogram.reset();
    },
    stop: () => void histogram.disable(),
  };
};
