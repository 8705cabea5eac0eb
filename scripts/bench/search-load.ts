/** Measures searches of one library over HTTP from another process, and a plain loop over as many vectors. */
import { readFileSync } from 'node:fs';
import type { BenchContext } from './bench.js';
import type { Engine } from './engine.js';
import { ACCOUNT } from './app.js';
import { openSearch } from './library.js';
import { getRequest, startLoadGenerator } from './load.js';
import { mixedQueries, type Query } from './queries.js';
import { timing, type Timing } from './report.js';
import { processSecs, startServer } from './server.js';
import { median, percentile } from './stats.js';
import { timeSplit } from './time-split.js';

const ROUNDS = 5;

/** Searches per round, by number of clients. */
const CALLS: ReadonlyMap<number, number> = new Map([
  [1, 240],
  [16, 960],
]);

/**
 * While V8 optimises hot code during the first searches, its threads cost each search .2 to 1 ms of processor
 * time.
 */
const WARM_CALLS = 6_000;
const WARM_CLIENTS = 16;

/** Medians of the rounds. */
export interface ClientsMeasure {
  p50: number;
  /** p99 / p50. */
  spread: number;
  perSecond: number;
  /** Processor time of the server per search in ms; NaN where the system does not report it. */
  processor: number;
  /** p50 relative to the plain loop of the same round. */
  againstLoop: number;
  /** 99th percentile of the event loop delay in ms. */
  loopDelay: number;
}

export interface SearchMeasure {
  timings: Timing[];
  byClients: Map<number, ClientsMeasure>;
  chunks: number;
  items: number;
  /** Resident bytes of the server after all searches; NaN where the system does not report it. */
  residentBytes: number;
}

export const searchPath = ({ text, collectionId }: Query): string =>
  `/api/search?q=${encodeURIComponent(text)}${collectionId === undefined ? '' : `&collectionId=${collectionId}`}`;

/** @param texts passages to draw remembered phrases from */
export const measureSearch = async (
  context: BenchContext,
  name: string,
  dataDir: string,
  texts?: readonly string[],
): Promise<SearchMeasure> => {
  const { app, search, close } = openSearch(dataDir);
  const account = (await app.accounts.byShortName(ACCOUNT))!;
  const server = await startServer(context.root, dataDir, ['--role', 'api']);
  const generator = startLoadGenerator();
  const bar = context.progress(`${name}: searching`);
  try {
    const { index } = await search.index.current();
    const { embedQuery, dimensions } = await search.embedder.get();
    const { chunks, items } = await index.counts();
    const loop = plainLoop(chunks, dimensions);
    const query = await embedQuery('grace');
    const queries = await mixedQueries(app.db, account.id, texts ?? (await someTexts(app.db)));
    const requests = queries.map((one) => getRequest(`${ACCOUNT}.localhost`, searchPath(one)));
    const round = async (clients: number, calls: number) => {
      const before = processSecs(server.pid);
      await server.loopDelay();
      const { ms, secs } = await generator.run({ port: server.publicPort, requests, clients, calls });
      return {
        ms,
        p50: percentile(ms, 0.5),
        spread: percentile(ms, 0.99) / percentile(ms, 0.5),
        perSecond: calls / secs,
        processor: ((processSecs(server.pid) - before) * 1_000) / calls,
        loopDelay: (await server.loopDelay()).p99,
        loop: loop(query),
      };
    };
    const timings: Timing[] = [];
    const byClients: SearchMeasure['byClients'] = new Map();
    let done = 0;
    await round(WARM_CLIENTS, WARM_CALLS);
    for (const [clients, calls] of CALLS) {
      await round(clients, calls);
      const rounds: Awaited<ReturnType<typeof round>>[] = [];
      for (let at = 0; at < ROUNDS; at++) {
        rounds.push(await round(clients, calls));
        bar.update(++done, ROUNDS * CALLS.size);
      }
      byClients.set(clients, {
        p50: median(rounds.map((one) => one.p50)),
        spread: median(rounds.map((one) => one.spread)),
        perSecond: median(rounds.map((one) => one.perSecond)),
        processor: median(rounds.map((one) => one.processor)),
        againstLoop: median(rounds.map((one) => one.processor / one.loop)),
        loopDelay: median(rounds.map((one) => one.loopDelay)),
      });
      timings.push(
        timing(
          `${clients} client${clients > 1 ? 's' : ''}: over HTTP`,
          rounds.flatMap(({ ms }) => ms),
        ),
        timing(
          `plain loop over ${chunks.toLocaleString('en')} vectors`,
          rounds.map((one) => one.loop),
        ),
      );
    }
    const engine: Engine = { embedder: await search.embedder.get(), index, accountId: account.id };
    timings.push(...(await timeSplit(engine, app.db, queries)));
    return { timings, byClients, chunks, items, residentBytes: residentBytes(server.pid) };
  } finally {
    bar.stop();
    generator.stop();
    await server.stop();
    await close();
  }
};

/**
 * A naive implementation: the cosine with each of `rows` float vectors.
 * @returns a function that runs one scan and returns its milliseconds
 */
const plainLoop = (rows: number, dimensions: number): ((query: Float32Array) => number) => {
  const vectors = new Float32Array(rows * dimensions).map((_, at) => (at % 31) / 31);
  const scores = new Float32Array(rows);
  const scan = (query: Float32Array): void => {
    for (let row = 0; row < rows; row++) {
      let sum = 0;
      for (let at = 0, from = row * dimensions; at < dimensions; at++)
        sum += vectors[from + at]! * query[at]!;
      scores[row] = sum;
    }
  };
  return (query) => {
    const ms = Array.from({ length: 5 }, () => {
      const started = process.cpuUsage();
      scan(query);
      const { user, system } = process.cpuUsage(started);
      return (user + system) / 1_000;
    });
    return median(ms);
  };
};

const someTexts = async (db: ReturnType<typeof openSearch>['app']['db']): Promise<string[]> =>
  (await db.selectFrom('chunk').select('text').orderBy('id').limit(20_000).execute()).map(({ text }) => text);

/** Resident bytes of a process; NaN where the system does not report it. */
export const residentBytes = (pid: number): number => {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1_024;
  } catch {
    return Number.NaN;
  }
};
