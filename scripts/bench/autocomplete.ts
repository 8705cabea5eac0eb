/**
 * `autocomplete`: completions over HTTP with 20,000 and 100,000 titles, compared with a bare Koa handler that
 * looks up a prefix in SQL.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BareSetup } from './bare-setup.js';
import type { Bench, BenchContext } from './bench.js';
import { ACCOUNT, newApp } from './app.js';
import { insertLibrary } from './item-data.js';
import { getRequest, startLoadGenerator } from './load.js';
import { timing, type BenchResult } from './report.js';
import { residentMiB, startProcess, startServer } from './server.js';
import { freePort } from '../../test/support/free-port.js';
import { percentile, pick } from './stats.js';
import { randomFrom } from '../random.js';
import { loadWords } from './words.js';

const SIZES = [20_000, 100_000];
const QUERIES = 500;
const ROUNDS = 5;
const CALLS = 2_000;

/** Beginnings of titles as people type them: prefixes of their words, every fifth with two letters swapped. */
const typed = (titles: readonly string[]): string[] => {
  const random = randomFrom(5);
  return Array.from({ length: QUERIES }, (_, at) => {
    const words = pick(titles, random).split(' ');
    const from = Math.floor(random() * words.length);
    const text = words.slice(from, from + 2).join(' ');
    const begun = text.slice(0, 1 + Math.floor(random() * text.length));
    if (at % 5 !== 0 || begun.length < 6) return begun;
    return begun.slice(0, 2) + begun.charAt(3) + begun.charAt(2) + begun.slice(4);
  });
};

export const autocompleteBench: Bench = async (context): Promise<BenchResult> => {
  const sizes = [];
  for (const size of SIZES) sizes.push(await measure(context, size));
  return {
    name: 'autocomplete',
    timings: sizes.flatMap(({ label, ms, bareMs }) => [
      timing(`${label}: suggest`, ms),
      timing(`${label}: bare handler, LIKE on titles`, bareMs),
    ]),
    metrics: sizes.flatMap(({ label, ms, bareMs, coldMs, memory }) => [
      { name: `${label}: p50`, value: percentile(ms, 0.5), unit: 'ms', atMost: 20 },
      ...([0.5, 0.99] as const).map((share) => ({
        name: `${label}: p${share * 100} / bare handler's`,
        value: percentile(ms, share) / percentile(bareMs, share),
        atMost: 1,
      })),
      { name: `${label}: first call, which reads the library`, value: coldMs, unit: 'ms' },
      { name: `${label}: memory it adds to the server`, value: memory, unit: 'MiB' },
    ]),
    notes: [
      "one client; the bare handler runs `title like 'beginning%'` over the same table and finds no typo and no later word",
    ],
  };
};

const measure = async ({ root, scratch, progress }: BenchContext, size: number) => {
  const label = `${size.toLocaleString('en')} titles`;
  const dataDir = await scratch(`suggest-${size}`);
  const { app, account } = await newApp(dataDir);
  const bar = progress(`${label}: filling the library`);
  await insertLibrary(app.db, account.id, size, loadWords(root), (done) => bar.update(done, size));
  bar.stop();
  const rows = await app.db.selectFrom('item').select('title').orderBy('id').limit(5_000).execute();
  await app.close();
  const queries = typed(rows.map(({ title }) => title));
  const paths = queries.map((text) => `/api/search/suggest?q=${encodeURIComponent(text)}`);
  const port = await freePort();
  const sql = `select "id", "title" from "item" where "accountId" = ? and "deletedDate" is null and "status" = 'published'
    and "title" like ? limit 10`;
  const setup: BareSetup = {
    port,
    database: join(dataDir, 'lectern.db'),
    tokenQuery: { sql: 'select ? as hash', parameters: [''] },
    calls: Object.fromEntries(
      paths.map((path, at) => [
        `GET ${path}`,
        { statements: [{ sql, parameters: [account.id, `${queries[at]!}%`] }] },
      ]),
    ),
  };
  writeFileSync(join(dataDir, 'bare.json'), JSON.stringify(setup));
  const bareProgram = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  const bare = await startProcess(bareProgram, [join(dataDir, 'bare.json')], {}, [port]);
  const product = await startServer(root, dataDir, ['--role', 'api']);
  const generator = startLoadGenerator();
  const ask = async (to: number, calls: number): Promise<number[]> => {
    const requests = paths.map((path) => getRequest(`${ACCOUNT}.localhost`, path));
    return (await generator.run({ port: to, requests, clients: 1, calls })).ms;
  };
  const before = residentMiB(product.pid);
  const [coldMs = Number.NaN] = await ask(product.publicPort, 1);
  const ms: number[] = [];
  const bareMs: number[] = [];
  await ask(product.publicPort, CALLS);
  await ask(port, QUERIES);
  const memory = residentMiB(product.pid) - before;
  for (let round = 0; round < ROUNDS; round++) {
    ms.push(...(await ask(product.publicPort, CALLS)));
    bareMs.push(...(await ask(port, QUERIES)));
  }
  generator.stop();
  await product.stop();
  await bare.stop();
  return { label, ms, bareMs, coldMs, memory };
};
