/** Which endpoint answers a call. The router's patterns, and an index before them: it asks each of them, of which few can match. */
import Router from '@koa/router';
import type { Endpoint } from './endpoint.js';

export interface Routes {
  find(method: string, path: string): { endpoint: Endpoint; params: Record<string, string> } | undefined;
  /** Methods that the path takes; none where it is not known. */
  methodsOf(path: string): string[];
}

interface Route {
  endpoint: Endpoint;
  layer: Router['stack'][number];
}

export const createRoutes = (endpoints: readonly Endpoint[], prefix: string): Routes => {
  const router = new Router({ prefix });
  const index = new Map<string, Route[]>();
  for (const endpoint of [...endpoints].sort(staticFirst)) {
    const path = koaPath(endpoint.path);
    router.register(path, [endpoint.method], noMiddleware);
    const layer = router.stack.at(-1)!;
    for (const method of layer.methods) {
      const key = indexKey(method, prefix + path, prefix);
      index.set(key, [...(index.get(key) ?? []), { endpoint, layer }]);
    }
  }
  return {
    find: (method, path) => {
      for (const { endpoint, layer } of index.get(indexKey(method, path, prefix)) ?? []) {
        const match = layer.regexp.exec(path);
        if (match) return { endpoint, params: layer.params(path, match.slice(1)) };
      }
      return undefined;
    },
    methodsOf: (path) => [...new Set(router.match(path, 'GET').path.flatMap(({ methods }) => methods))],
  };
};

/** Method, first segment below the prefix, and number of segments; like the router it ignores case and a slash at the end. */
const indexKey = (method: string, path: string, prefix: string): string => {
  const start = prefix.length + 1;
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  const slash = path.indexOf('/', start);
  let segments = 1;
  for (let at = slash; at >= 0 && at < end; at = path.indexOf('/', at + 1)) segments++;
  const first = path.slice(start, slash < 0 ? end : slash);
  return `${method} ${first.toLowerCase()} ${segments}`;
};

const noMiddleware = (): void => undefined;

const koaPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Paths with fixed segments before those with parameters, so that `/items/create` is not an item. */
const staticFirst = (a: Endpoint, b: Endpoint): number => {
  const key = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '~');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};
