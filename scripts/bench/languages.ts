/**
 * `languages`: what questions in each language cost beside the English ones, on English talks and on the same with
 * some in the other languages; the memory of each language; and what indexing spends on telling languages.
 */
import { existsSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { ENGLISH, passageLanguage } from '../../indexer/index.js';
import { ALLOCATOR_SETTINGS } from '../../src/platform/lib/allocator.js';
import { questionsByLanguage } from '../questions-by-language.js';
import { contentFolder, readCatalog } from '../seed/catalog.js';
import { ACCOUNT, openApp } from './app.js';
import { chunkTexts, timed } from './bare-steps.js';
import type { Bench, BenchContext } from './bench.js';
import { importInto, openEmbedder, retainedLibrary, settle } from './library.js';
import { getRequest, startLoadGenerator, type LoadGenerator } from './load.js';
import { timing, type BenchResult, type Metric, type Timing } from './report.js';
import { searchPath } from './search-load.js';
import { searchLibrary } from './search.js';
import { residentMiB, startServer, type RunningServer } from './server.js';
import { median, percentile } from './stats.js';

const ROUNDS = 7;
/** Rounds before these, during which V8 optimises hot code. */
const WARM_ROUNDS = 8;
/** Searches per language and round. */
const CALLS = 90;
/** English searches before the memory of the other languages is measured, so that only theirs is left to grow. */
const SETTLING_CALLS = 2_000;
/** The most that a search may take, relative to an English one. */
const MOST = 1.1;
/** MiB that a further language may add. */
const MOST_MEMORY = 16;
/** 2% of an import, which takes three times the processor time of its embedding. */
const MOST_TELLING = 0.06;

/** Requests by ISO 639-1 code, English first. */
type Requests = ReadonlyMap<string, string[]>;

export const languagesBench: Bench = async (context): Promise<BenchResult> => {
  const english = await searchLibrary(context);
  const requests = await requestsByLanguage(context);
  const measured = await searched(context, [english, await mixedLibrary(context, english)], requests);
  const [onEnglish, onMixed] = measured.map(({ rounds }) => rounds);
  const timings: Timing[] = [];
  const metrics: Metric[] = [];
  for (const [at, library] of ['English talks', 'mixed talks'].entries()) {
    const { rounds, first, memory } = measured[at]!;
    for (const language of requests.keys()) {
      const label = `${library}, ${language}`;
      const ms = rounds.map((round) => round.get(language)!);
      timings.push(timing(label, ms.flat()));
      metrics.push(
        { name: `${label}: p95`, value: percentile(ms.flat(), 0.95), unit: 'ms' },
        { name: `${label}: first search`, value: first.get(language)!, unit: 'ms' },
      );
      if (language === ENGLISH) continue;
      metrics.push({
        name: `${label}: p50 / that of English`,
        value: ratio(rounds, language, rounds),
        atMost: MOST,
      });
    }
    metrics.push({
      name: `${library}: memory of each further language`,
      value: memory,
      unit: 'MiB',
      atMost: MOST_MEMORY,
    });
  }
  const costOfMixed = ratio(onMixed!, ENGLISH, onEnglish!);
  return {
    name: 'languages',
    timings,
    metrics: [
      ...metrics,
      { name: 'English questions: p50 on mixed talks / on English ones', value: costOfMixed, atMost: MOST },
      ...(await indexingMetrics(context, english)),
    ],
    notes: [
      `one client, ${ROUNDS} rounds of ${CALLS} questions in each language on either library in turn; ratios are medians of rounds`,
      'the first search of English loads the account, those of the others their tables; memory is what the server grows by in the first questions of the other languages, after many English ones',
    ],
  };
};

type Round = ReadonlyMap<string, number[]>;

/** Of the p50 of a language to that of English on the other side, by round. */
const ratio = (rounds: readonly Round[], language: string, english: readonly Round[]): number =>
  median(
    rounds.map(
      (round, at) => percentile(round.get(language)!, 0.5) / percentile(english[at]!.get(ENGLISH)!, 0.5),
    ),
  );

/** Requests for the questions for development in each language, else for those of the sample content. */
const requestsByLanguage = async ({ root, shared }: BenchContext): Promise<Requests> => {
  const file = shared && join(shared, 'questions/languages.tsv');
  const questions = file && existsSync(file) ? questionsByLanguage(file) : await sampleQuestions(root);
  return new Map(
    [...questions].map(([language, texts]) => [
      language,
      texts.map((text) => getRequest(`${ACCOUNT}.localhost`, `${searchPath({ text })}&lang=${language}`)),
    ]),
  );
};

const sampleQuestions = async (root: string): Promise<Map<string, string[]>> => {
  const questions = new Map<string, string[]>();
  for (const name of ['catalog.json', 'mundo/catalog.json'] as const)
    for (const { q, language = ENGLISH } of (await readCatalog(root, name)).questions)
      questions.set(language, [...(questions.get(language) ?? []), q]);
  return questions;
};

/** The English library, with the sample talks in other languages. */
const mixedLibrary = (context: BenchContext, english: string): Promise<string> =>
  retainedLibrary(context, 'library-mixed', async (dataDir) => {
    await cp(english, dataDir, { recursive: true, filter: (path) => path !== join(english, 'made') });
    const app = openApp(dataDir, { SUGGESTIONS: 'false' });
    const account = (await app.accounts.byShortName(ACCOUNT))!;
    const folder = join(contentFolder(context.root), 'mundo');
    const folders = ['de', 'es', 'fr', 'pt'].map((name) => ({ path: join(folder, name), collection: name }));
    await importInto(context, app, account.id, { folders, description: 'the samples' });
    await app.close();
    await settle(dataDir);
  });

interface Searched {
  /** Milliseconds of each search, by round and language. */
  rounds: Round[];
  /** Milliseconds of the first search, by language. */
  first: Map<string, number>;
  /** MiB of each further language, on average: the collector of garbage makes single ones jump. */
  memory: number;
}

/** Serves all libraries at once, and searches them in turn. */
const searched = async (
  context: BenchContext,
  folders: readonly string[],
  requests: Requests,
): Promise<Searched[]> => {
  const servers: RunningServer[] = [];
  const generator = startLoadGenerator();
  const bar = context.progress('languages: searching');
  try {
    for (const folder of folders)
      servers.push(await startServer(context.root, folder, ['--role', 'api'], ALLOCATOR_SETTINGS));
    const sides: Searched[] = [];
    for (const server of servers) sides.push({ rounds: [], ...(await started(server, generator, requests)) });
    const all = WARM_ROUNDS + ROUNDS;
    for (let round = 0; round < all; round++) {
      for (const [at, { publicPort: port }] of servers.entries()) {
        const byLanguage = new Map<string, number[]>();
        for (const [language, of] of requests) {
          const { ms } = await generator.run({ port, requests: of, clients: 1, calls: CALLS });
          byLanguage.set(language, ms);
        }
        if (round >= WARM_ROUNDS) sides[at]!.rounds.push(byLanguage);
      }
      bar.update(round + 1, all);
    }
    return sides;
  } finally {
    bar.stop();
    generator.stop();
    for (const { stop } of servers) await stop();
  }
};

/** The first searches of a server in each language. */
const started = async (
  { publicPort: port, pid }: RunningServer,
  generator: LoadGenerator,
  requests: Requests,
): Promise<Pick<Searched, 'first' | 'memory'>> => {
  const first = new Map<string, number>();
  let before = Number.NaN;
  for (const [language, of] of requests) {
    const { ms } = await generator.run({ port, requests: of, clients: 1, calls: of.length });
    first.set(language, ms[0]!);
    if (language !== ENGLISH) continue;
    await generator.run({ port, requests: of, clients: 4, calls: SETTLING_CALLS });
    before = residentMiB(pid);
  }
  return { first, memory: (residentMiB(pid) - before) / (requests.size - 1) };
};

/** Processor time of telling the languages of the chunks, beside that of embedding them. */
const indexingMetrics = async (context: BenchContext, dataDir: string): Promise<Metric[]> => {
  const app = openApp(dataDir);
  const texts = await chunkTexts(app.db);
  await app.close();
  const embedder = await openEmbedder(context.root);
  try {
    const tell = () => Promise.resolve(texts.forEach((text) => passageLanguage(text, ENGLISH)));
    // Indexing has the words of the texts in its cache.
    await tell();
    const told = await timed(tell);
    const embedded = await timed(() => embedder.embedDocuments(texts));
    return [
      {
        name: 'indexing: telling languages / embedding, processor time',
        value: told.cpu / embedded.cpu,
        atMost: MOST_TELLING,
      },
    ];
  } finally {
    await embedder.close();
  }
};
