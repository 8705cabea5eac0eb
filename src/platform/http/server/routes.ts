/** Finds the endpoint of a request with the router's patterns; an index avoids trying all of them. */
import Router from '@koa/router';
import type { Endpoint } from '../endpoint/endpoint.js';
import { z } from 'zod';

export interface Routes {
  /** Also undefined if a path of fixed segments, which lacks the method, hides one with parameters. */
  find(method: string, path: string): Route | undefined;
  /** The endpoints at the path and its allowed methods; both are empty for an unknown path. */
  at(path: string): { endpoints: Endpoint[]; methods: string[] };
}

export interface Route {
  endpoint: Endpoint;
  params: Record<string, string>;
  /** The account in the path, on the console's host. */
  shortName?: string | undefined;
}

type Layer = Router['stack'][number];

interface Candidate {
  endpoint: Endpoint;
  layer: Layer;
  /** Routes that take precedence if both match: `/items/create` before `/items/{itemId}`. */
  before: readonly Layer[];
}

/**
 * @param prefix of every endpoint that is not at the root, e.g. `/v2`
 * @throws {Error} when two endpoints have the same operationId
 */
export const createRoutes = (endpoints: readonly Endpoint[], prefix: string): Routes => {
  assertUniqueIds(endpoints);
  const router = new Router();
  const index = new Map<string, Candidate[]>();
  const byLayer = new Map<Layer, Endpoint>();
  const before = (endpoint: Endpoint): Layer[] =>
    [...byLayer].flatMap(([layer, { path }]) =>
      shapeOf(path) !== shapeOf(endpoint.path) && patternsOverlap(path, endpoint.path) ? [layer] : [],
    );
  for (const endpoint of [...endpoints].sort(staticFirst)) {
    const path = (endpoint.atRoot ? '' : prefix) + endpoint.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [endpoint.method], noMiddleware);
    const layer = router.stack.at(-1)!;
    const route = { endpoint, layer, before: before(endpoint) };
    byLayer.set(layer, endpoint);
    for (const method of layer.methods) {
      const key = indexKey(method, path.replace(/^(\/[^/]+\/):\w+/, '$1:'));
      index.set(key, [...(index.get(key) ?? []), route]);
    }
  }
  const match = (key: string, path: string): ReturnType<Routes['find']> => {
    for (const { endpoint, layer, before } of index.get(key) ?? []) {
      const found = layer.regexp.exec(path);
      if (found && before.some(({ regexp }) => regexp.test(path))) return undefined;
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
      const endpoints = layers.map((layer) => byLayer.get(layer)!);
      const isFirst = (_: unknown, at: number): boolean =>
        shapeOf(endpoints[at]!.path) === shapeOf(endpoints[0]!.path);
      return {
        endpoints: endpoints.filter(isFirst),
        methods: [...new Set(layers.filter(isFirst).flatMap(({ methods }) => methods))],
      };
    },
  };
};

/** Endpoints at the root and endpoints below the prefix have separate OpenAPI documents. */
const assertUniqueIds = (endpoints: readonly Endpoint[]): void => {
  const known = new Map<string, Endpoint>();
  for (const endpoint of endpoints) {
    const { operationId, method, path, atRoot = false } = endpoint;
    const key = `${operationId} ${atRoot}`;
    const other = known.get(key);
    if (other)
      throw new Error(
        `operationId ${operationId} is declared twice: ${other.method} ${other.path}, ${method} ${path}`,
      );
    known.set(key, endpoint);
  }
};

const SECOND_SEGMENT = /^(\/[^/]+\/)[^/]+/;

/**
 * Method, number of segments, and the first two segments, of which the second may be a parameter for endpoints at
 * the root of the host. Ignores case and a trailing slash, like the router.
 */
const indexKey = (method: string, path: string): string => {
  const end = path.endsWith('/') ? path.length - 1 : path.length;
  let segments = 0;
  let fixed = end;
  for (let at = path.indexOf('/'); at >= 0 && at < end; at = path.indexOf('/', at + 1))
    if (++segments === 3) fixed = at;
  return `${method} ${segments} ${path.slice(0, fixed).toLowerCase()}`;
};

/** The path without the names of its parameters. */
const shapeOf = (path: string): string => path.replace(/\{\w+\}/g, '{}');

/** Whether some path matches both patterns. */
const patternsOverlap = (one: string, other: string): boolean => {
  const [some, others] = [one.split('/'), other.split('/')];
  return (
    some.length === others.length &&
    some.every((part, at) => part === others[at] || part.includes('{') || others[at]!.includes('{'))
  );
};

const noMiddleware = (): void => undefined;

/** Sorts fixed segments before parameters, so that `/items/create` is not taken for an item. */
const staticFirst = (a: Endpoint, b: Endpoint): number => {
  const key = ({ path }: Endpoint): string => path.replace(/\{\w+\}/g, '~');
  return key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0;
};

/** Before the paths of an account's API. */
export const ACCOUNT_PREFIX = '/a/{shortName}';
const IN_ACCOUNT = /^\/a\/([^/]{1,100})(\/.*)$/s;

/** How the OpenAPI document describes an endpoint that is below `/a/{shortName}` at the root of the host. */
export const inAccount = (endpoint: Endpoint): Endpoint => ({
  ...endpoint,
  path: `${ACCOUNT_PREFIX}${endpoint.path}`,
  params: z.object({ shortName: z.string() }).extend(endpoint.params?.shape ?? {}),
  example: { ...endpoint.example, params: { shortName: 'demo', ...(endpoint.example.params as object) } },
});

/** @returns the routes below `/a/{shortName}`, whatever the account */
export const belowAccount = (routes: Routes): Routes => ({
  find: (method, path) => {
    const [, shortName, rest] = IN_ACCOUNT.exec(path) ?? [];
    const found = rest === undefined ? undefined : routes.find(method, rest);
    return found && { ...found, shortName };
  },
  at: (path) => {
    const [, , rest] = IN_ACCOUNT.exec(path) ?? [];
    return rest === undefined ? { endpoints: [], methods: [] } : routes.at(rest);
  },
});
