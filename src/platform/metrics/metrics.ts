/** The metrics of a process, of what it counts itself and of what it gathers. */
import { Registry } from 'prom-client';
import type { Log } from '../lib/log.js';
import { createGatheredValues, type GatheredSource } from './gathered-values.js';
import { createSearchMetrics } from './part-metrics.js';
import { createProcessMetrics } from './process-metrics.js';
import { createRequestMetrics } from './request-metrics.js';
import { serveMetrics, type MetricsAddress } from './metrics-server.js';

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
    start: async (sources: readonly GatheredSource[]): Promise<RunningMetrics> => {
      const ofProcess = createProcessMetrics(registry);
      const gathered = createGatheredValues(registry, sources, log);
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
