/**
 * Requests to a Qdrant server, or to one of the nodes of a cluster. All requests go to one node: the first that is
 * configured, the next one once a node refuses, is silent or has an internal error, and an earlier one again as soon as
 * its `/readyz` responds with 200.
 */
import { Agent, request } from 'undici';

export interface QdrantServer {
  /** Addresses of the nodes, at least one, in order of preference. */
  urls: readonly string[];
  apiKey?: string;
}

/** The server's response to a request that it refuses. */
export class QdrantRefusal extends Error {
  override readonly name = 'QdrantRefusal';
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

class SilenceError extends Error {
  override readonly name = 'SilenceError';
  constructor(ms: number) {
    super(`no response within ${(ms / 1000).toFixed(1)} s`);
  }
}

export interface SendOptions {
  /** Time for the request in all, waiting for a connection and the repetition included, in ms. */
  timeoutMs: number;
  /** When the caller stops waiting, as `performance.now()`. */
  deadline?: number;
  /**
   * `once`: not repeated. `write`: repeated on the next node, if there is one. `read`: repeated in any case. `search`: a
   * read that is repeated early enough to finish in time.
   */
  kind: 'search' | 'read' | 'write' | 'once';
  /** An error of the server says nothing about the node: the caller asks for what it may refuse. */
  mayRefuse?: boolean;
}

export type Connection = ReturnType<typeof createConnection>;

const DEFAULT_PORT = '6333';
const CONNECTIONS = 25;
const CONNECT_TIMEOUT_MS = 5_000;
/** A search gives up on a silent node after this time, if there is another one. */
const ATTEMPT_MS = 2_000;
/** A node with a request of this age is asked whether it is ready, if there is another one. */
const SUSPECT_MS = 1_000;
const READY_TIMEOUT_MS = 1_000;
/** How often earlier nodes are asked whether they are ready again, while there are requests. */
const RETURN_MS = 1_000;

interface Node {
  url: string;
  /** Requests that wait for it. */
  running: Set<AbortController>;
}

export function createConnection({ urls, apiKey }: QdrantServer) {
  const nodes = urls.map((url): Node => ({ url: withPort(url), running: new Set() }));
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: { timeout: CONNECT_TIMEOUT_MS } });
  // Nothing is compressed: the server writes a compressed body in several pieces, of which the last waits for the
  // delayed acknowledgement of the client.
  const headers = { 'Content-Type': 'application/json', ...(apiKey && { 'api-key': apiKey }) };
  let used = 0;
  let searchedAt = -Infinity;

  const respond = async (node: Node, method: string, path: string, body: string | undefined, ms: number) => {
    const abort = new AbortController();
    const timer = setTimeout(() => abort.abort(new SilenceError(ms)), Math.max(ms, 0));
    node.running.add(abort);
    try {
      const timeouts = { headersTimeout: 0, bodyTimeout: 0, signal: abort.signal };
      const response = await request(node.url + path, { dispatcher, method, headers, body, ...timeouts });
      return { status: response.statusCode, text: await response.body.text() };
    } finally {
      clearTimeout(timer);
      node.running.delete(abort);
    }
  };

  const isReady = async (node: Node): Promise<boolean> => {
    const response = await respond(node, 'GET', '/readyz', undefined, READY_TIMEOUT_MS).catch(() => null);
    return response?.status === 200;
  };

  /** Moves to the first of these nodes that is ready, if any is. */
  const useReady = async (candidates: readonly Node[]): Promise<void> => {
    if (performance.now() < searchedAt + RETURN_MS) return;
    searchedAt = performance.now();
    for (const node of candidates) {
      if (!(await isReady(node))) continue;
      used = nodes.indexOf(node);
      return;
    }
  };

  /** @param silently whether the node no longer responds, so that requests in progress are repeated elsewhere */
  const leave = (node: Node, silently: boolean): void => {
    if (nodes.length === 1) return;
    if (nodes[used] === node) {
      if (used < nodes.length - 1) used++;
      else void useReady(nodes);
    }
    if (silently) for (const abort of node.running) abort.abort(new Error(`${node.url} does not respond`));
  };

  /** Leaves the node of a request that has waited for a while, unless it is ready. */
  const suspect = async (node: Node): Promise<void> => {
    if (!(await isReady(node))) leave(node, true);
  };

  const attempt = async <T>(
    node: Node,
    method: string,
    path: string,
    body: string | undefined,
    ms: number,
    mayRefuse: boolean,
  ): Promise<T> => {
    const began = performance.now();
    const timer = nodes.length > 1 ? setTimeout(() => void suspect(node), SUSPECT_MS) : undefined;
    try {
      const { status, text } = await respond(node, method, path, body, ms);
      if (status < 300) return JSON.parse(text) as T;
      throw new QdrantRefusal(status, reasonIn(text));
    } catch (error) {
      // A caller whose time is nearly over says nothing about the node.
      const isEarly = error instanceof SilenceError && performance.now() < began + ATTEMPT_MS - 1;
      if (isFault(error, mayRefuse) && !isEarly) leave(node, !(error instanceof QdrantRefusal));
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    /** Requests in progress fail. */
    close: (): Promise<void> => dispatcher.destroy(),

    /** Whether requests may reach several nodes because several are configured. */
    hasAlternatives: nodes.length > 1,

    /** Whether the node in use is ready. */
    isReady: (): Promise<boolean> => isReady(nodes[used]!),

    /** @returns the body of the response @throws {QdrantRefusal} and what undici throws */
    send: async <T>(
      method: string,
      path: string,
      body: object | undefined,
      options: SendOptions,
    ): Promise<T> => {
      const { timeoutMs, deadline = Infinity, kind, mayRefuse = false } = options;
      const until = Math.min(deadline, performance.now() + timeoutMs);
      const msLeft = (): number => until - performance.now();
      const text = body && JSON.stringify(body);
      if (used > 0) void useReady(nodes.slice(0, used));
      const first = nodes[used]!;
      try {
        const ms = kind === 'search' && nodes.length > 1 ? Math.min(ATTEMPT_MS, msLeft()) : msLeft();
        return await attempt<T>(first, method, path, text, ms, mayRefuse);
      } catch (error) {
        const next = nodes[used]!;
        const repeats = kind === 'search' || kind === 'read' || (kind === 'write' && next !== first);
        if (!isFault(error, mayRefuse) || !repeats || msLeft() <= 0) throw error;
        return await attempt<T>(next, method, path, text, msLeft(), mayRefuse);
      }
    },
  };
}

/** Whether the node failed, rather than refused what it may refuse. */
const isFault = (error: unknown, mayRefuse: boolean): boolean =>
  !(error instanceof QdrantRefusal) || (error.status >= 500 && !mayRefuse);

function withPort(url: string): string {
  const base = new URL(url);
  base.port ||= DEFAULT_PORT;
  return base.href.replace(/\/$/, '');
}

/** What the server says of a refusal: `{"status":{"error":…}}`, or a proxy's page. */
function reasonIn(text: string): string {
  try {
    return (JSON.parse(text) as { status: { error: string } }).status.error;
  } catch {
    return text.slice(0, 200);
  }
}
