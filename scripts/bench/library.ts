/**
 * Libraries that are imported through the product and cached between runs, and their search service without the
 * rest of the app.
 */
import { createHash } from 'node:crypto';
import {
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createTransformersEmbedder, includedModel, type Embedder } from '../../indexer/index.js';
import { createSearchModule } from '../../src/search/search.module.js';
import type { App } from '../../src/app.js';
import { newCollection } from '../../src/content/collections/collection.schema.js';
import { importFolder, untilSearchable } from '../../src/content/import/import-folder.js';
import type { BenchContext } from './bench.js';
import type { Corpus } from './corpus.js';
import { ACCOUNT, newApp, openApp } from './app.js';
import { insertLibrary } from './item-data.js';
import { loadWords } from './words.js';

const SUGGEST_POLL_MS = 250;

export const openEmbedder = (root: string): Promise<Embedder> =>
  createTransformersEmbedder({
    ...includedModel(root),
    cacheDir: join(root, 'bench-results'),
  });

/**
 * Imports and publishes the folders as `lectern import` does. Resolves once everything is searchable.
 * @param options.works false leaves the jobs to a server
 */
export const importInto = async (
  { progress }: BenchContext,
  app: App,
  accountId: number,
  corpus: Corpus,
  { works = true } = {},
): Promise<void> => {
  const { signal } = new AbortController();
  const worker = works ? app.createWorker() : undefined;
  const working = worker?.run();
  const itemIds: number[] = [];
  for (const { path, collection } of corpus.folders) {
    const created = await app.collections.create({ accountId }, newCollection.parse({ name: collection }));
    const { id } = created.collection;
    const bar = progress(`reading ${collection}`);
    const target = { accountId, collectionId: id, publish: true, today: '2026-03-01' };
    const report = await importFolder({
      followLinks: false,
      root: path,
      target,
      imports: app.imports,
      signal,
      onProgress: (done, total) => {
        worker?.wake();
        bar.update(done, total);
      },
    });
    bar.stop();
    itemIds.push(...report.outcomes.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])));
  }
  const bar = progress('indexing');
  await untilSearchable({
    db: app.db,
    accountId,
    itemIds,
    signal,
    onProgress: (done, total) => bar.update(done, total),
  });
  bar.stop();
  await worker?.stop();
  await working;
};

/** Runs the queued suggestion jobs. Resolves once none are left. */
export const suggestAll = async ({ progress }: BenchContext, { db, createWorker }: App): Promise<void> => {
  const worker = createWorker();
  const working = worker.run();
  const bar = progress('suggesting');
  const left = async (): Promise<number> =>
    (await jobsOf(db, 'suggestItem')) + (await jobsOf(db, 'refreshItem'));
  const all = await left();
  for (let some = all; some > 0; some = await left()) {
    bar.update(all - some, all);
    await setTimeout(SUGGEST_POLL_MS);
  }
  bar.stop();
  await worker.stop();
  await working;
};

const jobsOf = async (db: App['db'], kind: string): Promise<number> => {
  const counted = db.selectFrom('job').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.where('kind', '=', kind).executeTakeFirstOrThrow()).count;
};

/** The compiled code that an imported library depends on. */
const IMPORT_PARTS = [
  'dist/indexer/engines',
  'dist/indexer/text/analyze.js',
  'dist/indexer/engines/item-words.js',
  'dist/indexer/chunking/chunk.js',
  'dist/migrations',
];

/** A hash of compiled code. */
const fingerprint = (root: string, parts: readonly string[]): string => {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (path.endsWith('.js')) hash.update(readFileSync(path));
  };
  for (const part of parts) add(join(root, part));
  return hash.digest('hex').slice(0, 12);
};

/**
 * Returns the folder of a cached library. Later runs reuse it until the code it depends on changes.
 * @param make fills the empty folder
 * @param parts files and folders of compiled code that the library depends on
 */
export const retainedLibrary = async (
  context: BenchContext,
  name: string,
  make: (dataDir: string) => Promise<void>,
  parts: readonly string[] = IMPORT_PARTS,
): Promise<string> => {
  const current = `${name}-${fingerprint(context.root, parts)}`;
  const folder = join(context.results, current);
  if (existsSync(join(folder, 'made'))) {
    context.say(`${name}: reusing the library of an earlier run (bench-results/${current})`);
    return folder;
  }
  mkdirSync(context.results, { recursive: true });
  for (const old of readdirSync(context.results))
    if (old.startsWith(`${name}-`)) rmSync(join(context.results, old), { recursive: true, force: true });
  mkdirSync(folder);
  await make(folder);
  writeFileSync(join(folder, 'made'), new Date().toISOString());
  return folder;
};

/** Compiled files that the cached library of items depends on. */
const ITEM_PARTS = [
  'migrations',
  ...['item-data', 'item-rows', 'words'].map((name) => `scripts/bench/${name}.js`),
];

/**
 * Copies a cached library of synthetic items into a new folder, with a token.
 * @returns the folder, its account and the secret of a token with all scopes
 */
export const copyItemLibrary = async (context: BenchContext, name: string, items: number) => {
  const { root, scratch, progress } = context;
  const library = await retainedLibrary(
    context,
    `items-${items}`,
    async (dataDir) => {
      const { app, account } = await newApp(dataDir);
      const bar = progress(`${name}: filling the library`);
      await insertLibrary(app.db, account.id, items, loadWords(root), (done) => bar.update(done, items));
      bar.stop();
      await app.close();
    },
    ITEM_PARTS.map((part) => join('dist', part)),
  );
  const dataDir = await scratch(name);
  await copyFile(join(library, 'lectern.db'), join(dataDir, 'lectern.db'), constants.COPYFILE_FICLONE);
  const app = openApp(dataDir);
  const account = await app.accounts.byShortName(ACCOUNT);
  if (!account) throw new Error(`${library} has no account ${ACCOUNT}`);
  const { secret } = await app.tokens.create(account.id, {
    name: 'run',
    scopes: ['admin'],
    expiresAt: null,
  });
  await app.close();
  return { dataDir, accountId: account.id, secret };
};

/** Opens the search service of a library, without servers or a worker. */
export const openSearch = (dataDir: string) => {
  const app = openApp(dataDir);
  const search = createSearchModule(app, app.config);
  return {
    app,
    search,
    close: async (): Promise<void> => {
      await search.close();
      await app.close();
    },
  };
};

/** Runs index maintenance, so that every measurement starts from a maintained index. */
export const settle = async (dataDir: string): Promise<void> => {
  const { search, close } = openSearch(dataDir);
  await (await search.index.current()).index.maintain();
  await close();
};
