/** ClickHouse as the library uses it, embedded or a server. */
import type { Readable } from 'node:stream';

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
