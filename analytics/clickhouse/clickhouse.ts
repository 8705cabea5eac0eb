/** The interface to ClickHouse, embedded or a server. */
import type { Readable } from 'node:stream';

export type Params = Record<string, unknown>;
/** Export formats, all written by ClickHouse. */
export type ClickHouseFormat = 'CSVWithNames' | 'JSONEachRow' | 'Parquet';

export interface ParquetRows {
  values: string;
  structure: string;
  where: string;
}

/** Every method throws AnalyticsUnavailableError when ClickHouse is down. */
export interface ClickHouse {
  /**
   * Runs a SELECT and returns its rows; `{name:Type}` is bound from `params`. 64-bit integers are returned as
   * numbers.
   */
  query<Row>(sql: string, params?: Params): Promise<Row[]>;
  /** Streams the result of a SELECT in a format, using constant memory. Destroy the stream to stop early. */
  stream(sql: string, params: Params, format: ClickHouseFormat): Promise<Readable>;
  /**
   * Writes lines of JSONCompactEachRow in one insert. A second insert with the same token into the same table
   * does nothing, neither there nor in the tables that its views fill, even if its rows differ.
   * @param target table and columns, e.g. `event_ids (accountId, id)`
   * @param chunks whole lines, each terminated by a line feed
   * @param token letters, digits and `:._-`
   */
  insert(target: string, chunks: readonly Uint8Array[], token: string): Promise<void>;
  /**
   * Inserts the rows of a Parquet file.
   * @param target table and columns
   * @param rows.values expressions over the file's columns
   * @param rows.structure names and types of the file's columns
   * @param rows.where `WHERE …`, or nothing
   */
  insertParquet(target: string, rows: ParquetRows, file: Readable): Promise<void>;
  /** Runs a statement that returns no result. */
  command(sql: string, params?: Params): Promise<void>;
  ping(): Promise<boolean>;
  close(): Promise<void>;
}
