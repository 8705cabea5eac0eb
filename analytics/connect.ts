/** ClickHouse behind one small port: embedded (chdb, a folder) or a server (HTTP), with the same client over both. */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClickHouseClient, createClient as CreateClient } from '@clickhouse/client';
import { asAnalyticsError, AnalyticsUnavailableError } from './errors.js';

export type Params = Record<string, unknown>;
/** Formats an export can have; ClickHouse writes them. */
export type ExportFormat = 'CSVWithNames' | 'JSONEachRow' | 'Parquet';

/** Every method throws AnalyticsUnavailableError when ClickHouse is down. */
export interface ClickHouse {
  /** Rows of a SELECT; `{name:Type}` in it is bound from `params`. 64-bit numbers come as numbers. */
  query<Row>(sql: string, params?: Params): Promise<Row[]>;
  /** The result of a SELECT as bytes in a format, at constant memory. Destroy the stream to stop early. */
  stream(sql: string, params: Params, format: ExportFormat): Promise<Readable>;
  /**
   * Writes lines of JSONCompactEachRow in one insert. A second insert with the same token into the same table does
   * nothing, in that table and in those its views fill, whatever its rows are.
   * @param target table and columns, e.g. `event_ids (accountId, id)`
   * @param chunks whole lines, each ended by a line feed
   * @param token letters, digits and `:._-`
   */
  insert(target: string, chunks: readonly Uint8Array[], token: string): Promise<void>;
  /** A statement without a result. */
  command(sql: string, params?: Params): Promise<void>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export type ClickHouseAddress =
  | { url: string }
  /** A folder that only this process uses: chdb opens one folder in a process, and a folder in one process. */
  | { path: string };

/** The client and chdb each carry this type in their own way. */
type Connection = Exclude<NonNullable<Parameters<typeof CreateClient>[0]>['connection'], undefined>;

/** An embedded connection runs one statement at a time. */
const POOL_SIZE = 4;
/** Prefix of the folders that exports are written to. */
const EXPORT = 'export-';
const NUMBERS = { output_format_json_quote_64bit_integers: 0 } as const;

/**
 * Loads the client and, for a folder, chdb: neither is in memory before it is needed.
 * @throws {AnalyticsUnavailableError} when another process has the folder open
 */
export const connectClickHouse = async (address: ClickHouseAddress): Promise<ClickHouse> =>
  'url' in address ? overHttp(address.url) : embedded(address.path);

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
    close: () => client.close(),
  };
};

const embedded = async (path: string): Promise<ClickHouse> => {
  await mkdir(path, { recursive: true });
  const [{ createClient }, { createChdbConnection }] = await Promise.all([
    import('@clickhouse/client'),
    import('chdb/connection'),
  ]);
  const open = (): ClickHouseClient => {
    try {
      return createClient({ connection: createChdbConnection({ path }) as unknown as Connection });
    } catch (error) {
      throw new AnalyticsUnavailableError(
        `Cannot open ClickHouse in ${path}. Only one process at a time can use it: is another one running?`,
        { cause: error },
      );
    }
  };
  // Left behind by a process that was killed.
  for (const name of await readdir(path)) {
    if (name.startsWith(EXPORT)) await rm(join(path, name), { recursive: true, force: true });
  }
  const pool = Array.from({ length: POOL_SIZE }, () => ({ client: open(), busy: 0 }));
  // Exports run one after the other, and nothing else waits for them.
  const exporter = open();
  // Settings last as long as the connection: set once here instead of before every query.
  for (const { client } of pool) {
    await client.command({ query: `SET output_format_json_quote_64bit_integers = 0` });
  }

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
    // The embedded client holds a whole result in memory: the engine writes to a file, which is streamed.
    stream: async (sql, params, format) => {
      const folder = await mkdtemp(join(path, EXPORT));
      try {
        const file = join(folder, 'rows');
        const target = `file('${file.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', ${format})`;
        await translateErrors(() =>
          exporter.command({ query: `INSERT INTO FUNCTION ${target} ${sql}`, query_params: params }),
        );
        const stream = createReadStream(file);
        stream.once('close', () => void rm(folder, { recursive: true, force: true }));
        return stream;
      } catch (error) {
        await rm(folder, { recursive: true, force: true });
        throw error;
      }
    },
    close: async () => {
      for (const { client } of [...pool, { client: exporter }]) await client.close();
    },
  };
};

type WithClient = <T>(work: (client: ClickHouseClient) => Promise<T>) => Promise<T>;

/** What is the same over both transports. */
const statements = (withClient: WithClient): Omit<ClickHouse, 'stream' | 'close'> => ({
  query: <Row>(sql: string, query_params: Params = {}) =>
    translateErrors(() =>
      withClient(async (client) => {
        const result = await client.query({ query: sql, query_params, format: 'JSONEachRow' });
        return result.json<Row>();
      }),
    ),
  insert: (target, chunks, token) =>
    translateErrors(async () => {
      const lines = chunks.filter(({ length }) => length > 0);
      if (lines.length === 0) return;
      await withClient(async (client) => {
        const values = Readable.from(lines, { objectMode: false });
        const { stream } = await client.exec({ query: insertSql(target, token), values });
        stream.resume();
        await finished(stream);
      });
    }),
  command: (query, query_params = {}) =>
    translateErrors(() =>
      withClient(async (client) => {
        await client.command({ query, query_params });
      }),
    ),
  ping: () =>
    withClient((client) => client.ping({ select: true })).then(
      ({ success }) => success,
      () => false,
    ),
});

/** One block whatever its size, so that the token stands for all of it; the settings go with the statement alone. */
const insertSql = (target: string, token: string): string => {
  if (!/^[\w:.-]+$/.test(token)) throw new RangeError(`Invalid insert token: ${token}`);
  const settings = [
    `insert_deduplication_token = '${token}'`,
    'insert_deduplicate = 1',
    'deduplicate_blocks_in_dependent_materialized_views = 1',
    'async_insert = 0',
    'input_format_parallel_parsing = 0',
    'max_insert_block_size = 1000000',
    'min_insert_block_size_rows = 1000000',
    'min_insert_block_size_bytes = 0',
  ];
  return `INSERT INTO ${target} SETTINGS ${settings.join(', ')} FORMAT JSONCompactEachRow`;
};

const translateErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw asAnalyticsError(error);
  }
};
