/** Measures searches of one library, alternating between HTTP from another process and direct engine calls. */
import { readFileSync } from 'node:fs';
import type { BenchContext } from './bench.js';
import { askEngine, askChunks, direct, type Engine } from './engine.js';
import { ACCOUNT } from './app.js';
import { openSearch } from './library.js';
import { getRequest, startLoadGenerator } from './load.js';
import { mixedQueries, type Query } from './queries.js';
import { timing, type Timing } from './report.js';
import { startServer } from './server.js';
import { median, percentile } from './stats.js';
import { timeSplit } from './time-split.js';

const ROUNDS = 5;

/** Searches per round, by number of clients. */
const CALLS: ReadonlyMap<number, number> = new Map([
  [1, 240],
  [16, 960],
]);

export interface SearchMeasure {
  timings: Timing[];
  /** By clients: p50 over HTTP / on the engine, the same against passages alone, p99 / p50 over HTTP. */
  ratios: Map<number, { engine: number; passages: number; spread: number; p50: number }>;
  chunks: number;
  items: number;
  /** Bytes of the server after all searches; NaN where the system does not report it. */
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
    const engine: Engine = { embedder: await search.embedder.get(), index, accountId: account.id };
    const queries = await mixedQueries(app.db, account.id, texts ?? (await someTexts(app.db)));
    const requests = queries.map((query) => getRequest(`${ACCOUNT}.localhost`, searchPath(query)));
    const overHttp = async (clients: number, calls: number): Promise<number[]> =>
      (await generator.run({ port: server.publicPort, requests, clients, calls })).ms;
    const onEngine = (clients: number, calls: number): Promise<number[]> =>
      direct((query) => askEngine(engine, query), queries, { clients, calls });
    const onPassages = (clients: number, calls: number): Promise<number[]> =>
      direct((query) => askChunks(engine, query), queries, { clients, calls });

    const timings: Timing[] = [];
    const ratios: SearchMeasure['ratios'] = new Map();
    const rounds = ROUNDS * CALLS.size;
    let done = 0;
    for (const [clients, calls] of CALLS) {
      await overHttp(clients, calls);
      await onEngine(clients, calls);
      const http: number[][] = [];
      const straight: number[][] = [];
      const passages: number[][] = [];
      for (let round = 0; round < ROUNDS; round++) {
        http.push(await overHttp(clients, calls));
        straight.push(await onEngine(clients, calls));
        passages.push(await onPassages(clients, calls));
        bar.update(++done, rounds);
      }
      const p50s = (all: number[][]): number[] => all.map((ms) => percentile(ms, 0.5));
      const against = (other: number[][]): number =>
        median(p50s(http).map((p50, round) => p50 / percentile(other[round]!, 0.5)));
      ratios.set(clients, {
        engine: against(straight),
        passages: against(passages),
        spread: median(http.map((ms) => percentile(ms, 0.99) / percentile(ms, 0.5))),
        p50: median(p50s(http)),
      });
      const label = `${clients} client${clients > 1 ? 's' : ''}`;
      timings.push(
        timing(`${label}: over HTTP`, http.flat()),
        timing(`${label}: on the engine, passages and items`, straight.flat()),
        timing(`${label}: on the engine, passages alone`, passages.flat()),
      );
    }
    timings.push(...(await timeSplit(engine, app.db, queries)));
    const { chunks, items } = await index.counts();
    return { timings, ratios, chunks, items, residentBytes: residentBytes(server.pid) };
  } finally {
    bar.stop();
    generator.stop();
    await server.stop();
    await close();
  }
};

const someTexts = async (db: ReturnType<typeof openSearch>['app']['db']): Promise<string[]> =>
  (await db.selectFrom('chunk').select('text').orderBy('id').limit(20_000).execute()).map(({ text }) => text);

/** Of a process; NaN where the system does not report it. */
export const residentBytes = (pid: number): number => {
  try {
    const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1_024;
  } catch {
    return Number.NaN;
  }
};
