/** What an operator should know of a Qdrant that responds: its version, and what of its cluster is missing. */
import type { Schemas } from '@qdrant/js-client-rest';
import { IndexUnavailableError, type IndexHealth } from '../../ports.js';
import { createQdrantClient, type QdrantClient } from './client.js';
import { createConnection, QdrantRefusal, type QdrantServer } from './connection.js';

/** The first version with what the index needs. */
const LEAST_VERSION = [1, 18] as const;
/** Listed warnings, as a cluster may have thousands of replicas. */
const MAX_WARNINGS = 20;

interface NodeHealth extends IndexHealth {
  nodes: number;
}

/**
 * Asks every node, since one that lags behind knows of nothing that is wrong.
 * @throws {IndexUnavailableError} when a node is too old
 * @throws {Error} when none responds
 */
export async function healthOf(server: QdrantServer, collections: readonly string[]): Promise<IndexHealth> {
  const asked = await Promise.allSettled(
    server.urls.map((url) => nodeHealth({ ...server, urls: [url] }, collections)),
  );
  const known = asked.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failures = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  const tooOld = failures.find((reason) => reason instanceof IndexUnavailableError);
  if (tooOld !== undefined || known.length === 0) throw tooOld ?? failures[0];
  const silent = asked.flatMap((one, at) =>
    one.status === 'rejected' ? [`The node at ${server.urls[at]!} is not ready`] : [],
  );
  const warnings = [...new Set([...silent, ...known.flatMap((node) => node.warnings)])];
  const more = warnings.length - MAX_WARNINGS;
  const nodes = Math.max(...known.map((node) => node.nodes));
  return {
    engine: nodes > 1 ? `${known[0]!.engine}, nodes: ${nodes}` : known[0]!.engine,
    warnings: more > 0 ? [...warnings.slice(0, MAX_WARNINGS), `and ${more} more`] : warnings,
  };
}

/** @throws {IndexUnavailableError} when the node is too old */
async function nodeHealth(server: QdrantServer, collections: readonly string[]): Promise<NodeHealth> {
  const connection = createConnection(server);
  try {
    const client = createQdrantClient(connection);
    if (!(await connection.isReady())) throw new Error('not ready');
    const [version, cluster] = await Promise.all([client.version(), client.cluster().catch(notAllowed)]);
    if (isOlder(version))
      throw new IndexUnavailableError(
        `Qdrant ${version} is too old: Lectern needs ${LEAST_VERSION.join('.')} or later`,
      );
    const engine = `Qdrant ${version}`;
    if (cluster.status !== 'enabled') return { engine, nodes: 1, warnings: [] };
    const nodes = Object.keys(cluster.peers).length;
    const replicas = await Promise.all(collections.map((name) => replicaWarnings(client, name, nodes)));
    return { engine, nodes, warnings: [...clusterWarnings(cluster), ...replicas.flat()] };
  } finally {
    await connection.close();
  }
}

/** An API key may be for the collections only. */
function notAllowed(error: unknown): Schemas['ClusterStatus'] {
  if (error instanceof QdrantRefusal && error.status < 500) return { status: 'disabled' };
  throw error;
}

function isOlder(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [leastMajor, leastMinor] = LEAST_VERSION;
  return major < leastMajor || (major === leastMajor && minor < leastMinor);
}

type Cluster = Extract<Schemas['ClusterStatus'], { status: 'enabled' }>;

function clusterWarnings({ message_send_failures, consensus_thread_status }: Cluster): string[] {
  const missing = Object.keys(message_send_failures).map((url) => `The node at ${url} does not respond`);
  const { consensus_thread_status: consensus } = consensus_thread_status;
  return consensus === 'working'
    ? missing
    : [...missing, `The cluster's consensus has stopped (${consensus})`];
}

async function replicaWarnings(client: QdrantClient, name: string, peers: number): Promise<string[]> {
  const { peer_id, local_shards, remote_shards } = await client.replicas(name);
  const replicas = [...local_shards.map((shard) => ({ ...shard, peer_id })), ...remote_shards];
  const copies = new Map<number, number>();
  for (const { shard_id } of replicas) copies.set(shard_id, (copies.get(shard_id) ?? 0) + 1);
  const inactive = replicas.flatMap(({ shard_id, peer_id: on, state }) =>
    state === 'Active' ? [] : [`Shard ${shard_id} of ${name} on node ${on} is ${state}`],
  );
  const single = Array.from(copies).flatMap(([shard, count]) =>
    count > 1 || peers === 1
      ? []
      : [`Shard ${shard} of ${name} is on one node only: set a replication factor of 2`],
  );
  return [...inactive, ...single];
}
