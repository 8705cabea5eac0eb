/** Prints which engines a test run used, from the marks that they left. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Every engine that tests can use, and what is missing if it is not used. */
const engines = {
  SQLite: 'no test of it ran',
  PostgreSQL: 'it is not installed, and TEST_POSTGRES_URL is not set',
  'embedded index': 'no test of it ran',
  Qdrant: 'Python has no package qdrant-edge-py, and TEST_QDRANT_URL is not set',
  chdb: 'it has no library for this system',
  'ClickHouse server': 'TEST_CLICKHOUSE_URL is not set',
  S3: 'TEST_S3_URL is not set',
} as const;
export type EngineName = keyof typeof engines;

export interface EngineReport {
  /** The folder for the marks. */
  folder: string;
  /**
   * `Engines: SQLite ✓, Qdrant – (TEST_QDRANT_URL is not set)`. Printed, and written to the file named by
   * `TEST_ENGINES_FILE`.
   */
  finish(available: Partial<Record<EngineName, boolean>>): void;
}

export const startEngineReport = (): EngineReport => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-engines-'));
  return {
    folder,
    finish: (available) => {
      const used = new Set(readdirSync(folder));
      rmSync(folder, { recursive: true, force: true });
      const parts = Object.entries(engines).map(([name, missing]) =>
        used.has(name)
          ? `${name} ✓`
          : `${name} – (${available[name as EngineName] ? 'no test of it ran' : missing})`,
      );
      const line = `Engines: ${parts.join(', ')}`;
      console.log(line);
      if (process.env.TEST_ENGINES_FILE) writeFileSync(process.env.TEST_ENGINES_FILE, `${line}\n`);
    },
  };
};
