/** Generates libraries of any size from random words: items as SQL rows, chunks directly in the product's index. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { embedItems, type Chunk, type SearchIndex } from '../../indexer/index.js';
import { loadItems } from '../../src/search/indexing/indexable-item.repository.js';
import type { BenchContext } from './bench.js';
import { newApp } from './app.js';
import { insertLibrary } from './item-data.js';
import { retainedLibrary } from './library.js';
import { pick } from './stats.js';
import { randomFrom } from '../random.js';
import { loadWords, type Words } from './words.js';

const CHUNKS_A_TALK = 100;
const TALKS_A_BATCH = 40;
const SENTENCES_A_CHUNK = 6;
const MS_A_CHUNK = 45_000;
/** Number of words that a talk keeps repeating, and their share of its words. */
const THEMES = 40;
const THEME_SHARE = 0.15;

/** Compiled code that the library depends on. Search code is not part of it. */
const PARTS = [
  'dist/indexer/engines/embedded',
  'dist/indexer/engines/item-words.js',
  'dist/migrations',
  'dist/scripts/bench/synthetic.js',
  'dist/scripts/bench/words.js',
];

/** @returns the folder of a library of `chunks` chunks, which is created if it does not exist */
export const syntheticLibrary = (context: BenchContext, chunks: number): Promise<string> =>
  retainedLibrary(context, `synthetic-${chunks}`, (dataDir) => make(context, chunks, dataDir), PARTS);

const make = async (context: BenchContext, chunks: number, dataDir: string): Promise<void> => {
  const label = `${chunks.toLocaleString('en')} chunks`;
  const words = loadWords(context.root);
  const { app, account } = await newApp(dataDir);
  try {
    const talks = Math.ceil(chunks / CHUNKS_A_TALK);
    const rows = context.progress(`${label}: rows`);
    const ids = await insertLibrary(app.db, account.id, talks, words, (done) => rows.update(done, talks));
    rows.stop();
    const { index } = await app.index.writable();
    const embedder = await app.embedder.get();
    const bar = context.progress(`${label}: vectors`);
    let writing = Promise.resolve();
    for (let start = 0; start < ids.length; start += TALKS_A_BATCH) {
      const batch = ids.slice(start, start + TALKS_A_BATCH);
      const loaded = await loadItems(app.db, account.id, batch, { withChunks: false });
      const drafts = loaded.map(({ draft }) => ({ ...draft, chunks: chunksOf(draft.itemId, words) }));
      const records = await embedItems(embedder, drafts);
      // Writes one batch while the next is embedded.
      await writing;
      writing = index.replaceItems(records);
      bar.update((start + batch.length) * CHUNKS_A_TALK, chunks);
    }
    await writing;
    bar.stop();
    await settled(context, label, index);
  } finally {
    await app.close();
  }
};

/** Runs index maintenance. Its progress is not known, so only the elapsed time is shown. */
const settled = async (context: BenchContext, label: string, index: SearchIndex): Promise<void> => {
  const started = performance.now();
  const minutes = (): string => ((performance.now() - started) / 60_000).toFixed(1);
  const ticking = setInterval(
    () => context.say(`${label}: building the engine's indexes, ${minutes()} min so far`),
    30_000,
  );
  try {
    await index.maintain();
  } finally {
    clearInterval(ticking);
  }
  context.say(`${label}: the engine's indexes were built in ${minutes()} min`);
};

/** Chunks of about 110 words: general vocabulary, mixed with the talk's own words. */
const chunksOf = (itemId: number, words: Words): Chunk[] => {
  const random = randomFrom(100_000 + itemId);
  const themes = Array.from({ length: THEMES }, () => words.phrase(random, 1));
  const sentence = (): string => {
    const length = 10 + Math.floor(random() * 17);
    const drawn = Array.from({ length }, () =>
      random() < THEME_SHARE ? pick(themes, random) : words.list[words.draw(random)]!,
    ).join(' ');
    return `${drawn.charAt(0).toUpperCase()}${drawn.slice(1)}.`;
  };
  return Array.from({ length: CHUNKS_A_TALK }, (_, ordinal) => ({
    ordinal,
    text: Array.from({ length: SENTENCES_A_CHUNK }, sentence).join(' '),
    startMs: ordinal * MS_A_CHUNK,
    endMs: (ordinal + 1) * MS_A_CHUNK,
    speaker: null,
  }));
};

/** Total size in bytes of all files in a folder and its subfolders. */
export const bytesBelow = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    return sum + (entry.isDirectory() ? bytesBelow(path) : statSync(path).size);
  }, 0);
