/**
 * `items`: requests per second of the item endpoints in a large library, compared with a bare Koa handler that
 * runs the same SQL.
 */
import { constants } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Database } from '../../sqlite/driver.js';
import { unicodeLike } from '../../src/platform/db/dialect.js';
import type { BareSetup } from './bare-setup.js';
import type { Bench, BenchContext } from './bench.js';
import { captureCalls, changedBody, itemCalls, newBody, type ItemCalls } from './item-calls.js';
import { copyItemLibrary } from './library.js';
import { getRequest, jsonRequest, startLoadGenerator } from './load.js';
import { timing, type BenchResult, type Metric } from './report.js';
import { alternate, type Rounds, type Side } from './rounds.js';
import { startProcess, startServer } from './server.js';
import { freePort } from '../../test/support/free-port.js';
import { median } from './stats.js';
import { loadWords } from './words.js';

const ITEMS = 100_000;
const rounds = { clients: 8, rounds: 6, warm: 1 };
/** These calls are so short that JIT compilation shows in the first tens of thousands. */
const quick = { rounds: 11, warm: 4 };
const HOST = '127.0.0.1';

export const itemsBench: Bench = async (context): Promise<BenchResult> => {
  const words = loadWords(context.root);
  const calls = itemCalls(ITEMS, words);
  const { product, bare, secret, stop } = await startSides(context, calls);
  const generator = startLoadGenerator();
  const headers = { Authorization: `Bearer ${secret}` };
  const get = (paths: readonly string[]) => {
    const requests = paths.map((path) => getRequest(HOST, path, headers));
    return () => requests;
  };
  const post = (count: number) => (round: number) =>
    Array.from({ length: count }, (_, at) =>
      jsonRequest('POST', HOST, '/v2/items/create', headers, newBody(`${round} of ${at}`)),
    );
  const patch = (count: number) => (round: number) =>
    Array.from({ length: count }, (_, at) =>
      jsonRequest(
        'PATCH',
        HOST,
        calls.singles[at % calls.singles.length]!,
        headers,
        changedBody(`${round} of ${at}`),
      ),
    );
  const against = async (
    label: string,
    calls: number,
    requests: Side['requests'],
    more: Partial<Rounds> = {},
  ) => {
    const bar = context.progress(`items: ${label}`);
    const how = { ...rounds, calls, ...more };
    const both = await alternate(generator, { ...product, requests }, { ...bare, requests }, how, bar);
    return { label, ...both };
  };
  try {
    const measured = [
      { atLeast: 0.6, ...(await against('list of 50, 7 expansions', 64, get(calls.lists))) },
      { atLeast: 0.6, ...(await against('list of 50, 7 expansions, filters', 64, get(calls.filtered))) },
      { atLeast: 0.6, ...(await against('GET /items/{id}', 10_000, get(calls.singles), quick)) },
      { atLeast: 0.5, ...(await against('POST /items/create', 200, post(200))) },
      { atLeast: undefined, ...(await against('PATCH /items/{id}', 200, patch(200))) },
    ];
    const pages = await alternate(
      generator,
      { ...product, requests: get(calls.firstPages) },
      { ...product, requests: get(calls.deepPages) },
      { ...rounds, clients: 1, calls: 200 },
      context.progress('items: page 1 and page 1,000'),
    );
    return {
      name: 'items',
      timings: [
        ...measured.flatMap(({ label, firstMs, secondMs }) => [
          timing(label, firstMs),
          timing(`${label}: bare handler`, secondMs),
        ]),
        timing('page 1', pages.firstMs),
        timing('page 1,000', pages.secondMs),
      ],
      metrics: [
        ...measured.flatMap(({ label, atLeast, ratio, cpuRatio, rate }): Metric[] => [
          { name: `${label}: requests/s, product / bare`, value: ratio, atLeast },
          { name: `${label}: requests per second of processor, product / bare`, value: cpuRatio },
          { name: `${label}: requests/s`, value: rate, unit: '1/s' },
        ]),
        { name: 'page 1,000 / page 1', value: pages.ratio, atMost: 3 },
      ],
      notes: [
        `${ITEMS.toLocaleString('en')} items, ${rounds.clients} keep-alive clients in a process of their own; ratios are medians of ${rounds.rounds - rounds.warm} pairs of rounds or more`,
        'requests per second of processor leave out what else the machine does',
        `pages of 50 without expansions by date, title, time of publishing and id; bytes of answers, product / bare: ${median(measured.map(({ bytesRatio }) => bytesRatio)).toFixed(3)}`,
      ],
    };
  } finally {
    generator.stop();
    await stop();
  }
};

/** The product and the bare handler. Each gets a copy of the library, because both write. */
const startSides = async (context: BenchContext, calls: ItemCalls) => {
  const { dataDir, accountId, secret } = await copyItemLibrary(context, 'items', ITEMS);
  const bareDir = await context.scratch('items-bare');
  const [file, bareFile] = [join(dataDir, 'lectern.db'), join(bareDir, 'bare.db')];
  const database = new Database(file);
  database.function(
    'unicode_like',
    { deterministic: true },
    unicodeLike() as (...values: unknown[]) => unknown,
  );
  const captured = await captureCalls(database, accountId, secret, calls);
  await copyFile(file, bareFile, constants.COPYFILE_FICLONE);

  const port = await freePort();
  const setup: BareSetup = { port, database: bareFile, ...captured };
  await writeFile(join(bareDir, 'bare.json'), JSON.stringify(setup));
  const bareProgram = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  const bare = await startProcess(bareProgram, [join(bareDir, 'bare.json')], {}, [port]);
  const product = await startServer(context.root, dataDir, ['--role', 'api']);
  return {
    secret,
    product: { pid: product.pid, port: product.privatePort },
    bare: { pid: bare.pid, port },
    stop: () => Promise.all([bare.stop(), product.stop()]),
  };
};
