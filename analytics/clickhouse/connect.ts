/** Connects to ClickHouse, embedded (chdb, a folder) or a server (HTTP), through one interface and the same client. */
import { finished } from 'node:stream/promises';
import type { ClickHouse } from './clickhouse.js';
import { connectEmbedded } from './engine-client.js';
import { insertSelect, sqlString, NUMBERS, statements, translateErrors } from './statements.js';

export type ClickHouseAddress =
  | { url: string }
  /** A folder for this connection alone: chdb can open a folder in only one process. */
  | { path: string };

/**
 * Loads the client or, for a folder, starts the engine in its own process.
 * @throws {AnalyticsUnavailableError} when another process has the folder open
 */
export const connectClickHouse = async (address: ClickHouseAddress): Promise<ClickHouse> =>
  'url' in address ? overHttp(address.url) : connectEmbedded(address.path);

const overHttp = async (url: string): Promise<ClickHouse> => {
  const { createClient, ClickHouseLogLevel } = await import('@clickhouse/client');
  const client = createClient({
    url,
    request_timeout: 60_000,
    max_open_connections: 16,
    use_multipart_params_auto: true,
    clickhouse_settings: { ...NUMBERS, wait_end_of_query: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    ...statements((work) => work(client)),
    stream: (sql, query_params, format) =>
      translateErrors(async () => {
        const { stream } = await client.exec({
          query: `${sql} FORMAT ${format}`,
          query_params,
          clickhouse_settings: { wait_end_of_query: 0 },
        });
        return stream;
      }),
    insertParquet: (target, rows, file) =>
      translateErrors(async () => {
        const { stream } = await client.exec({
          query: `${insertSelect(target, rows, `input(${sqlString(rows.structure)})`)} FORMAT Parquet`,
          values: file,
        });
        stream.resume();
        await finished(stream);
      }),
    close: () => client.close(),
  };
};
