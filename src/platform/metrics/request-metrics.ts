/** Metrics of requests: how many, how long, and how many are in progress. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ObservedRequest, RequestObserver } from '../http/server/request-log.js';

const SECONDS = [0.02, 0.1, 0.5, 2.5];
const METHODS = new Set(['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE']);
/**
 * A server with the three hosts has some 550 routes. A histogram for each would make a scrape of half a megabyte; few
 * libraries use more than ninety.
 */
const MAX_TIMED_ROUTES = 90;
/** Maximum number of combinations of a route and a status class that are counted separately. */
const MAX_COUNTED = 600;
/** Stands for every path that is no route, and every request that was refused before its path was read. */
const UNMATCHED = 'unmatched';
/** Stands for the routes beyond the maximum. */
const OTHER = 'other';

export type RequestHost = 'private' | 'public' | 'console';

type RouteLabels = Record<'host' | 'method' | 'route', string>;

/** @returns the observer of each host */
export const createRequestMetrics = (registry: Registry): ((host: RequestHost) => RequestObserver) => {
  const registers = [registry];
  const total = new Counter({
    name: 'lectern_http_requests_total',
    help: 'Requests by host, method, route and status class.',
    labelNames: ['host', 'method', 'route', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Time until the response was ready, without the time in which the body arrived.',
    labelNames: ['host', 'method', 'route'],
    buckets: SECONDS,
    registers,
  });
  const open = new Gauge({
    name: 'lectern_http_requests_in_flight',
    help: 'Requests in progress, with streams.',
    labelNames: ['host'],
    registers,
  });
  const counted = onlyFirst(MAX_COUNTED);
  const timed = onlyFirst(MAX_TIMED_ROUTES);
  return (host) => {
    open.set({ host }, 0);
    return {
      started: () => open.inc({ host }),
      ended: (request) => {
        open.dec({ host });
        const route = routeOf(host, request);
        total.inc(counted({ ...route, status: `${Math.floor(request.status / 100)}xx` }));
        if (request.ms !== null) duration.observe(timed(route), request.ms / 1_000);
      },
    };
  };
};

const routeOf = (host: RequestHost, { method, route }: ObservedRequest): RouteLabels => ({
  host,
  method: method !== null && METHODS.has(method) ? method : OTHER,
  route: route ?? UNMATCHED,
});

/** Lets the first `max` combinations of labels pass, and makes one route of all others of a host. */
const onlyFirst = (max: number): (<L extends RouteLabels>(labels: L) => L) => {
  const known = new Set<string>();
  return (labels) => {
    const key = Object.values(labels).join(' ');
    if (!known.has(key)) {
      if (known.size >= max) return { ...labels, method: OTHER, route: OTHER };
      known.add(key);
    }
    return labels;
  };
};
