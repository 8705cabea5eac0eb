/**
 * `import`: time until whole folders are searchable, compared with embedding the same chunks plus one bulk
 * insert; and the time until their suggestions are made.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createTransformersEmbedder, includedModel } from '../../indexer/index.js';
import { Database } from '../../sqlite/driver.js';
import type { App } from '../../src/app.js';
import { progress } from '../../src/cli/output.js';
import type { Db } from '../../src/platform/db/dialect.js';
import { environmentOf, newApp } from '../harness/app.js';
import { ROOT } from '../harness/program.js';
import { median } from '../harness/stats.js';
import type { Bench, BenchContext } from './bench.js';
import { findCorpus } from './corpus.js';
import { ACCOUNT, importInto, maintain } from './library.js';
import { timing } from './report.js';

const BARE_ROUNDS = 2;
/** Chunks per stretch. The cost of stretches is compared at the beginning and at the end. */
const STRETCH = 1_000;
/** Number of stretches at either end, of which the median counts. */
const STRETCHES = 5;
/** Texts per call of the embedder. */
const EMBED_TEXTS = 1_024;
const CHUNKS_AN_ITEM = 80;
const SUGGEST_POLL_MS = 250;

export const importBench: Bench = async (context) => {
  const corpus = await findCorpus(context);
  const dataDir = await context.scratch('import');
  const { app, account } = await newApp(environmentOf(dataDir), ACCOUNT);
  const product = await timed(() => importInto(app, account.id, corpus));
  const texts = await chunkTexts(app.db);
  const stretches = await stretchSecs(app.db);
  const suggestions = await timed(() => suggestAll(app));
  await app.close();
  const upkeep = await timed(() => maintain(dataDir));

  const bare: Cost[] = [];
  for (let round = 0; round < BARE_ROUNDS; round++) bare.push(await bareSteps(context, texts));
  const wall = median(bare.map((cost) => cost.wall));
  const cpu = median(bare.map((cost) => cost.cpu));
  const first = median(stretches.slice(0, STRETCHES));
  const last = median(stretches.slice(-STRETCHES));
  return {
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

/** Runs the queued suggestion jobs. Resolves once none are left. */
const suggestAll = async ({ db, createWorker }: App): Promise<void> => {
  const worker = createWorker();
  const working = worker.run();
  const bar = progress('suggesting');
  const left = async (): Promise<number> => {
    const jobs = db.selectFrom('job').select(({ fn }) => fn.countAll<number>().as('count'));
    return (await jobs.where('kind', 'in', ['suggestItem', 'refreshItem']).executeTakeFirstOrThrow()).count;
  };
  const all = await left();
  for (let some = all; some > 0; some = await left()) {
    bar.update(all - some, all);
    await setTimeout(SUGGEST_POLL_MS);
  }
  bar.stop();
  await worker.stop();
  await working;
};

interface Cost {
  /** Seconds. */
  wall: number;
  cpu: number;
}

const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const wall = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1e6 };
};

const chunkTexts = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('chunk').select('text').orderBy('itemId').orderBy('ordinal').execute()).map(
    ({ text }) => text,
  );

/** The minimum of making chunks searchable: embeds all texts, then inserts all rows into a new SQLite table at once. */
const bareSteps = async ({ scratch }: BenchContext, texts: readonly string[]): Promise<Cost> => {
  const folder = await scratch('bare');
  const embedder = await createTransformersEmbedder({ ...includedModel(ROOT), cacheDir: folder });
  const bar = progress('import: bare steps');
  try {
    const store = new Database(join(folder, 'passages.sqlite'));
    await embedder.embedDocuments(texts.slice(0, EMBED_TEXTS));
    return await timed(async () => {
      const vectors: Float32Array[] = [];
      for (let start = 0; start < texts.length; start += EMBED_TEXTS) {
        vectors.push(...(await embedder.embedDocuments(texts.slice(start, start + EMBED_TEXTS))));
        bar.update(vectors.length, texts.length);
      }
      store.exec('CREATE TABLE passage (id INTEGER PRIMARY KEY, itemId INTEGER, text TEXT, vector BLOB)');
      const insert = store.prepare('INSERT INTO passage (id, itemId, text, vector) VALUES (?, ?, ?, ?)');
      store.transaction(() => {
        for (const [at, text] of texts.entries())
          insert.run(at, Math.floor(at / CHUNKS_AN_ITEM), text, Buffer.from(vectors[at]!.buffer));
      })();
      store.close();
    });
  } finally {
    bar.stop();
    await embedder.close();
  }
};
