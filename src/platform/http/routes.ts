/** Finds the endpoint of a request with the router's patterns; an index avoids trying every pattern in turn. */
import Router from '@koa/router';
import type { Endpoint } from './endpoint.js';

export interface Routes {
  find(method: string, path: string): { endpoint: Endpoint; params: Record<string, string> } | undefined;
  /** All endpoints at the path and the methods it allows; both are empty if it is unknown. */
  at(path: string): { endpoints: Endpoint[]; methods: string[] };
}

interface Route {
  endpoint: Endpoint;
  layer: Router['stack'][number];
}

/** @param prefix of every endpoint that is not at the root, e.g. `/v2` */
export const createRoutes = (endpoints: readonly Endpoint[], prefix: string): Routes => {
  const router = new Router();
  const index = new Map<string, Route[]>();
  const byLayer = new Map<Route['layer'], Endpoint>();
  for (const endpoint of [...endpoints].sort(staticFirst)) {
    const path = (endpoint.atRoot ? '' : prefix) + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [endpoint.method], noMiddleware);
    const layer = router.stack.at(-1)!;
    byLayer.set(layer, endpoint);
    for (const method of layer.methods) {
      const key = indexKey(method, path.replace(/^(\/[^/]+\/):\w+/, '$1:'));
      index.set(key, [...(index.get(key) ?? []), { endpoint, layer }]);
    }
  }
  const match = (key: string, path: string): ReturnType<Routes['find']> => {
    for (const { endpoint, layer } of index.get(key) ?? []) {
      const found = layer.regexp.exec(path);
      if (found) return { endpoint, params: layer.params(path, found.slice(1)) };
    }
    return undefined;
  };
  return {
    find: (method, path) =>
      match(indexKey(method, path), path) ??
      match(indexKey(method, path.replace(SECOND_SEGMENT, '$1:')), path),
    at: (path) => {
      const layers = router.match(path, 'GET').path;
      return {
        endpoints: layers.map((layer) => byLayer.get(layer)!),
        methods: [...new Set(layers.flatMap(({ methods }) => methods))],
      };
    },
  };
};

const SECOND_SEGMENT = /^(\/[^/]+\/)[^/]+/;

/**
 * Method, number of segments, and the first two, of which the second may be a parameter at the root of the host. Ignores
 * case and a trailing slash, like the router.
 */
const indexKey = (method: string, path: string): string => {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  let segments = 0;
  let fixed = end;
  for (let at = path.indexOf('/'); at >= 0 && at < end; at = path.indexOf('/', at + 1))
    if (++segments === 3) fixed = at;
  return `${method} ${segments} ${path.slice(0, fixed).toLowerCase()}`;
};

const noMiddleware = (): void => undefined;

/** Paths with fixed segments before those with parameters, so that `/items/create` is not an item. */
const staticFirst = (a: Endpoint, b: Endpoint): number => {
  const key = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '~');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};
