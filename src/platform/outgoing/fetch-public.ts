/** Reads a file from a third-party server, which may be slow, broken or hostile. Each redirect is checked. */
import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { lookupPublic } from '../lib/public-address.js';
import { addressProblem, type OutgoingRules } from './address-rules.js';

const MAX_REDIRECTS = 5;
const CONNECT_MS = 10_000;
/** Timeout for the response's head, and between two pieces of its body. */
const IDLE_MS = 30_000;
/** A response that is slower on average, after a while, is given up, bytes per second. */
const MIN_BYTES_PER_SEC = 8 * 1_024;
const GRACE_MS = 60_000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export interface PublicFile {
  status: number;
  /** The first value of each header, by lower-case name. */
  header(name: string): string | undefined;
  /** Fails when the server is too slow. Destroy it if it is not read to its end. */
  body: Readable;
}

/** The server's response is not what was asked for: trying again would not help. */
export class OutgoingRefusal extends Error {
  override name = 'OutgoingRefusal';
}

export interface PublicFiles {
  /** @throws {OutgoingRefusal} when the URL is not allowed */
  assertAllowed(url: string): void;
  /**
   * The response of the last redirect, whatever its status.
   * @throws {OutgoingRefusal} when the URL or that of a redirect is not allowed
   * @throws {Error} when there is no response in time
   */
  get(url: string, options: { headers?: Record<string, string>; signal: AbortSignal }): Promise<PublicFile>;
  close(): Promise<void>;
}

export const createPublicFiles = (rules: OutgoingRules): PublicFiles => {
  const open = new Set<ClientRequest>();

  /**
   * Each request has its own connection, to the address that was checked. Not with undici: its version for Node 20 ends
   * the process when a server closes the connection while the parser waits for the reader (nodejs/undici#5360).
   */
  const request = (
    url: URL,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp;
      const lookup = rules.allowPrivate ? {} : { lookup: lookupPublic };
      const sent = send(url, { agent: false, timeout: CONNECT_MS, headers, ...lookup });
      let response: IncomingMessage | undefined;
      const end = (error: unknown): void =>
        void (response ?? sent).destroy(error instanceof Error ? error : new Error(String(error)));
      const onAbort = (): void => end(signal.reason);
      open.add(sent);
      sent
        .on('socket', (socket) => socket.once('connect', () => sent.setTimeout(IDLE_MS)))
        .on('timeout', () => end(new Error('The server does not respond')))
        .on('response', (head) => resolve((response = head)))
        .on('error', reject)
        .once('close', () => {
          open.delete(sent);
          signal.removeEventListener('abort', onAbort);
        })
        .end();
      if (signal.aborted) onAbort();
      else signal.addEventListener('abort', onAbort);
    });

  const allowed = (address: string): URL => {
    if (!/^https?:/i.test(address) || !URL.canParse(address))
      throw new OutgoingRefusal('The URL must be http or https');
    const url = new URL(address);
    const problem = addressProblem(url, rules, true);
    if (problem) throw new OutgoingRefusal(`The URL ${problem}`);
    return url;
  };

  return {
    assertAllowed: (address) => void allowed(address),
    get: async (address, { headers = {}, signal }) => {
      let url = allowed(address);
      for (let redirects = 0; ; redirects++) {
        const own = { 'User-Agent': 'Lectern-Import/1', 'Accept-Encoding': 'identity' };
        const response = await request(url, { ...own, ...headers }, signal);
        const status = response.statusCode ?? 0;
        const header = (name: string): string | undefined => [response.headers[name]].flat()[0];
        const location = REDIRECTS.has(status) ? header('location') : undefined;
        if (location === undefined) return { status, header, body: withMinimumSpeed(response) };
        response.on('error', () => undefined).destroy();
        if (redirects === MAX_REDIRECTS) throw new OutgoingRefusal(`More than ${MAX_REDIRECTS} redirects`);
        if (!URL.canParse(location, url.href))
          throw new OutgoingRefusal('The server redirects to an invalid URL');
        url = allowed(new URL(location, url.href).href);
      }
    },
    close: () => {
      for (const sent of open) sent.destroy();
      return Promise.resolve();
    },
  };
};

/** A few bytes a minute would keep a connection and a job busy for ever. */
const withMinimumSpeed = (body: Readable): Readable => {
  const read = async function* (): AsyncGenerator<Buffer> {
    const start = Date.now();
    let received = 0;
    for await (const chunk of body as AsyncIterable<Buffer>) {
      received += chunk.length;
      const lateMs = Date.now() - start - GRACE_MS;
      if (lateMs > 0 && received < (lateMs / 1_000) * MIN_BYTES_PER_SEC)
        throw new Error('The server sends too slowly');
      yield chunk;
    }
  };
  return Readable.from(read(), { objectMode: false });
};
