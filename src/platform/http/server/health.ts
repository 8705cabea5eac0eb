/**
 * `/healthz`: the process is alive. `/readyz`: 503 when a required store is down. On the private host it lists
 * the state of each store.
 */
import { z } from 'zod';
import { messageOf } from '../../lib/errors.js';
import { endpoint, type Endpoint } from '../endpoint/endpoint.js';

export interface HealthCheck {
  /** @throws {Error} when the store is down */
  check(): Promise<void>;
  /** Called after `check`. @throws {Error} when the store is of no use */
  notes?(): Promise<StoreNotes>;
  /** Metrics to monitor; undefined if there are none yet. */
  metrics?(): Metrics | undefined | Promise<Metrics | undefined>;
  /** Description shown while the store is up; without secrets. */
  detail?: string;
  /** Whether no request can succeed without it. */
  required: boolean;
}
/** What is known of a store that responds. */
export interface StoreNotes {
  /** Description, such as name and version; without secrets. */
  detail?: string;
  /** What is wrong although the store responds, such as a missing node of a cluster. */
  warnings?: string[];
}
export type Metrics = Record<string, number>;
export type HealthChecks = Record<string, HealthCheck>;

const storeState = z.object({
  status: z.enum(['up', 'down']),
  message: z.string().optional(),
  warnings: z.array(z.string()).optional().meta({
    description: 'What is wrong although the store responds, such as a missing node of a cluster.',
  }),
  metrics: z.record(z.string(), z.number()).optional(),
});
export type StoreState = z.input<typeof storeState>;

const CHECK_TIMEOUT_MS = 3_000;

/** The state of every store, checked in parallel. */
export const storeStates = async (
  checks: HealthChecks,
  timeoutMs = CHECK_TIMEOUT_MS,
): Promise<Record<string, StoreState>> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(checks).map(
        async ([name, { check, notes, metrics, detail }]): Promise<[string, StoreState]> => {
          const checked = check().then(() => notes?.());
          const state = await withTimeout(checked, timeoutMs).then(
            (known): StoreState => upState({ detail, ...known }),
            (error: unknown): StoreState => ({ status: 'down', message: messageOf(error) }),
          );
          const counted = await metrics?.();
          return [name, counted ? { ...state, metrics: counted } : state];
        },
      ),
    ),
  );

const upState = ({ detail, warnings = [] }: StoreNotes): StoreState => ({
  status: 'up',
  ...(detail && { message: detail }),
  ...(warnings.length > 0 && { warnings }),
});

const alive = z.object({ status: z.literal('alive') }).meta({ id: 'Alive' });
const readiness = z
  .object({ status: z.enum(['ready', 'degraded', 'unready']), stores: z.record(z.string(), storeState) })
  .meta({ id: 'Readiness' });
const publicReadiness = z.object({ status: z.enum(['ok', 'unavailable']) }).meta({ id: 'Readiness' });

const common = { method: 'GET', atRoot: true, tag: 'Health', scope: 'open' } as const;
const ready = {
  ...common,
  path: '/readyz',
  operationId: 'getReadiness',
  otherStatuses: { 503: 'The service is not ready' },
} as const;

export const liveness = endpoint({
  ...common,
  path: '/healthz',
  operationId: 'getHealth',
  summary: 'Check that the process is alive',
  response: alive,
  example: { response: { status: 'alive' } },
  handle: () => Promise.resolve({ status: 'alive' as const }),
});

export const privateHealthEndpoints = (checks: HealthChecks): Endpoint[] => [
  liveness,
  endpoint({
    ...ready,
    summary: 'Check every store',
    description:
      '`ready` if all stores are up, `degraded` if requests that need one of them fail or a store has warnings, `unready` if no request can succeed.',
    response: readiness,
    statusOf: ({ status }) => (status === 'unready' ? 503 : 200),
    example: { response: { status: 'ready', stores: { database: { status: 'up' } } } },
    handle: async () => {
      const stores = await storeStates(checks);
      const down = Object.keys(stores).filter((name) => stores[name]?.status === 'down');
      const unready = down.some((name) => checks[name]?.required);
      const warned = Object.values(stores).some(({ warnings }) => warnings);
      const status = unready ? 'unready' : down.length > 0 || warned ? 'degraded' : 'ready';
      return { status, stores } as const;
    },
  }),
];

/** Checks only the required stores, and discloses nothing about them. */
export const publicHealthEndpoints = (checks: HealthChecks): Endpoint[] => {
  const required = Object.fromEntries(
    Object.entries(checks).flatMap(([name, { check, required }]) =>
      required ? [[name, { check, required }]] : [],
    ),
  );
  return [
    liveness,
    endpoint({
      ...ready,
      summary: 'Check that requests can succeed',
      response: publicReadiness,
      statusOf: ({ status }) => (status === 'ok' ? 200 : 503),
      example: { response: { status: 'ok' } },
      handle: async () => {
        const states = Object.values(await storeStates(required));
        return { status: states.every(({ status }) => status === 'up') ? 'ok' : 'unavailable' } as const;
      },
    }),
  ];
};

const withTimeout = async <T>(work: Promise<T>, timeoutMs: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no response within ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
