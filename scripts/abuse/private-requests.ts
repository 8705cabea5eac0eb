/** Requests to the private API, one or many at once. */
import type { Random } from '../random.js';
import type { Outcome, Target } from './abuse-class.js';
import { send, type HostileRequest } from './send.js';

export const json = { 'Content-Type': 'application/json' };

/** A request to the private API with one of its tokens. */
export const privately = (
  { hosts, tokens }: Target,
  [method, path]: [method: string, path: string],
  { token = 0, body, headers }: { token?: number; body?: string | Uint8Array; headers?: object } = {},
): HostileRequest => ({
  method,
  url: hosts.private.url,
  path,
  headers: {
    Authorization: `Bearer ${tokens[token % tokens.length]!}`,
    ...(body !== undefined && json),
    ...headers,
  },
  body,
  from: `127.3.0.${(token % 250) + 1}`,
});

export const anItem = ({ hosts }: Target, random: Random): number =>
  Number(random.pick(hosts.private.known.get('itemId') ?? []));

export const all = (requests: readonly HostileRequest[]): Promise<Outcome[]> =>
  Promise.all(requests.map(send));
