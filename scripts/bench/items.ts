/** `items`: requests per second of the item list with all expansions and of one item, against a bare Koa handler with the same SQL. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { Kysely, SqliteDialect } from 'kysely';
import { parseListParams } from '../../src/http/list-params.js';
import { createItemService } from '../../src/items/item.service.js';
import { itemExpansions, itemList } from '../../src/items/item.schema.js';
import { systemClock } from '../../src/lib/clock.js';
import { createTokenService } from '../../src/tokens/token.service.js';
import type { Tables } from '../../src/db/tables.js';
import type { Db } from '../../src/db/dialect.js';
import type { Progress } from '../../src/cli/output.js';
import type { BareSetup, Statement } from './bare-server.js';
import type { Bench } from './bench.js';
import { newHouse } from './house.js';
import { insertLibrary } from './item-data.js';
import { getRequest, startLoadGenerator, type LoadGenerator } from './load.js';
import { timing, type BenchResult } from './report.js';
import { freePort, processSecs, startProcess, startServer } from './server.js';
import { median, randomFrom } from './stats.js';
import { loadWords } from './words.js';

const ITEMS = 20_000;
const PATHS = 64;
const CLIENTS = 8;
const ROUNDS = 11;
/** The first of them only warm up. */
const WARM_ROUNDS = 2;
/** Calls of one round. */
const LIST_CALLS = 200;
const GET_CALLS = 10_000;

const expansions = itemExpansions.map((name) => `_expand[]=${name}`).join('&');

export const itemsBench: Bench = async ({ root, scratch, progress }): Promise<BenchResult> => {
  const dataDir = await scratch('items');
  const { house, account, secret } = await newHouse(dataDir);
  const bar = progress('items: filling the library');
  await insertLibrary(house.db, account.id, ITEMS, loadWords(root), (done) => bar.update(done, ITEMS));
  bar.stop();
  await house.close();

  const random = randomFrom(3);
  const offsets = Array.from({ length: PATHS }, () => Math.floor(random() * (ITEMS - 50)));
  const lists = offsets.map((offset) => `/v2/items?_limit=50&_offset=${offset}&${expansions}`);
  const singles = offsets.map((offset) => `/v2/items/${offset + 1}`);
  const captured = await capture(join(dataDir, 'lectern.db'), account.id, secret, lists, singles);

  const port = await freePort();
  const setup: BareSetup = { port, database: join(dataDir, 'lectern.db'), ...captured };
  writeFileSync(join(dataDir, 'bare.json'), JSON.stringify(setup));
  const bareProgram = fileURLToPath(new URL('./bare-server.js', import.meta.url));
  const bare = await startProcess(bareProgram, [join(dataDir, 'bare.json')], {}, [port]);
  const product = await startServer(root, dataDir, ['--role', 'api']);
  const generator = startLoadGenerator();
  const headers = { Authorization: `Bearer ${secret}` };
  const ask = (paths: readonly string[]): string[] =>
    paths.map((path) => getRequest('127.0.0.1', path, headers));
  const sides = { product: { ...product, port: product.privatePort }, bare: { ...bare, port } };
  try {
    const list = await alternate(generator, sides, ask(lists), LIST_CALLS, progress('items: lists'));
    const single = await alternate(generator, sides, ask(singles), GET_CALLS, progress('items: one item'));
    return {
      name: 'items',
      timings: [
        timing('list of 50, 7 expansions', list.productMs),
        timing('list of 50, bare handler', list.bareMs),
        timing('GET /items/{id}', single.productMs),
        timing('GET /items/{id}, bare handler', single.bareMs),
      ],
      figures: [
        { name: 'list of 50 with 7 expansions: requests/s, product / bare', value: list.ratio, atLeast: 0.6 },
        { name: 'list: requests per second of processor, product / bare', value: list.cpuRatio },
        { name: 'GET /items/{id}: requests/s, product / bare', value: single.ratio, atLeast: 0.6 },
        { name: 'GET: requests per second of processor, product / bare', value: single.cpuRatio },
        { name: 'list: requests/s', value: list.rate, unit: '1/s' },
        { name: 'GET: requests/s', value: single.rate, unit: '1/s' },
      ],
      notes: [
        `${ITEMS.toLocaleString('en')} items, ${CLIENTS} keep-alive clients in a process of their own; ratio is the median of ${ROUNDS - WARM_ROUNDS} pairs of rounds`,
        'requests per second of processor leave out what else the machine does',
      ],
    };
  } finally {
    generator.stop();
    await Promise.all([bare.stop(), product.stop()]);
  }
};

/** The statements that the product runs for each path, as it compiles them. */
const capture = async (
  file: string,
  accountId: number,
  secret: string,
  lists: readonly string[],
  singles: readonly string[],
): Promise<Pick<BareSetup, 'tokenQuery' | 'queries'>> => {
  let seen: Statement[] = [];
  const db: Db = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: new Database(file, { readonly: true }) }),
    log: ({ level, query }) => {
      if (level === 'query') seen.push({ sql: query.sql, parameters: [...query.parameters] });
    },
  });
  const taken = (): Statement[] => {
    const all = seen;
    seen = [];
    return all;
  };
  const clock = systemClock;
  const items = createItemService({ db, clock });
  await createTokenService({ db, clock }).callerOf(secret);
  const [tokenQuery] = taken();
  const queries: Record<string, Statement[]> = {};
  for (const path of lists) {
    const values = new Map<string, string[]>();
    for (const [name, value] of new URL(path, 'http://host').searchParams) {
      const key = name.replace('[]', '');
      values.set(key, [...(values.get(key) ?? []), value]);
    }
    await items.list(accountId, parseListParams(values, itemList));
    queries[path] = taken();
  }
  for (const path of singles) {
    await items.get(accountId, Number(path.split('/').at(-1)));
    queries[path] = taken();
  }
  await db.destroy();
  return { tokenQuery: tokenQuery!, queries };
};

interface Side {
  port: number;
  pid: number;
}

/** Rounds of both in turn, so that what else the machine does falls on both. */
const alternate = async (
  generator: LoadGenerator,
  sides: { product: Side; bare: Side },
  requests: string[],
  calls: number,
  bar: Progress,
) => {
  const round = async ({ port, pid }: Side) => {
    const before = processSecs(pid);
    const { secs, ms } = await generator.run({ port, requests, clients: CLIENTS, calls });
    return { secs, ms, cpu: processSecs(pid) - before };
  };
  const rounds: Record<keyof typeof sides, Awaited<ReturnType<typeof round>>>[] = [];
  for (let at = 0; at < ROUNDS; at++) {
    const pair = { product: await round(sides.product), bare: await round(sides.bare) };
    if (at >= WARM_ROUNDS) rounds.push(pair);
    bar.update(at + 1, ROUNDS);
  }
  bar.stop();
  return {
    ratio: median(rounds.map(({ product, bare }) => bare.secs / product.secs)),
    cpuRatio: median(rounds.map(({ product, bare }) => bare.cpu / product.cpu)),
    rate: median(rounds.map(({ product }) => calls / product.secs)),
    productMs: rounds.flatMap(({ product }) => product.ms),
    bareMs: rounds.flatMap(({ bare }) => bare.ms),
  };
};
