/** Which ClickHouse set-ups keep statistics right: one server, or ClickHouse Cloud. */
import type { ClickHouse } from './clickhouse.js';
import { connectClickHouse } from './connect.js';

interface Setup {
  engine: string;
  isCloud: 0 | 1;
  servers: number;
}

/**
 * Servers of a cluster that this one belongs to. Configurations that ClickHouse ships for tests have clusters of
 * loopback addresses.
 */
const SETUP = `SELECT
  (SELECT engine FROM system.databases WHERE name = currentDatabase()) AS engine,
  toUInt8((SELECT count() FROM system.settings WHERE name = 'cloud_mode' AND value IN ('1', 'true')) > 0) AS isCloud,
  toUInt32((SELECT max(servers) FROM (
    SELECT uniqExact(host_address, port) AS servers FROM system.clusters
    WHERE NOT startsWith(host_address, '127.') AND host_address != '::1' GROUP BY cluster HAVING max(is_local) = 1))) AS servers`;

/**
 * Rows of `MergeTree` tables stay on the server that they were written to, so reports would differ by server
 * without an error.
 * @returns what is wrong, as one sentence; null if nothing is
 */
export const unsupportedSetup = async (clickHouse: Pick<ClickHouse, 'query'>): Promise<string | null> => {
  const [setup] = await clickHouse.query<Setup>(SETUP);
  if (!setup || setup.isCloud) return null;
  if (setup.engine === 'Replicated')
    return 'The database of CLICKHOUSE_URL has the engine Replicated, which replicates tables but not their rows: use a database with the engine Atomic on one server, or ClickHouse Cloud';
  if (setup.servers > 1)
    return `The server of CLICKHOUSE_URL belongs to a cluster of ${setup.servers}, whose servers would each store a part of the events: use one server without a cluster, or ClickHouse Cloud`;
  return null;
};

/** @throws {AnalyticsUnavailableError} when the server does not respond */
export const unsupportedServer = async (url: string): Promise<string | null> => {
  const clickHouse = await connectClickHouse({ url });
  return unsupportedSetup(clickHouse).finally(() => clickHouse.close());
};
