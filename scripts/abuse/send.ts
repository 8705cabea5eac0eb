/** Sends one request from a client address of its own, and reports the response without keeping it. */
import { request, type IncomingMessage } from 'node:http';
import type { Random } from '../random.js';
import type { Outcome } from './abuse-class.js';

export interface HostileRequest {
  method: string;
  /** Base URL of the host. */
  url: string;
  /** Path and query, below the base URL. */
  path: string;
  headers: Record<string, string>;
  body?: string | Uint8Array;
  /** The client's address, in the network 127.0.0.0/8. */
  from: string;
  /** How long nothing may happen; a minute unless it is told. */
  silenceMs?: number;
}

const SILENCE_MS = 60_000;
/** More than this of a response is only counted. */
const KEPT_BYTES = 1_000_000;

/** One of thousands, so that limits per address seldom apply. */
export const anyAddress = (random: Random): string => `127.1.${random.int(200) + 1}.${random.int(250) + 1}`;

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
    const end = (status: Outcome['status']): void =>
      resolve({ status, bytes: 0, details: 0, moreProblems: 0 });
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

/** The numbers of problems in an error response; 0 if it is not one. */
export const problemsIn = (text: string): Pick<Outcome, 'details' | 'moreProblems'> => {
  try {
    const { error } = JSON.parse(text) as { error?: { details?: unknown[]; moreProblems?: number } };
    return { details: error?.details?.length ?? 0, moreProblems: error?.moreProblems ?? 0 };
  } catch {
    return { details: 0, moreProblems: 0 };
  }
};
