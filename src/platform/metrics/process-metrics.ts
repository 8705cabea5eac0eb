/** Metrics of this process: processor time, memory, and the delay of its event loop. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Counter, Gauge, type Registry } from 'prom-client';

const RESOLUTION_MS = 10;
const PERCENTILES = { p50: 50, p99: 99, max: 100 };

export interface ProcessMetrics {
  /** Starts measuring the event loop. */
  start(): void;
  /** Notes the delays since the last call. */
  gather(): void;
  stop(): void;
}

export const createProcessMetrics = (registry: Registry): ProcessMetrics => {
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
