/** Sends one request from its own client address, and reports on the response without storing it. */
import { request, type IncomingMessage } from 'node:http';
import type { Random } from '../../../scripts/random.js';
import type { Outcome, Target } from './abuse-class.js';

export interface HostileRequest {
  method: string;
  /** Base URL of the host. */
  url: string;
  /** Path and query, below the base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The client's address, within 127.0.0.0/8. */
  from: string;
  /** How long the connection may be idle; a minute by default. */
  silenceMs?: number;
}

const SILENCE_MS = 60_000;
/** Bytes of a response beyond this are counted but not stored. */
const KEPT_BYTES = 3_000_000;

/** A random address out of thousands, so that limits per address rarely apply. */
export const anyAddress = (random: Random): string => `127.1.${random.int(200) + 1}.${random.int(250) + 1}`;

type Problems = Pick<Outcome, 'details' | 'moreProblems' | 'conflicts'>;

export const NO_PROBLEMS: Problems = { details: 0, moreProblems: 0, conflicts: 0 };

export const send = ({
  method,
  url,
  path,
  headers,
  body,
  from,
  silenceMs = SILENCE_MS,
}: HostileRequest): Promise<Outcome> =>
  new Promise((resolve) => {
    const { hostname, port, pathname } = new URL(url);
    const end = (status: Outcome['status']): void => resolve({ status, bytes: 0, ...NO_PROBLEMS });
    const call = request(
      {
        hostname: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port,
        path: ((pathname === '/' ? '' : pathname) + path).replace(/[^\x21-\x7e]+/g, encodeURIComponent),
        method,
        headers: { ...headers, ...(body !== undefined && { 'Content-Length': Buffer.byteLength(body) }) },
        localAddress: from,
        agent: false,
        timeout: silenceMs,
      },
      (response) => void outcomeOf(response).then(resolve, () => end(response.statusCode ?? 'closed')),
    );
    call.on('timeout', () => {
      end('silent');
      call.destroy();
    });
    call.on('error', () => end('closed'));
    call.end(body);
  });

const outcomeOf = async (response: IncomingMessage): Promise<Outcome> => {
  const status = response.statusCode ?? 0;
  const kept: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (status >= 400 && bytes < KEPT_BYTES) kept.push(chunk);
    bytes += chunk.length;
  }
  return { status, bytes, ...problemsIn(Buffer.concat(kept).toString('utf8')) };
};

/** The numbers of problems in an error response; 0 for other responses. */
export const problemsIn = (text: string): Problems => {
  try {
    const { error } = JSON.parse(text) as {
      error?: { details?: unknown[]; moreProblems?: number; conflicts?: unknown[] };
    };
    const { details = [], moreProblems = 0, conflicts = [] } = error ?? {};
    return { details: details.length, moreProblems, conflicts: conflicts.length };
  } catch {
    return NO_PROBLEMS;
  }
};

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

export const sendAll = (requests: readonly HostileRequest[]): Promise<Outcome[]> =>
  Promise.all(requests.map(send));
