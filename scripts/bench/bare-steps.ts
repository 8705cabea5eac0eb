/** The minimum work of making chunks searchable: embedding them, and one bulk insert. */
import { join } from 'node:path';
import type { Embedder } from '../../indexer/index.js';
import { Database } from '../../sqlite/driver.js';
import type { Db } from '../../src/platform/db/dialect.js';
import type { BenchContext } from './bench.js';
import { openEmbedder } from './library.js';

/** Texts per call of the embedder. */
const EMBED_TEXTS = 1_024;
const CHUNKS_AN_ITEM = 80;

export interface Cost {
  /** Seconds. */
  wall: number;
  cpu: number;
}

export const timed = async (work: () => Promise<unknown>): Promise<Cost> => {
  const cpu = process.cpuUsage();
  const started = performance.now();
  await work();
  const wall = (performance.now() - started) / 1_000;
  const { user, system } = process.cpuUsage(cpu);
  return { wall, cpu: (user + system) / 1e6 };
};

export const chunkTexts = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('chunk').select('text').orderBy('itemId').orderBy('ordinal').execute()).map(
    ({ text }) => text,
  );

/** Embeds all texts, then inserts all rows into a new SQLite table at once. */
export const bareSteps = async (context: BenchContext, texts: readonly string[]): Promise<Cost> => {
  const embedder = await openEmbedder(context.root);
  const bar = context.progress('import: bare steps');
  try {
    const store = new Database(join(await context.scratch('bare'), 'passages.sqlite'));
    await embedder.embedDocuments(texts.slice(0, EMBED_TEXTS));
    return await timed(async () => {
      const vectors = await embedAll(embedder, texts, (done) => bar.update(done, texts.length));
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

const embedAll = async (
  embedder: Embedder,
  texts: readonly string[],
  progress: (done: number) => void,
): Promise<Float32Array[]> => {
  const vectors: Float32Array[] = [];
  for (let start = 0; start < texts.length; start += EMBED_TEXTS) {
    vectors.push(...(await embedder.embedDocuments(texts.slice(start, start + EMBED_TEXTS))));
    progress(vectors.length);
  }
  return vectors;
};
