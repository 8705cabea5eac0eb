/** Exports all events of the installation, part by part. */
import type { Readable } from 'node:stream';
import { eventParts, exportPart, type ClickHouse, type EventPart } from '../../../analytics/index.js';

export type NamedPart = Pick<EventPart, 'table' | 'month'>;

export interface EventSource {
  /** @throws {AnalyticsUnavailableError} */
  parts(): Promise<EventPart[]>;
  /** Parquet. @throws {AnalyticsUnavailableError} */
  read(part: NamedPart): Promise<Readable>;
}

/** @param clickHouse returns it after it has what waited in the spool */
export const createEventSource = (clickHouse: () => Promise<ClickHouse>): EventSource => ({
  parts: async () => eventParts(await clickHouse()),
  read: async (part) => exportPart(await clickHouse(), part),
});
