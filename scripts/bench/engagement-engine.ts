/** Runs reports over HTTP and their SQL directly on the engine, in turn, in one process. */
import type { ClickHouse } from '../../analytics/index.js';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config.js';
import { systemClock } from '../../src/platform/lib/clock.js';
import { startServer } from '../../src/server.js';
import type { StatsDeps } from '../../src/engagement/reports/run-report.js';
import type { BenchContext } from './bench.js';
import { newSecret, RANGES, reports, request } from './engagement-reports.js';
import { ACCOUNT } from './app.js';
import type { LoadGenerator } from './load.js';
import { appEnvironment } from './server.js';
import { percentile } from './stats.js';

const WARM_CALLS = 5;
const ROUNDS = 10;
const CALLS = 10;

export interface Call {
  name: string;
  label: string;
  ms: number[];
  engineMs: number[];
}

export const overEngine = ({ ms, engineMs }: Call): number => percentile(ms, 0.5) / percentile(engineMs, 0.5);
export const beyond = ({ ms, engineMs }: Call): number => {
  const engine = percentile(engineMs, 0.5);
  return Math.max(0, percentile(ms, 0.5) - Math.max(1.3 * engine, engine + 3));
};

export const againstEngine = async (
  { progress }: BenchContext,
  generator: LoadGenerator,
  dataDir: string,
): Promise<Call[]> => {
  const secret = await newSecret(dataDir);
  const app = createApp(
    loadConfig({ ...appEnvironment(dataDir), PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false' }),
  );
  const running = await startServer(app, { role: 'api', warm: false });
  const port = Number(new URL(running.privateUrl).port);
  const account = (await app.accounts.byShortName(ACCOUNT))!;
  const engine = await app.engagement.clickHouse();
  const calls: Call[] = [];
  const bar = progress('stats: reports');
  for (const [name, path, run] of reports) {
    for (const range of RANGES) {
      const statements = await statementsOf(engine, (deps) => run(deps, account, range), app.db);
      const load = { port, requests: [request(secret, path, range)], clients: 1 };
      const call: Call = { name, label: `${name}, ${range}`, ms: [], engineMs: [] };
      await generator.run({ ...load, calls: WARM_CALLS });
      for (let round = 0; round < ROUNDS; round++) {
        call.ms.push(...(await generator.run({ ...load, calls: CALLS })).ms);
        for (let at = 0; at < CALLS; at++) {
          const from = performance.now();
          await Promise.all(statements.map(({ sql, params }) => engine.query(sql, params)));
          call.engineMs.push(performance.now() - from);
        }
      }
      calls.push(call);
      bar.update(calls.length, reports.length * RANGES.length);
    }
  }
  bar.stop();
  await running.stop();
  await app.close();
  return calls;
};

interface EngineStatement {
  sql: string;
  params: Parameters<ClickHouse['query']>[1];
}

/** The SQL statements of a report. */
const statementsOf = async (
  engine: ClickHouse,
  run: (deps: StatsDeps) => unknown,
  db: StatsDeps['db'],
): Promise<EngineStatement[]> => {
  const seen: EngineStatement[] = [];
  const recording: ClickHouse = {
    ...engine,
    query: (sql, params) => {
      seen.push({ sql, params });
      return engine.query(sql, params);
    },
  };
  await run({ db, clock: systemClock, clickHouse: () => Promise.resolve(recording) });
  return seen;
};
