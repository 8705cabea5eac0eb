/** What an operator should know of a Qdrant that responds: its version, and what of its cluster is missing. */
import type { Schemas } from '@qdrant/js-client-rest';
import type { IndexHealth } from '../../ports.js';
import type { QdrantClient } from './client.js';
import { QdrantRefusal, type Connection } from './connection.js';

/** The first version with what the index needs. */
const LEAST_VERSION = [1, 18] as const;
/** Listed warnings, as a cluster may have thousands of replicas. */
const MAX_WARNINGS = 20;

/** @throws {Error} when the server is too old, or does not respond */
export async function healthOf(
  connection: Connection,
  client: QdrantClient,
  collections: readonly string[],
): Promise<IndexHealth> {
  const [version, cluster, unready] = await Promise.all([
    client.version(),
    client.cluster().catch(notAllowed),
    connection.hasAlternatives ? connection.unready() : [],
  ]);
  if (isOlder(version))
    throw new Error(
      `version ${version} is too old: Lectern needs Qdrant ${LEAST_VERSION.join('.')} or later`,
    );
  const engine = `Qdrant ${version}`;
  const notReady = unready.map((url) => `${url} is not ready`);
  if (cluster.status !== 'enabled') return { engine, warnings: notReady };
  const peers = Object.keys(cluster.peers).length;
  const replicas = await Promise.all(collections.map((name) => replicaWarnings(client, name, peers)));
  const warnings = [...notReady, ...clusterWarnings(cluster), ...replicas.flat()];
  const more = warnings.length - MAX_WARNINGS;
  return {
    engine: `${engine}, nodes: ${peers}`,
    warnings: more > 0 ? [...warnings.slice(0, MAX_WARNINGS), `and ${more} more`] : warnings,
  };
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
