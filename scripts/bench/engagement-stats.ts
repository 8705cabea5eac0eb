/**
 * `stats`: reports on a year of events, compared with the same SQL on the engine, and with data without other
 * accounts.
 */
import { join } from 'node:path';
import { connectClickHouse } from '../../analytics/index.js';
import type { Bench, BenchContext } from './bench.js';
import { againstEngine, beyond, overEngine } from './engagement-engine.js';
import { engagementLibraries } from './engagement-library.js';
import { figuresPage } from './figures-page.js';
import { newSecret, RANGES, reports, request } from './engagement-reports.js';
import { startLoadGenerator, type LoadGenerator } from './load.js';
import { timing, type BenchResult, type Metric } from './report.js';
import { alternate } from './rounds.js';
import { startServer } from './server.js';
import { percentile } from './stats.js';

const ALONE = { calls: 10, clients: 1, rounds: 11, warm: 2 };
const BYTES_AN_EVENT = 60;

export const statsBench: Bench = async (context): Promise<BenchResult> => {
  const libraries = await engagementLibraries(context);
  const generator = startLoadGenerator();
  try {
    const calls = await againstEngine(context, generator, libraries.all);
    const page = await figuresPage(context, generator, libraries.all);
    const share = await againstAlone(context, generator, libraries.all, libraries.alone);
    const disk = await bytesOnDisk(libraries.all);
    const worst = (value: (call: (typeof calls)[number]) => number): number => Math.max(...calls.map(value));
    const names = reports.map(([name]) => name);
    return {
      name: 'stats',
      timings: calls.flatMap(({ label, ms, engineMs }) => [
        timing(label, ms),
        timing(`${label}: the same SQL on the engine`, engineMs),
      ]),
      metrics: [
        ...names.flatMap((name): Metric[] => {
          const own = calls.filter((call) => call.name === name);
          const most = (share: number): number => Math.max(...own.map(({ ms }) => percentile(ms, share)));
          return [
            { name: `${name}: p50`, value: most(0.5), unit: 'ms', atMost: name === 'overview' ? 50 : 100 },
            { name: `${name}: p99`, value: most(0.99), unit: 'ms', atMost: 400 },
          ];
        }),
        {
          name: 'p50 beyond the larger of 1.3 × and 3 ms over the same SQL on the engine, worst report',
          value: worst(beyond),
          unit: 'ms',
          atMost: 0,
        },
        { name: 'p50 / p50 of the same SQL on the engine, worst report', value: worst(overEngine) },
        {
          name: 'all requests of the screen Figures, sent together: p50',
          value: percentile(page, 0.5),
          unit: 'ms',
          atMost: 1_500,
        },
        ...share.map(([name, value]): Metric => ({
          name: `${name}: time with 20 accounts / alone`,
          value,
          atMost: 1.25,
        })),
        { name: 'raw events on disk', value: disk.bytesAnEvent, unit: 'bytes each', atMost: BYTES_AN_EVENT },
        { name: 'roll-ups on disk, per raw event', value: disk.rollUpBytesAnEvent, unit: 'bytes' },
      ],
      notes: [
        `${libraries.events.toLocaleString('en')} events over 12 months, 5,000 items, 20 accounts; the one that is asked for has a quarter of all`,
        `ranges ${RANGES.join(' and ')} to date, one client; metrics are of the slower range`,
        ...disk.tables.map(
          ({ name, rows, bytes }) => `${name}: ${rows} rows, ${(bytes / rows).toFixed(1)} bytes each`,
        ),
      ],
    };
  } finally {
    generator.stop();
  }
};

/** @returns for each report, the factor by which 19 other accounts in the data slow it down */
const againstAlone = async (
  { root, progress }: BenchContext,
  generator: LoadGenerator,
  all: string,
  alone: string,
): Promise<[string, number][]> => {
  const secrets = [await newSecret(all), await newSecret(alone)] as const;
  const servers = [
    await startServer(root, all, ['--role', 'api']),
    await startServer(root, alone, ['--role', 'api']),
  ] as const;
  const ratios: [string, number][] = [];
  try {
    for (const [name, path] of reports) {
      const side = (at: 0 | 1) => ({
        port: servers[at].privatePort,
        pid: servers[at].pid,
        requests: () => [request(secrets[at], path, 'year')],
      });
      const { ratio } = await alternate(
        generator,
        side(0),
        side(1),
        ALONE,
        progress(`stats: ${name}, 20 accounts and 1`),
      );
      ratios.push([name, 1 / ratio]);
    }
  } finally {
    await Promise.all(servers.map(({ stop }) => stop()));
  }
  return ratios;
};

const RAW_TABLES = ['playback', 'page_views', 'searches', 'search_clicks'];

/** Size of the tables of raw events on disk, and of all other tables, which the reports are made of. */
const bytesOnDisk = async (dataDir: string) => {
  const clickHouse = await connectClickHouse({ path: join(dataDir, 'clickhouse') });
  const all = await clickHouse.query<{ name: string; rows: number; bytes: number }>(
    `SELECT table AS name, sum(rows) AS rows, sum(bytes_on_disk) AS bytes FROM system.parts
WHERE active AND database = currentDatabase() GROUP BY table ORDER BY table`,
  );
  await clickHouse.close();
  const tables = all.filter(({ name }) => RAW_TABLES.includes(name));
  const sum = (value: 'rows' | 'bytes', of = tables): number =>
    of.reduce((total, table) => total + table[value], 0);
  return {
    tables,
    bytesAnEvent: sum('bytes') / sum('rows'),
    rollUpBytesAnEvent: (sum('bytes', all) - sum('bytes')) / sum('rows'),
  };
};
