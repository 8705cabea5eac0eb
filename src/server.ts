/** Starts the app's servers and worker, and stops them in order. */
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from './app.js';
import { metricsSources } from './platform/metrics/metrics-sources.js';
import { asRequest } from './platform/db/request-work.js';
import { createProxyCheck } from './platform/http/callers/client-address.js';
import { createLimitedServer } from './platform/http/server/limited-server.js';
import { portError } from './platform/http/server/port-error.js';
import { refusedLog } from './platform/http/server/request-log.js';
import type { RunningMetrics } from './platform/metrics/metrics.js';
import type { RequestHost } from './platform/metrics/request-metrics.js';

/** `api` only serves requests, `worker` only processes jobs. */
export type ProcessRole = 'all' | 'api' | 'worker';

export interface Running {
  /** Base URLs for callers on this machine, including the prefix; empty if the role does not serve. */
  privateUrl: string;
  publicUrl: string;
  /** Origin of the console for callers on this machine; empty if the server has none. */
  consoleUrl: string;
  /** URL of the metrics for programs on this machine; empty if there are none. */
  metricsUrl: string;
  /** Stops accepting connections, and finishes the current requests and the worker's current batches. */
  stop(): Promise<void>;
}

/** Time for current requests to finish, uploads among them, before their connections are closed. */
const GRACE_MS = 30_000;
const IDLE_SWEEP_MS = 100;
/**
 * Maximum number of connections waiting to be accepted; beyond it the kernel drops connections, and clients retry
 * only after seconds. Node's default, 511, could be filled by a single client that opens as many connections as a
 * host accepts. The kernel caps the value (`net.core.somaxconn`).
 */
const BACKLOG = 4_096;

/**
 * Resolves once the servers accept requests.
 * @param options.warm whether to load model, index and suggestions before the first request
 * @throws {Error} when a port is not available, or the secret key is wrong
 */
export const startServer = async (
  app: App,
  { role, warm = true }: { role: ProcessRole; warm?: boolean },
): Promise<Running> => {
  const { config } = app;
  if (config.unknownVariables) app.log.warn(config.unknownVariables);
  await app.prepare();
  const servers: Server[] = [];
  const stopping = new AbortController();
  const serve = async (name: RequestHost, port: number, prefix = ''): Promise<string> => {
    const server = await listen(name, port, app, stopping.signal);
    servers.push(server);
    return `http://${shownHost(config.host)}:${(server.address() as AddressInfo).port}${prefix}`;
  };
  let privateUrl = '';
  let publicUrl = '';
  let consoleUrl = '';
  let metrics: RunningMetrics | undefined;
  try {
    metrics = await app.metrics?.start(metricsSources(app));
    if (role !== 'worker') {
      privateUrl = await serve('private', config.privatePort, '/v2');
      publicUrl = await serve('public', config.publicPort, '/api');
      if (config.consolePort !== null) consoleUrl = await serve('console', config.consolePort);
    }
  } catch (error) {
    await Promise.all([...servers.map(close), metrics?.stop()]);
    throw error;
  }
  if (role !== 'worker') await app.engagement.start();
  const warming = warm
    ? app
        .warm({ serves: role !== 'worker', signal: stopping.signal })
        .catch((err: unknown) => app.log.warn({ err }, 'could not load the search at the start'))
    : undefined;
  const worker = role === 'api' ? undefined : app.createWorker();
  void worker?.run();
  if (worker) app.maintenance.start();
  return {
    privateUrl,
    publicUrl,
    consoleUrl,
    metricsUrl: metrics ? `http://${shownHost(config.metrics?.host ?? '')}:${metrics.port}/metrics` : '',
    stop: async () => {
      stopping.abort();
      app.endStreams();
      await Promise.all([...servers.map(close), worker?.stop()]);
      await app.engagement.stop();
      await app.maintenance.stop();
      await warming;
      await metrics?.stop();
    },
  };
};

const listen = (name: RequestHost, port: number, app: App, stopping: AbortSignal): Promise<Server> =>
  new Promise((resolve, reject) => {
    const { db, log } = app;
    const { host, connections, trustedProxies, slowMs } = app.config;
    const handle = app[`${name}App`].callback();
    const server = createLimitedServer(
      (message, response) => {
        // The next request of the connection has to go to another process.
        if (stopping.aborted) response.shouldKeepAlive = false;
        void asRequest(db, slowMs > 0, () => handle(message, response));
      },
      {
        ...connections,
        isProxy: createProxyCheck(trustedProxies),
      },
      refusedLog({ log, observer: app.observers[name] }),
    );
    server.once('error', (error) => reject(portError(error, port)));
    server.listen({ port, host, backlog: BACKLOG }, () => resolve(server));
  });

const close = async (server: Server): Promise<void> => {
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const timeout = setTimeout(() => server.closeAllConnections(), GRACE_MS);
  await new Promise((resolve) => server.close(resolve));
  clearInterval(sweep);
  clearTimeout(timeout);
};

const shownHost = (host: string): string => {
  if (['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host)) return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
};
