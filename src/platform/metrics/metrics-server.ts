/** Serves the metrics to Prometheus, on a port of their own: `GET /metrics`. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';
import { isSameSecret } from '../lib/ids.js';

export interface MetricsAddress {
  host: string;
  port: number;
  /** Needed to read the metrics; null if every program on this machine may. */
  token: string | null;
}

/** Few programs read them. */
const MAX_CONNECTIONS = 20;
const TIMEOUT_MS = 5_000;

/**
 * Resolves once it listens.
 * @throws {Error} when the port is not available
 */
export const serveMetrics = (
  { host, port, token }: MetricsAddress,
  registry: Pick<Registry, 'metrics' | 'contentType'>,
): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(
      { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_MS },
      (request, response) => void respond(request, response, token, registry),
    );
    server.maxConnections = MAX_CONNECTIONS;
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(
              `Port ${port} is in use by another program. Set METRICS_PORT to a free port, another for each process.`,
            )
          : error,
      ),
    );
    server.listen({ host, port }, () => resolve(server));
  });

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  token: string | null,
  registry: Pick<Registry, 'metrics' | 'contentType'>,
): Promise<void> => {
  const text = (status: number, body: string, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', ...headers }).end(body);
  };
  const isAllowed = token === null || isSameSecret(request.headers.authorization ?? '', `Bearer ${token}`);
  if (!isAllowed)
    return text(401, 'Send Authorization: Bearer with METRICS_TOKEN\n', { 'WWW-Authenticate': 'Bearer' });
  const [path] = (request.url ?? '').split('?');
  if (path !== '/metrics') return text(404, 'The metrics are at /metrics\n');
  if (request.method !== 'GET') return text(405, 'Use GET\n', { Allow: 'GET' });
  try {
    text(200, await registry.metrics(), {
      'Content-Type': registry.contentType,
      'Cache-Control': 'no-store',
    });
  } catch {
    text(500, 'The metrics cannot be read\n');
  }
};
