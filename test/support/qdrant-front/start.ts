/**
 * Starts a Qdrant for tests: its engine (the Python package qdrant-edge-py) behind the REST calls that Lectern makes,
 * without a server to install.
 */
import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';

export interface QdrantFront {
  url: string;
  /** Requests that the front did not know and rejected with 501. A passing run has none. */
  unknown: readonly string[];
  /** Ends the engine, and removes its data. */
  stop(): Promise<void>;
}

/** Path of a Python with the engine; undefined if there is none. */
export const qdrantPython = (): string | undefined => {
  const python = process.env.TEST_QDRANT_PYTHON || 'python3';
  const { status } = spawnSync(python, ['-c', 'import qdrant_edge'], { stdio: 'ignore' });
  return status === 0 ? python : undefined;
};

/** Whether the tests can run on Qdrant: TEST_QDRANT_URL names a server, or is not set and Python has the engine. */
export const hasQdrant = (url = process.env.TEST_QDRANT_URL): boolean =>
  url === undefined ? qdrantPython() !== undefined : url !== '';

type FrontProcess = ChildProcessByStdio<Writable, Readable, null>;

const run = (
  python: string,
  program: string,
  args: readonly string[],
  stderr: 'inherit' | 'ignore' = 'inherit',
): FrontProcess =>
  spawn(python, ['-B', join(import.meta.dirname, program), ...args], { stdio: ['pipe', 'pipe', stderr] });

/**
 * Runs the engine until its input ends, so it never outlives this process.
 * @param python path of a Python with the engine
 * @param args a folder that stays, and a port
 */
export const runQdrantFront = (
  python: string,
  args: readonly string[] = [],
  stderr?: 'inherit' | 'ignore',
): FrontProcess => run(python, 'server.py', args, stderr);

/** What a process of the front prints. */
type Message =
  { port: number } | { ports: number[] } | { unknown: string } | { ordered: number } | { struck: number };

interface Started {
  ports: number[];
  unknown: string[];
  stop(): Promise<void>;
}

/** @param onMessage gets what the front prints after its ports and besides unknown requests */
const started = async (child: FrontProcess, onMessage?: (message: Message) => void): Promise<Started> => {
  const unknown: string[] = [];
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ports = await new Promise<number[]>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`The front of Qdrant ended with ${code}`)));
    createInterface(child.stdout).on('line', (line) => {
      const message = JSON.parse(line) as Message;
      if ('port' in message) resolve([message.port]);
      else if ('ports' in message) resolve(message.ports);
      else if ('unknown' in message) unknown.push(message.unknown);
      else onMessage?.(message);
    });
  });
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { ports, unknown, stop };
};

const urlOf = (port: number): string => `http://127.0.0.1:${port}`;

/** @param python path of a Python with the engine */
export const startQdrantFront = async (python: string): Promise<QdrantFront> => {
  const { ports, unknown, stop } = await started(runQdrantFront(python));
  return { url: urlOf(ports[0]!), unknown, stop };
};

/** Calls that clients make of a cluster, to any of its nodes. */
export interface Calls {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** Behind the name of the collection: `/points/delete`. */
  path: string;
  /** A part of the collection's name; any collection without it. */
  collection?: string;
  /** How many; 1 without it. */
  count?: number;
  /** The last call is done, and gets no response if it went to a node that then refuses connections or hangs. */
  unanswered?: boolean;
}

export interface When {
  /** The fault begins after these calls; at once without it. */
  after?: Calls;
}

/** A fault that was ordered. */
export interface Fault {
  /** Resolves when the fault has begun. Without `after` it has. */
  begun: Promise<void>;
}

/**
 * A node of a cluster, and what can be wrong with it. A node has one of the states of `refuse`, `hang` and `freeze` at a
 * time; `slow`, `fail` and `lag` come on top. The others mark its replicas `Dead` at the first write that it misses.
 */
export interface QdrantNode {
  url: string;
  /** Refuses and cuts connections, as if killed. What it knew then is all it knows until it rejoins. */
  refuse(when?: When): Promise<Fault>;
  /** Accepts connections and does not respond, as if stopped. Does what it was asked once it is well again. */
  hang(when?: When): Promise<Fault>;
  /** Responds, applies no writes, and knows of no states or collections since the fault began: stale, as after SIGCONT. */
  freeze(when?: When): Promise<Fault>;
  /** Applies each write only when `writes` more have come. Its replicas stay `Active`. */
  lag(writes: number, when?: When): Promise<Fault>;
  /** Responds to clients and other nodes after `ms`. */
  slow(ms: number, when?: When): Promise<Fault>;
  /** Fails calls of collections, as many as `count` or all, with this status and error. */
  fail(status: number, message: string, when?: When & { count?: number }): Promise<Fault>;
  /** Ends all faults, but leaves its replicas in `Recovery`: the node reads from others, and `/readyz` is 503 if it was killed. */
  rejoin(): Promise<void>;
  /** Ends all faults, and applies what its replicas missed, in order, if there is an active replica to recover from. */
  heal(): Promise<void>;
}

export interface QdrantCluster {
  urls: readonly string[];
  node(at: number): QdrantNode;
  unknown: readonly string[];
  stop(): Promise<void>;
}

/** The message of a server whose replica is being recovered. */
export const LOCAL_SHARD_NOT_FOUND = 'Service internal error: Local shard 0 not found';

/**
 * Nodes of one cluster, each with a replica of every collection.
 * @param python path of a Python with the engine
 */
export const startQdrantCluster = async (python: string, nodes = 3): Promise<QdrantCluster> => {
  const child = run(python, 'cluster_server.py', [String(nodes)]);
  const waiting = new Map<string, () => void>();
  const { ports, unknown, stop } = await started(child, (message) => {
    const [[what, id] = []] = Object.entries(message);
    waiting.get(`${what} ${id}`)?.();
  });
  let orders = 0;
  const order = async (node: number, fault: string, values: object = {}): Promise<Fault> => {
    const id = ++orders;
    const message = (what: 'ordered' | 'struck') =>
      new Promise<void>((resolve) => waiting.set(`${what} ${id}`, resolve));
    const [ordered, begun] = [message('ordered'), message('struck')];
    child.stdin.write(`${JSON.stringify({ id, node, fault, ...values })}\n`);
    await ordered;
    if (!('after' in values)) await begun;
    return { begun };
  };
  const node = (at: number): QdrantNode => ({
    url: urlOf(ports[at]!),
    refuse: (when) => order(at, 'refuse', when),
    hang: (when) => order(at, 'hang', when),
    freeze: (when) => order(at, 'freeze', when),
    lag: (writes, when) => order(at, 'lag', { ...when, writes }),
    slow: (ms, when) => order(at, 'slow', { ...when, seconds: ms / 1000 }),
    fail: (status, message, options) => order(at, 'fail', { ...options, status, message }),
    rejoin: () => order(at, 'rejoin').then(() => undefined),
    heal: () => order(at, 'heal').then(() => undefined),
  });
  return { urls: ports.map(urlOf), node, unknown, stop };
};
