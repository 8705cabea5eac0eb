/**
 * `import`: time until whole folders are searchable, compared with embedding the same chunks plus one bulk
 * insert; and the time until their suggestions are made.
 */
import type { Db } from '../../src/platform/db/dialect.js';
import { bareSteps, chunkTexts, timed, type Cost } from './bare-steps.js';
import type { Bench } from './bench.js';
import { findCorpus } from './corpus.js';
import { newApp } from './app.js';
import { importInto, settle, suggestAll } from './library.js';
import { timing, type BenchResult } from './report.js';
import { median } from './stats.js';

const BARE_ROUNDS = 2;
/** Chunks per stretch. The cost of stretches is compared at the beginning and at the end. */
const STRETCH = 1_000;
/** Number of stretches at either end, of which the median counts. */
const STRETCHES = 5;
export const importBench: Bench = async (context): Promise<BenchResult> => {
  const corpus = await findCorpus(context);
  const dataDir = await context.scratch('import');
  const { app, account } = await newApp(dataDir);
  const product = await timed(() => importInto(context, app, account.id, corpus));
  const texts = await chunkTexts(app.db);
  const stretches = await stretchSecs(app.db);
  const suggestions = await timed(() => suggestAll(context, app));
  await app.close();
  const upkeep = await timed(() => settle(dataDir));

  const bare: Cost[] = [];
  for (let round = 0; round < BARE_ROUNDS; round++) bare.push(await bareSteps(context, texts));
  const wall = median(bare.map((cost) => cost.wall));
  const cpu = median(bare.map((cost) => cost.cpu));
  const first = median(stretches.slice(0, STRETCHES));
  const last = median(stretches.slice(-STRETCHES));
  return {
    name: 'import',
    timings: [
      timing(
        'each thousand chunks of the import',
        stretches.map((secs) => secs * 1_000),
      ),
      timing('all, import to searchable', [product.wall * 1_000]),
      timing(
        'all, bare steps',
        bare.map((cost) => cost.wall * 1_000),
      ),
    ],
    metrics: [
      { name: 'chunks/s, import / bare steps', value: wall / product.wall, atLeast: 0.7 },
      { name: 'last thousand chunks / first', value: last / first, atMost: 1.3 },
      { name: 'chunks per second of processor, import / bare steps', value: cpu / product.cpu },
      { name: 'chunks', value: texts.length, unit: '' },
      { name: 'import', value: texts.length / product.wall, unit: 'chunks/s' },
      { name: 'bare steps', value: texts.length / wall, unit: 'chunks/s' },
      { name: 'suggestions that follow', value: suggestions.wall, unit: 's' },
      { name: 'import and suggestions', value: product.wall + suggestions.wall, unit: 's' },
      { name: 'upkeep of the index that the import leaves to a job', value: upkeep.wall, unit: 's' },
    ],
    notes: [
      `${corpus.description}; from the first file read to the last item searchable; suggestions follow`,
      `first and last thousand: median of the ${STRETCHES} at either end`,
    ],
  };
};

/** Seconds for each thousand chunks, in the order in which their items became searchable. */
const stretchSecs = async (db: Db): Promise<number[]> => {
  const rows = await db
    .selectFrom('processing')
    .innerJoin('chunk', 'chunk.itemId', 'processing.itemId')
    .select(({ fn }) => [
      'processing.startedDate',
      'processing.finishedDate',
      fn.countAll<number>().as('chunks'),
    ])
    .where('processing.status', '=', 'done')
    .groupBy('processing.id')
    .orderBy('processing.finishedDate')
    .execute();
  const begun = Math.min(...rows.map(({ startedDate }) => Date.parse(startedDate)));
  const points = [{ chunks: 0, at: begun }];
  for (const { finishedDate, chunks } of rows) {
    const at = Date.parse(finishedDate!);
    const done = points.at(-1)!.chunks + chunks;
    // Items that are written together finish at the same time.
    if (points.at(-1)!.at === at) points.at(-1)!.chunks = done;
    else points.push({ chunks: done, at });
  }
  const timeOf = (chunks: number): number => {
    const after = points.findIndex((point) => point.chunks >= chunks);
    const [a, b] = [points[Math.max(0, after - 1)]!, points[after]!];
    return b.chunks === a.chunks
      ? b.at
      : a.at + ((chunks - a.chunks) / (b.chunks - a.chunks)) * (b.at - a.at);
  };
  const total = points.at(-1)!.chunks;
  return Array.from(
    { length: Math.floor(total / STRETCH) },
    (_, at) => (timeOf((at + 1) * STRETCH) - timeOf(at * STRETCH)) / 1_000,
  );
};
