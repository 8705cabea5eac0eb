/**
 * `search-1m`: searches over HTTP with 1,000,000 synthetic chunks compared with 25,000 of the same kind, and a
 * breakdown of the time.
 */
import { CANDIDATES, type SearchFilter } from '../../indexer/index.js';
import { isoTime, systemClock } from '../../src/platform/lib/clock.js';
import { visibleItems } from '../../src/search/query/filter-sql.js';
import type { Bench, BenchContext } from './bench.js';
import type { Engine } from './engine.js';
import { ACCOUNT } from './app.js';
import { openSearch } from './library.js';
import { getRequest, startLoadGenerator, type LoadGenerator } from './load.js';
import type { Query } from './queries.js';
import { timing, type BenchResult, type Metric, type Timing } from './report.js';
import { residentBytes, searchPath } from './search-load.js';
import { processSecs, startServer } from './server.js';
import { median, percentile, pick } from './stats.js';
import { randomFrom } from '../random.js';
import { bytesBelow, syntheticLibrary } from './synthetic.js';
import { timeSplit } from './time-split.js';
import { loadWords, type Words } from './words.js';

const SMALL = 25_000;
const LARGE = 1_000_000;
const ROUNDS = 5;
const QUERIES = 120;
/** Queries whose parts are timed separately. */
const PARTED = 60;
/** Ranks of words that occur in many passages but are not stop words. */
const FREQUENT_FROM = 100;
const FREQUENT_TO = 160;

export const searchLargeBench: Bench = async (context): Promise<BenchResult> => {
  const large = context.chunks ?? LARGE;
  const sizes = [SMALL, large];
  const folders: string[] = [];
  for (const chunks of sizes) folders.push(await syntheticLibrary(context, chunks));
  const words = loadWords(context.root);
  const measured = await overHttp(context, folders, words);
  const [atSmall, atLarge] = measured.map(({ rounds }) => rounds.map((ms) => percentile(ms, 0.5)));
  const spread = measured[1]!.rounds.map((ms) => percentile(ms, 0.99) / percentile(ms, 0.5));
  const ratio = median(atLarge!.map((p50, round) => p50 / atSmall![round]!));
  const timings: Timing[] = [];
  const metrics: Metric[] = [
    { name: `p50 at ${thousands(large)} / at ${thousands(SMALL)} chunks`, value: ratio, atMost: 4 },
    { name: `p99 / p50 at ${thousands(large)}`, value: median(spread) },
  ];
  for (const [at, chunks] of sizes.entries()) {
    const label = thousands(chunks);
    const { rounds, around, first, processor, residentBytes, resting } = measured[at]!;
    const parts = await partsOf(context, folders[at]!, words, label);
    timings.push(
      timing(`${label}: over HTTP`, rounds.flat()),
      timing(`${label}: around the service: client, HTTP, JSON`, around),
      ...parts.map((part) => ({ ...part, name: `${label}: ${part.name}` })),
    );
    const diskBytes = bytesBelow(folders[at]!);
    metrics.push(
      { name: `${label}: first search after the start`, value: first, unit: 'ms' },
      { name: `${label}: processor time of a search`, value: median(processor), unit: 'ms' },
      { name: `${label}: memory of the server after one search`, value: resting / 2 ** 20, unit: 'MiB' },
      { name: `${label}: memory of the server after all`, value: residentBytes / 2 ** 20, unit: 'MiB' },
      { name: `${label}: disk`, value: diskBytes / 2 ** 20, unit: 'MiB' },
      { name: `${label}: disk per chunk`, value: diskBytes / chunks, unit: 'bytes' },
    );
  }
  metrics.push({
    name: `memory per chunk beyond ${thousands(SMALL)}`,
    value: (measured[1]!.residentBytes - measured[0]!.residentBytes) / (large - SMALL),
    unit: 'bytes',
  });
  return {
    name: 'search-1m',
    timings,
    metrics,
    notes: [
      `synthetic items of 100 passages of about 110 words each, drawn by Zipf's law from the model's ${words.list.length.toLocaleString('en')} words; one client, ${ROUNDS} rounds of ${QUERIES} queries on either library in turn: two to eight words, one in twelve a single frequent word, one in twelve within a collection`,
      '"part" is timed within a whole search, where the calls overlap; "alone" one call at a time',
      'memory counts what is mapped of files too; disk is the whole folder, database and index',
    ],
  };
};

const thousands = (chunks: number): string => chunks.toLocaleString('en');

/** No minimum score: random words are not about anything, so every result would fall below it. */
const pathOf = (query: Query): string => `${searchPath(query)}&minScore=0`;

/** Queries of words drawn by Zipf's law, without the most frequent ones. */
const largeQueries = (words: Words): Query[] => {
  const random = randomFrom(23);
  const frequent = words.list.slice(FREQUENT_FROM, FREQUENT_TO);
  return Array.from({ length: QUERIES }, (_, at): Query => {
    if (at % 12 === 10) return { text: pick(frequent, random) };
    const text = words.phrase(random, 2 + (at % 7));
    return at % 12 === 11 ? { text, collectionId: 1 } : { text };
  });
};

interface HttpMeasure {
  /** Milliseconds of each call, by round. */
  rounds: number[][];
  /** Processor time of the server per search in ms, by round; NaN where the system does not report it. */
  processor: number[];
  /** Milliseconds of a call outside the service. */
  around: number[];
  /** Milliseconds of the first search, which reads the account into memory. */
  first: number;
  /** Memory of the server after the first search and after the last; NaN where the system does not report it. */
  resting: number;
  residentBytes: number;
}

/** Serves both libraries at once and searches them in turn. */
const overHttp = async (
  context: BenchContext,
  folders: readonly string[],
  words: Words,
): Promise<HttpMeasure[]> => {
  const queries = largeQueries(words);
  const requests = queries.map((query) => getRequest(`${ACCOUNT}.localhost`, pathOf(query)));
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  const generator = startLoadGenerator();
  const bar = context.progress('search-1m: searching');
  try {
    for (const folder of folders) servers.push(await startServer(context.root, folder, ['--role', 'api']));
    const first: number[] = [];
    for (const { publicPort } of servers) {
      const started = performance.now();
      await aroundService(publicPort, queries.slice(0, 1));
      first.push(performance.now() - started);
    }
    const resting = servers.map(({ pid }) => residentBytes(pid));
    const ask = (generatorOf: LoadGenerator, port: number): Promise<number[]> =>
      generatorOf.run({ port, requests, clients: 1, calls: requests.length }).then(({ ms }) => ms);
    const rounds: number[][][] = servers.map(() => []);
    const processor: number[][] = servers.map(() => []);
    for (let round = -1; round < ROUNDS; round++)
      for (const [at, { pid, publicPort }] of servers.entries()) {
        const before = processSecs(pid);
        const ms = await ask(generator, publicPort);
        const processorMs = ((processSecs(pid) - before) * 1_000) / ms.length;
        // The first round warms up.
        if (round >= 0) {
          rounds[at]!.push(ms);
          processor[at]!.push(processorMs);
        }
        bar.update((round + 1) * servers.length + at + 1, (ROUNDS + 1) * servers.length);
      }
    const around: number[][] = [];
    for (const { publicPort } of servers)
      around.push(await aroundService(publicPort, queries.slice(0, PARTED)));
    return servers.map(({ pid }, at) => ({
      rounds: rounds[at]!,
      processor: processor[at]!,
      around: around[at]!,
      first: first[at]!,
      resting: resting[at]!,
      residentBytes: residentBytes(pid),
    }));
  } finally {
    bar.stop();
    generator.stop();
    for (const { stop } of servers) await stop();
  }
};

/**
 * Milliseconds that a search over `fetch` takes beyond the service's own `tookMs`.
 * @throws {Error} when full text answered instead of the engine, as the measurement would be meaningless
 */
const aroundService = async (port: number, queries: readonly Query[]): Promise<number[]> => {
  const ms: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    const response = await fetch(`http://127.0.0.1:${port}${pathOf(query)}`);
    const result = (await response.json()) as { mode: string; results: unknown[]; tookMs: number };
    ms.push(performance.now() - started - result.tookMs);
    if (result.mode !== 'hybrid' || result.results.length === 0)
      throw new Error(`${query.text}: searched by ${result.mode} with ${result.results.length} results`);
  }
  return ms;
};

/** Runs the same searches in this process: first as the product does, then each engine call alone. */
const partsOf = async (
  context: BenchContext,
  dataDir: string,
  words: Words,
  label: string,
): Promise<Timing[]> => {
  const { app, search, close } = openSearch(dataDir);
  const bar = context.progress(`${label}: parts`);
  try {
    const account = (await app.accounts.byShortName(ACCOUNT))!;
    const { index } = await search.index.current();
    const engine: Engine = { embedder: await search.embedder.get(), index, accountId: account.id };
    const queries = largeQueries(words);
    await timeSplit(engine, app.db, queries.slice(0, PARTED));
    const within = await timeSplit(engine, app.db, queries);
    bar.update(1, 2);
    const { itemIds, timings } = await alone(engine, queries.slice(-PARTED));
    const filter = { accountId: account.id, publishedOnly: true };
    const visibility: number[] = [];
    for (let call = 0; call < PARTED; call++) {
      const started = performance.now();
      await visibleItems(app.db, isoTime(systemClock), filter, itemIds);
      visibility.push(performance.now() - started);
    }
    bar.update(2, 2);
    return [
      ...within,
      ...timings,
      timing(`alone: SQL visibility check of ${itemIds.length} items`, visibility),
    ];
  } finally {
    bar.stop();
    await close();
  }
};

/**
 * Times each engine call alone.
 * @returns also `itemIds`, as many as the visibility check of a search handles
 */
const alone = async ({ embedder, index, accountId }: Engine, queries: readonly Query[]) => {
  const ms = new Map<string, number[]>();
  const timed = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    ms.set(name, [...(ms.get(name) ?? []), performance.now() - started]);
    return result;
  };
  let itemIds: number[] = [];
  for (const { text, collectionId } of queries) {
    const filter: SearchFilter = {
      accountId,
      publishedOnly: true,
      ...(collectionId !== undefined && { collectionId }),
    };
    const { nearChunks, nearItems, keywordChunks, keywordItems } = CANDIDATES;
    const vector = await timed('embed', () => embedder.embedQuery(text));
    await timed('nearestChunks', () => index.nearestChunks(vector, filter, nearChunks, { text: false }));
    const items = await timed('nearestItems', () => index.nearestItems(vector, filter, nearItems));
    await timed('keywordChunks', () => index.keywordChunks(text, filter, keywordChunks));
    await timed('keywordItems', () => index.keywordItems(text, filter, keywordItems));
    await timed('keywordItems by title', () => index.keywordItems(text, filter, keywordItems, 'title'));
    if (items.length > itemIds.length) itemIds = items.map(({ itemId }) => itemId);
  }
  return { itemIds, timings: [...ms].map(([name, values]) => timing(`alone: ${name}`, values)) };
};
