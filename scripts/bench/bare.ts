/** The bare handler that `items` and `ingest` compare the product with: the product's statements, and how it starts. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Kysely, SqliteDialect } from 'kysely';
import type { Database } from '../../sqlite/driver.js';
import { createTokenService } from '../../src/identity/tokens/token.service.js';
import type { Db } from '../../src/platform/db/dialect.js';
import type { Tables } from '../../src/platform/db/tables.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { createQuotas, unlimited } from '../../src/platform/quotas/quotas.js';
import { createDaemon } from '../harness/daemon.js';
import { responds } from '../harness/program.js';
import { freePort } from '../../test/support/free-port.js';
import type { BenchContext } from './bench.js';

export interface Statement {
  sql: string;
  /** Strings may contain a `marker`. */
  parameters: unknown[];
}

/** Placeholders in parameters for values that differ per call. */
export const marker = {
  /** The title in the body, which starts with this word, and the slug derived from it. */
  title: 'Zzmarker',
  slug: 'zzmarker',
  /** The current time. */
  now: '2099-12-31T23:59:59.999Z',
  /** The id of the row that the call inserted first. */
  id: '\u0001id',
};

export interface BareCall {
  statements: Statement[];
  /** The response body. */
  answer: unknown;
}

/** The bare server's configuration, passed as a JSON file. */
export interface BareSetup {
  port: number;
  marker: typeof marker;
  database: string;
  /** Its only varying parameter is the first, the hash of the token. */
  tokenQuery: Statement;
  /** By method and path, e.g. `GET /v2/items/1`. */
  calls: Record<string, BareCall>;
}

export interface Recorder {
  db: Db;
  /** The statements since the last call. */
  taken(): Statement[];
}

/** Records the statements that the product compiles. */
export const recordStatements = (database: Database): Recorder => {
  let seen: Statement[] = [];
  const db: Db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database }),
    log: ({ query }) => {
      const sql = query.sql === 'begin' ? 'begin immediate' : query.sql;
      seen.push({ sql, parameters: [...query.parameters] });
    },
  });
  const taken = (): Statement[] => {
    const all = seen;
    seen = [];
    return all;
  };
  return { db, taken };
};

/** The statement with which the product looks up a token. */
export const tokenQueryOf = async ({ db, taken }: Recorder, secret: string): Promise<Statement> => {
  const tokens = createTokenService({ db, clock: systemClock, quotas: createQuotas(db, unlimited) });
  await tokens.ownerOf(sha256(secret));
  return taken()[0]!;
};

/** Starts the bare handler in a process of its own. */
export const startBare = async (
  { scratch }: BenchContext,
  captured: Omit<BareSetup, 'port' | 'marker'>,
): Promise<{ port: number; pid: number; stop(): Promise<void> }> => {
  const port = await freePort();
  const file = join(await scratch('bare'), 'bare.json');
  await writeFile(file, JSON.stringify({ port, marker, ...captured } satisfies BareSetup));
  const program = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  const daemon = createDaemon(
    'the bare handler',
    () => spawn(process.execPath, [program, file], { stdio: ['ignore', 'ignore', 'inherit'] }),
    () => responds(`http://127.0.0.1:${port}/healthz`),
  );
  await daemon.start();
  return { port, pid: daemon.child()!.pid!, stop: daemon.stop };
};
