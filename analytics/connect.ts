/** ClickHouse behind one small port: embedded (chdb, a folder) or a server (HTTP), with the same client over both. */
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createClient, type ClickHouseClient, ClickHouseLogLevel } from '@clickhouse/client';
import { asAnalyticsError, AnalyticsUnavailableError } from './errors.js';

export type Params = Record<string, unknown>;
/** Formats an export can have; ClickHouse writes them. */
export type ExportFormat = 'CSVWithNames' | 'JSONEachRow' | 'Parquet';

/** Every method throws AnalyticsUnavailableError where ClickHouse is away. */
export interface ClickHouse {
  /** Rows of a SELECT; `{name:Type}` in it is bound from `params`. 64-bit numbers come as numbers. */
  query<Row>(sql: string, params?: Params): Promise<Row[]>;
  /** The answer to a SELECT as bytes in a format, at constant memory. Destroy the stream to stop early. */
  stream(sql: string, params: Params, format: ExportFormat): Promise<Readable>;
  /**
   * Writes rows in one insert. With a token a second insert with the same token into the same table does nothing, in
   * that table and in those its views fill, whatever its rows are.
   */
  insert(
    table: string,
    columns: readonly string[],
    rows: readonly unknown[][],
    token?: string,
  ): Promise<void>;
  /** A statement without an answer. */
  command(sql: string, params?: Params): Promise<void>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

export type ClickHouseAddress =
  | { url: string }
  /** A folder of this process alone: chdb opens one folder in a process, and a folder in one process. */
  | { path: string };

/** The client and chdb each carry this type in their own way. */
type Connection = Exclude<NonNullable<Parameters<typeof createClient>[0]>['connection'], undefined>;

/** An embedded connection does one thing at a time: so many run side by side. */
const LANES = 4;
/** Folders of exports under way begin so. */
const EXPORT = 'export-';
const NUMBERS = { output_format_json_quote_64bit_integers: 0 } as const;

/** @throws AnalyticsUnavailableError naming the folder, where another process has it open */
export const connectClickHouse = async (address: ClickHouseAddress): Promise<ClickHouse> =>
  'url' in address ? overHttp(address.url) : embedded(address.path);

const overHttp = (url: string): ClickHouse => {
  const client = createClient({
    url,
    request_timeout: 60_000,
    max_open_connections: 16,
    use_multipart_params_auto: true,
    clickhouse_settings: { ...NUMBERS, wait_end_of_query: 1 },
    log: { level: ClickHouseLogLevel.OFF },
  });
  return {
    ...port(() => client),
    stream: (sql, query_params, format) =>
      known(async () => {
        const answer = await client.exec({
          query: `${sql} FORMAT ${format}`,
          query_params,
          clickhouse_settings: { wait_end_of_query: 0 },
        });
        return answer.stream;
      }),
    close: () => client.close(),
  };
};

const embedded = async (path: string): Promise<ClickHouse> => {
  await mkdir(path, { recursive: true });
  const { createChdbConnection } = await import('chdb/connection');
  const open = (): ClickHouseClient => {
    try {
      return createClient({ connection: createChdbConnection({ path }) as unknown as Connection });
    } catch (error) {
      throw new AnalyticsUnavailableError(
        `Cannot open the metrics in ${path}: is another process using them? Only one can at a time`,
        { cause: error },
      );
    }
  };
  // What a process that died left behind.
  for (const name of await readdir(path)) {
    if (name.startsWith(EXPORT)) await rm(join(path, name), { recursive: true, force: true });
  }
  const lanes = Array.from({ length: LANES }, () => ({ client: open(), busy: 0 }));
  // Exports take their time, one after the other, and nothing else waits for them.
  const exporter = open();
  // Settings stay with a connection: said once here instead of before every query.
  for (const { client } of lanes) {
    await client.command({ query: `SET output_format_json_quote_64bit_integers = 0` });
  }

  /** The client with the least to do, held while `work` runs. */
  const onLane = async <T>(work: (client: ClickHouseClient) => Promise<T>): Promise<T> => {
    const lane = lanes.reduce((least, other) => (other.busy < least.busy ? other : least));
    lane.busy++;
    try {
      return await work(lane.client);
    } finally {
      lane.busy--;
    }
  };
  return {
    ...laned(onLane),
    // The embedded client holds a whole answer in memory: the engine writes to a file, which is streamed.
    stream: async (sql, params, format) => {
      const folder = await mkdtemp(join(path, EXPORT));
      try {
        const file = join(folder, 'rows');
        const target = `file('${file.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', ${format})`;
        await known(() =>
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
      for (const { client } of [...lanes, { client: exporter }]) await client.close();
    },
  };
};

const port = (client: () => ClickHouseClient) => laned((work) => work(client()));

type OnLane = <T>(work: (client: ClickHouseClient) => Promise<T>) => Promise<T>;

/** What is the same over both transports. */
const laned = (onLane: OnLane): Omit<ClickHouse, 'stream' | 'close'> => ({
  query: <Row>(sql: string, query_params: Params = {}) =>
    known(() =>
      onLane(async (client) => {
        const answer = await client.query({ query: sql, query_params, format: 'JSONEachRow' });
        return answer.json<Row>();
      }),
    ),
  insert: (table, columns, rows, token = '') =>
    known(async () => {
      if (rows.length === 0) return;
      await onLane(async (client) => {
        const answer = await client.exec({ query: insertSql(table, columns, token), values: linesOf(rows) });
        answer.stream.resume();
        await new Promise<void>((resolve, reject) =>
          answer.stream.once('close', resolve).once('error', reject),
        );
      });
    }),
  command: (query, query_params = {}) =>
    known(() =>
      onLane(async (client) => {
        await client.command({ query, query_params });
      }),
    ),
  ping: () =>
    onLane((client) => client.ping({ select: true })).then(
      ({ success }) => success,
      () => false,
    ),
});

/** One block whatever its size, so that the token stands for all of it; the settings go with the statement alone. */
const insertSql = (table: string, columns: readonly string[], token: string): string => {
  if (!/^[\w:.-]*$/.test(token)) throw new RangeError(`Not a token of an insert: ${token}`);
  const settings = [
    `insert_deduplication_token = '${token}'`,
    `insert_deduplicate = ${token ? 1 : 0}`,
    'deduplicate_blocks_in_dependent_materialized_views = 1',
    'async_insert = 0',
    'input_format_parallel_parsing = 0',
    'max_insert_block_size = 1000000',
    'min_insert_block_size_rows = 1000000',
    'min_insert_block_size_bytes = 0',
  ];
  return `INSERT INTO ${table} (${columns.join(', ')}) SETTINGS ${settings.join(', ')} FORMAT JSONCompactEachRow`;
};

/** Some hundreds of rows at a time: neither one great string nor a chunk a row. */
const linesOf = (rows: readonly unknown[][]): Readable => {
  function* chunks() {
    for (let start = 0; start < rows.length; start += 500) {
      const lines = rows.slice(start, start + 500).map((row) => JSON.stringify(row));
      yield Buffer.from(`${lines.join('\n')}\n`);
    }
  }
  return Readable.from(chunks(), { objectMode: false });
};

const known = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw asAnalyticsError(error);
  }
};
