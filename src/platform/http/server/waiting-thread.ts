/**
 * The entry of the thread of waiting-server.ts. A thread, because SQLite blocks the event loop of the main one until a
 * statement has run, which takes longer than a probe waits where the library is large.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { serve } from '../../../../workers/index.js';
import type { MigrationProgress } from '../../db/migrate.js';
import { portError } from './port-error.js';

const RETRY_AFTER_SECS = '5';

let current: (MigrationProgress & { since: number }) | null = null;

const calls = {
  listen: async (host: string, ports: readonly number[]): Promise<void> => {
    for (const port of ports) {
      const server = createServer(respond);
      await new Promise<void>((resolve, reject) => {
        server.once('error', (error) => reject(portError(error, port)));
        server.listen(port, host, resolve);
      });
    }
  },
  report: (progress: MigrationProgress): void => {
    current = { ...progress, since: performance.now() };
  },
};

export type WaitingCalls = typeof calls;

const respond = ({ url = '' }: IncomingMessage, response: ServerResponse): void => {
  const path = url.split('?', 1)[0];
  const isAlive = path === '/healthz';
  response.writeHead(isAlive ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
    ...(!isAlive && { 'Retry-After': RETRY_AFTER_SECS }),
    // The host itself takes the port soon.
    Connection: 'close',
  });
  response.end(JSON.stringify(isAlive ? { status: 'alive' } : path === '/readyz' ? readiness() : refusal()));
};

const readiness = () => ({ status: 'unready', migrating: progressed(), message: message() });

const refusal = () => ({
  result: 'error',
  error: { type: 'UnavailableError', message: `${message()}. Try again later.` },
});

const progressed = () => {
  if (!current) return null;
  const { since, ...progress } = current;
  return { ...progress, seconds: Math.round((performance.now() - since) / 1_000) };
};

const message = (): string =>
  current
    ? `The database is being migrated: ${current.name}, ${current.number} of ${current.of}`
    : 'The database is about to be migrated';

serve(() => calls);
