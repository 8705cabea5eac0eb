/** `/healthz`: the process is alive. `/readyz`: the state of each store, 503 where one that every call needs is down. */
import type { Context, Middleware } from 'koa';
import { messageOf } from '../lib/errors.js';

export interface HealthCheck {
  /** Resolves when the store answers; otherwise throws what is wrong, in words. */
  check(): Promise<void>;
  /** What there is to count of it; undefined where there is nothing yet. */
  metrics?(): Metrics | undefined | Promise<Metrics | undefined>;
  /** Without it nothing can be served. */
  required: boolean;
}
export type Metrics = Record<string, number>;
export type HealthChecks = Record<string, HealthCheck>;

export interface StoreState {
  status: 'up' | 'down';
  message?: string;
  metrics?: Metrics;
}

const paths = ['/healthz', '/readyz'];
const CHECK_TIMEOUT_MS = 3_000;

/** The state of every store, asked at once. */
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

export const health =
  (checks: HealthChecks): Middleware =>
  (ctx, next) =>
    paths.includes(ctx.path) && (ctx.method === 'GET' || ctx.method === 'HEAD')
      ? answer(checks, ctx)
      : (next() as Promise<void>);

const answer = async (checks: HealthChecks, ctx: Context): Promise<void> => {
  if (ctx.path === '/healthz') {
    ctx.body = { status: 'alive' };
    return;
  }
  const stores = await storeStates(checks);
  const down = Object.keys(stores).filter((name) => stores[name]?.status === 'down');
  const unready = down.some((name) => checks[name]?.required);
  ctx.status = unready ? 503 : 200;
  ctx.body = { status: unready ? 'unready' : down.length > 0 ? 'degraded' : 'ready', stores };
};

const withTimeout = async (work: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS / 1000} s`)),
      CHECK_TIMEOUT_MS,
    );
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
};
