/** Opens chdb, ClickHouse as a library, on a folder. */
import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, type ClickHouseClient } from '@clickhouse/client';
import { createChdbConnection } from 'chdb/connection';
import { AnalyticsUnavailableError } from './errors.js';
import type { ClickHouse, ClickHouseFormat, Params, ParquetRows } from './clickhouse.js';
import {
  insertSelect,
  sqlString,
  NUMBERS,
  statements,
  translateErrors,
  type WithClient,
} from './statements.js';

/** The client and chdb declare this type differently. */
type Connection = Exclude<NonNullable<Parameters<typeof createClient>[0]>['connection'], undefined>;

/** Like ClickHouse, but writes results to files instead of streams. */
export interface Engine extends Omit<ClickHouse, 'stream' | 'insertParquet'> {
  /** Writes the result of a SELECT to a file in a format. */
  write(file: string, sql: string, params: Params, format: ClickHouseFormat): Promise<void>;
  /** Inserts the rows of a Parquet file. */
  insertFile(target: string, rows: ParquetRows, file: string): Promise<void>;
}

/** An embedded connection runs one statement at a time. */
const POOL_SIZE = 4;
/** After a server was killed, its engine locks the folder until its last statement has finished. */
const OPEN_TIMEOUT_MS = 5_000;
const OPEN_RETRY_MS = 50;

/** @throws {AnalyticsUnavailableError} when another process has the folder open */
export const openEngine = async (path: string): Promise<Engine> => {
  await mkdir(path, { recursive: true });
  const open = (): ClickHouseClient =>
    createClient({ connection: createChdbConnection({ path }) as unknown as Connection });
  const first = await openWhenUnlocked(open, path);
  const pool = [first, ...Array.from({ length: POOL_SIZE - 1 }, open)].map((client) => ({ client, busy: 0 }));
  // Exports run one after the other, and delay no other statement.
  const exporter = open();
  // Settings last as long as the connection, so they are set once instead of before every query.
  for (const { client } of pool)
    for (const [name, value] of Object.entries(NUMBERS))
      await client.command({ query: `SET ${name} = ${value}` });

  const withClient: WithClient = async (work) => {
    const connection = pool.reduce((least, other) => (other.busy < least.busy ? other : least));
    connection.busy++;
    try {
      return await work(connection.client);
    } finally {
      connection.busy--;
    }
  };
  return {
    ...statements(withClient),
    // The embedded client would hold the whole result in memory, so the engine writes a file.
    write: (file, sql, params, format) => {
      const target = `file(${sqlString(file)}, ${format})`;
      return translateErrors(async () => {
        await exporter.command({ query: `INSERT INTO FUNCTION ${target} ${sql}`, query_params: params });
      });
    },
    insertFile: (target, rows, file) =>
      translateErrors(async () => {
        const source = `file(${sqlString(file)}, Parquet, ${sqlString(rows.structure)})`;
        await exporter.command({ query: insertSelect(target, rows, source) });
      }),
    close: async () => {
      for (const { client } of [...pool, { client: exporter }]) await client.close();
    },
  };
};

const openWhenUnlocked = async (open: () => ClickHouseClient, path: string): Promise<ClickHouseClient> => {
  for (const until = performance.now() + OPEN_TIMEOUT_MS; ;) {
    try {
      return open();
    } catch (error) {
      if (performance.now() > until)
        throw new AnalyticsUnavailableError(
          `Cannot open ClickHouse in ${path}. Only one process at a time can use it: is another one running?`,
          { cause: error },
        );
      await sleep(OPEN_RETRY_MS);
    }
  }
};
