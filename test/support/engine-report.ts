/** Prints which engines a test run used, from the marks that they left. */
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every engine that tests can use, and why a run may not use it. */
const engines = {
  SQLite: 'no test of it ran',
  PostgreSQL: 'test:more uses it if it is installed or TEST_POSTGRES_URL is set',
  'embedded index': 'no test of it ran',
  Qdrant: 'test:more uses it if Python has the package qdrant-edge-py or TEST_QDRANT_URL is set',
  chdb: 'no test of it ran, or it has no library for this system',
  'ClickHouse server': 'TEST_CLICKHOUSE_URL is not set',
  S3: 'TEST_S3_URL is not set',
} as const;
export type EngineName = keyof typeof engines;

export interface EngineReport {
  /** The folder for the marks. */
  folder: string;
  /**
   * `Engines: SQLite ✓, S3 – (TEST_S3_URL is not set)`. Printed, and added to the file named by `TEST_ENGINES_FILE`.
   */
  finish(): void;
}

export const startEngineReport = (): EngineReport => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-engines-'));
  return {
    folder,
    finish: () => {
      const used = new Set(readdirSync(folder));
      rmSync(folder, { recursive: true, force: true });
      const parts = Object.entries(engines).map(([name, missing]) =>
        used.has(name) ? `${name} ✓` : `${name} – (${missing})`,
      );
      const line = `Engines: ${parts.join(', ')}`;
      console.log(line);
      if (process.env.TEST_ENGINES_FILE) appendFileSync(process.env.TEST_ENGINES_FILE, `${line}\n`);
    },
  };
};
