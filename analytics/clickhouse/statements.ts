/** The statements that both transports share, through the official client, and the mapping of their errors. */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import type { ClickHouse, Params, ParquetRows } from './clickhouse.js';
import { asAnalyticsError } from './errors.js';

export const NUMBERS = { output_format_json_quote_64bit_integers: 0 } as const;

export type WithClient = <T>(work: (client: ClickHouseClient) => Promise<T>) => Promise<T>;

export const statements = (
  withClient: WithClient,
): Omit<ClickHouse, 'stream' | 'insertParquet' | 'close'> => ({
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

/** @param source a table function with the columns of `structure` */
export const insertSelect = (target: string, { values, where }: ParquetRows, source: string): string =>
  `INSERT INTO ${target} SELECT ${values} FROM ${source} ${where}`;

/** A string literal. */
export const sqlString = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/**
 * Inserts one block whatever its size, so that the token covers all rows. The settings apply to this statement
 * only.
 */
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

export const translateErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw asAnalyticsError(error);
  }
};
