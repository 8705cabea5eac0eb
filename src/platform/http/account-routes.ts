/** The private API on the console's host: the same routes, once for each account. */
import { z } from 'zod';
import type { Endpoint } from './endpoint.js';
import type { Routes } from './routes.js';

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
