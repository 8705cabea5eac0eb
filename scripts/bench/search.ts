/**
 * `search`: searches over HTTP with about 25,000 chunks, 1 and 16 clients: latency, throughput and processor
 * time, compared with a plain loop over as many vectors.
 */
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bench, BenchContext } from './bench.js';
import { findCorpus, type Corpus } from './corpus.js';
import { newApp } from './app.js';
import { importInto, retainedLibrary, settle } from './library.js';
import type { BenchResult, Metric } from './report.js';
import { measureSearch } from './search-load.js';

const CHUNKS = 25_000;
/** Words of the corpus per chunk, without overlap. */
const WORDS_A_CHUNK = 116;

export const searchBench: Bench = async (context): Promise<BenchResult> => {
  const dataDir = await searchLibrary(context);
  const { timings, byClients, chunks, items, residentBytes } = await measureSearch(
    context,
    'search',
    dataDir,
  );
  const limits: Record<number, { p50?: number; perSecond?: number }> = {
    1: { p50: 6 },
    16: { perSecond: 350 },
  };
  return {
    name: 'search',
    timings,
    metrics: [
      ...[...byClients].flatMap(([clients, measure]): Metric[] => {
        const label = `${clients} client${clients > 1 ? 's' : ''}`;
        const { p50, spread, perSecond, processor, againstLoop, loopDelay } = measure;
        return [
          { name: `${label}: p50`, value: p50, unit: 'ms', atMost: limits[clients]?.p50 },
          { name: `${label}: p99 / p50`, value: spread, atMost: 5 },
          { name: `${label}: searches a second`, value: perSecond, atLeast: limits[clients]?.perSecond },
          { name: `${label}: processor a search`, value: processor, unit: 'ms', atMost: 5 },
          { name: `${label}: the same / a plain loop over all vectors`, value: againstLoop, atMost: 0.6 },
          {
            name: `${label}: delay of the event loop, p99`,
            value: loopDelay,
            unit: 'ms',
            atMost: MAX_LOOP_MS,
          },
        ];
      }),
      { name: 'memory of the server', value: residentBytes / 2 ** 20, unit: 'MiB' },
    ],
    notes: [
      `${chunks.toLocaleString('en')} chunks of ${items.toLocaleString('en')} items; processor time is that of the server's process, embedding and HTTP included; milliseconds and searches a second hold for two quiet cores`,
      'parts are timed one search at a time; they overlap',
    ],
  };
};

/** Maximum event loop delay in ms. */
const MAX_LOOP_MS = 5;

/** A library of about 25,000 chunks, imported by the product. */
export const searchLibrary = (context: BenchContext): Promise<string> =>
  retainedLibrary(context, 'library-25000', async (dataDir) => {
    const corpus = await corpusOf(context, CHUNKS);
    const { app, account } = await newApp(dataDir, { SUGGESTIONS: 'false' });
    await importInto(context, app, account.id, corpus);
    await app.close();
    await settle(dataDir);
  });

/** Documents that yield about this many chunks. */
export const corpusOf = async (context: BenchContext, chunks: number): Promise<Corpus> =>
  upTo(context, await findCorpus(context), chunks * WORDS_A_CHUNK);

/** Copies files from all folders in turn until they contain `words` words. */
const upTo = async (context: BenchContext, corpus: Corpus, words: number): Promise<Corpus> => {
  const scratch = await context.scratch('files');
  const lists = await Promise.all(
    corpus.folders.map(async ({ path, collection }) => {
      const target = join(scratch, collection);
      await mkdir(target);
      const names = (await readdir(path))
        .filter((name) => name.endsWith('.md') && !name.startsWith('README'))
        .sort();
      return { path, target, names };
    }),
  );
  let left = words;
  for (let at = 0; left > 0 && lists.some(({ names }) => at < names.length); at++)
    for (const { path, target, names } of lists) {
      const name = names[at];
      if (!name || left <= 0) continue;
      left -= (await readFile(join(path, name), 'utf8')).split(/\s+/).length;
      await cp(join(path, name), join(target, name));
    }
  return {
    ...corpus,
    folders: corpus.folders.map(({ collection }) => ({ collection, path: join(scratch, collection) })),
  };
};
