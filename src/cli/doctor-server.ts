/** The part of `lectern doctor` about the server that runs on this machine: what it reports, and its queue of events. */
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { openSpool, SpoolUnavailableError } from '../../analytics/index.js';
import type { App } from '../app.js';
import { mebibytes, type Finding } from './doctor-finding.js';

/** The server checks its stores before it responds. */
const TIMEOUT_MS = 10_000;
/** Part of SPOOL_MAX_BYTES. */
const FULL_SPOOL = 0.8;

const store = z.object({
  status: z.enum(['up', 'down']),
  message: z.string().optional(),
  metrics: z.record(z.string(), z.number()).optional(),
});
const readiness = z.object({
  status: z.enum(['ready', 'degraded', 'unready']),
  stores: z.record(z.string(), store),
});
export type Server = z.output<typeof readiness>;

const indexStore = z.object({
  accounts: z.number(),
  accountsBeyondMemory: z.number(),
  passages: z.number(),
  bytes: z.number(),
  limitBytes: z.number(),
  residentBytes: z.number(),
  missingAllocatorSettings: z.number(),
});

/** What the server on the private port reports; undefined if none responds. */
export const readServer = async ({ config: { privatePort } }: App): Promise<Server | undefined> => {
  const body = await fetch(`http://localhost:${privatePort}/readyz`, {
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
    .then((response) => response.json())
    .catch(() => undefined);
  return readiness.safeParse(body).data;
};

/** Undefined without a server, or if it has not searched yet. */
export const indexMetrics = (server: Server | undefined) =>
  indexStore.safeParse(server?.stores.index?.metrics).data;

export const checkServer = ({ config: { privatePort } }: App, server: Server | undefined): Finding => {
  const name = 'server';
  if (!server) return { name, status: 'ok', message: `none responds on port ${privatePort}` };
  const down = Object.entries(server.stores).flatMap(([store, { status, message }]) =>
    status === 'down' ? [`\n${store}: ${message ?? 'down'}`] : [],
  );
  const status = ({ ready: 'ok', degraded: 'warning', unready: 'error' } as const)[server.status];
  return { name, status, message: `${server.status} on port ${privatePort}${down.join('')}` };
};

const spoolStore = z.object({
  events: z.number(),
  bytes: z.number(),
  ageSecs: z.number(),
  deadLetters: z.number(),
});
type Waiting = z.output<typeof spoolStore>;
const NOTHING: Waiting = { events: 0, bytes: 0, ageSecs: 0, deadLetters: 0 };

/** The events that wait for ClickHouse, in the server on this machine or, without one, on disk. */
export const checkSpool = async (app: App, server: Server | undefined): Promise<Finding> => {
  const name = 'spool';
  const { enabled, spoolDir, spoolMaxBytes } = app.config.analytics;
  if (!enabled) return { name, status: 'ok', message: 'analytics is off' };
  const served = server?.stores.spool;
  if (served?.status === 'down')
    return { name, status: 'error', message: served.message ?? 'events are not being stored' };
  const queued = server ? (spoolStore.safeParse(served?.metrics).data ?? NOTHING) : await onDisk(app);
  if (queued instanceof SpoolUnavailableError) return { name, status: 'warning', message: queued.message };
  const { events, bytes, ageSecs, deadLetters } = queued;
  const waiting = `${events} events (${mebibytes(bytes)}) waiting`;
  if (bytes > FULL_SPOOL * spoolMaxBytes)
    return {
      name,
      status: 'error',
      message: `${waiting}, and new ones are refused above SPOOL_MAX_BYTES (${mebibytes(spoolMaxBytes)}): check ClickHouse`,
    };
  if (deadLetters > 0)
    return {
      name,
      status: 'warning',
      message: `${waiting}; ClickHouse rejected ${deadLetters} events, which are in the table dead_letter of events.db in ${spoolDir}`,
    };
  if (!server && events > 0)
    return { name, status: 'warning', message: `${waiting} for ${ageSecs} s: a server stores them` };
  return { name, status: 'ok', message: waiting };
};

/** @returns an error if another process has the spool open, or it cannot be read */
const onDisk = async ({ config: { analytics }, log }: App): Promise<Waiting | SpoolUnavailableError> => {
  const { spoolDir: dir, spoolMaxBytes: maxBytes } = analytics;
  if (!existsSync(dir)) return NOTHING;
  try {
    const spool = await openSpool({ dir, maxBytes, log });
    const { events, bytes, ageMs } = spool.lag();
    const deadLetters = spool.deadLetters();
    await spool.close();
    return { events, bytes, ageSecs: Math.round(ageMs / 1_000), deadLetters };
  } catch (error) {
    if (error instanceof SpoolUnavailableError) return error;
    throw error;
  }
};
