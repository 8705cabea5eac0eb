/** `/healthz`: the process is alive. `/readyz`: the state of each store; 503 when a required one is down. */
import { z } from 'zod';
import { messageOf } from '../lib/errors.js';
import { endpoint, type Endpoint } from './endpoint.js';

export interface HealthCheck {
  /** @throws {Error} when the store is down */
  check(): Promise<void>;
  /** Metrics to monitor; undefined if there are none yet. */
  metrics?(): Metrics | undefined | Promise<Metrics | undefined>;
  /** Without it no request can succeed. */
  required: boolean;
}
export type Metrics = Record<string, number>;
export type HealthChecks = Record<string, HealthCheck>;

const storeState = z.object({
  status: z.enum(['up', 'down']),
  message: z.string().optional(),
  metrics: z.record(z.string(), z.number()).optional(),
});
export type StoreState = z.input<typeof storeState>;

const CHECK_TIMEOUT_MS = 3_000;

/** The state of every store, checked in parallel. */
export const storeStates = async (checks: HealthChecks): Promise<Record<string, StoreState>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(async ([name, { check, metrics }]): Promise<[string, StoreState]> => {
        const state = await withTimeout(check()).then(
          (): StoreState => ({ status: 'up' }),
          (error: unknown): StoreState => ({ status: 'down', message: messageOf(error) }),
        );
        const counted = await metrics?.();
        return [name, counted ? { ...state, metrics: counted } : state];
      }),
    ),
  );

const liveness = z.object({ status: z.literal('alive') }).meta({ id: 'Alive' });
const readiness = z
  .object({ status: z.enum(['ready', 'degraded', 'unready']), stores: z.record(z.string(), storeState) })
  .meta({ id: 'Readiness' });
const tag = 'Health';

export const healthEndpoints = (checks: HealthChecks): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/healthz',
    atRoot: true,
    name: 'getHealth',
    summary: 'Check that the process is alive',
    tag,
    scope: 'open',
    response: liveness,
    example: { response: { status: 'alive' } },
    handle: () => Promise.resolve({ status: 'alive' as const }),
  }),
  endpoint({
    method: 'GET',
    path: '/readyz',
    atRoot: true,
    name: 'getReadiness',
    summary: 'Check every store',
    description:
      '`ready` when all stores are up, `degraded` when calls that need one of them fail, `unready` when no call can succeed.',
    tag,
    scope: 'open',
    response: readiness,
    otherStatuses: { 503: 'The service is not ready' },
    statusOf: ({ status }) => (status === 'unready' ? 503 : 200),
    example: { response: { status: 'ready', stores: { database: { status: 'up' } } } },
    handle: async () => {
      const stores = await storeStates(checks);
      const down = Object.keys(stores).filter((name) => stores[name]?.status === 'down');
      const unready = down.some((name) => checks[name]?.required);
      const status = unready ? 'unready' : down.length > 0 ? 'degraded' : 'ready';
      return { status, stores } as const;
    },
  }),
];

const withTimeout = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no response within ${CHECK_TIMEOUT_MS / 1000} s`)),
      CHECK_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
