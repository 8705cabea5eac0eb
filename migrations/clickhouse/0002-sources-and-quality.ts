/**
 * Where visitors come from and what they use, and how well media plays. Events of before have none of it: unknown.
 */
import { rawTables } from './0001-engagement.js';

export const id = '0002-sources-and-quality';

const add = (table: string, columns: readonly string[]): string =>
  `ALTER TABLE ${table} ${columns.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')}`;

/** Empty if unknown. */
const CLIENT = ['country', 'device', 'browser'].map((name) => `${name} LowCardinality(String)`);
const QUALITY = ['startupMs', 'stallCount', 'stalledMs'].map(
  (name) => `${name} Nullable(UInt32) CODEC(ZSTD(1))`,
);

export const statements: readonly string[] = [
  ...rawTables.map((table) => add(table, CLIENT)),
  add('playback', QUALITY),
];
