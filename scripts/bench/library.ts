/** Libraries that are imported through the product or filled in SQL, and kept between runs in bench-results/. */
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
import { Database } from '../../sqlite/driver.js';
import type { App } from '../../src/app.js';
import { note, progress } from '../../src/cli/output.js';
import { newCollection } from '../../src/content/collections/collection.schema.js';
import { importFolder, untilSearchable } from '../../src/import/import-folder.js';
import { createSearchModule } from '../../src/search/search.module.js';
import { environmentOf, newApp, newToken, openApp } from '../harness/app.js';
import { ROOT } from '../harness/program.js';
import type { BenchContext } from './bench.js';
import { corpusOf, type Corpus } from './corpus.js';
import { fillItems } from './item-data.js';
import { loadWords } from './words.js';

export const ACCOUNT = 'bench';
const RESULTS = join(ROOT, 'bench-results');
/** Size of the library of `search` and `start`. */
const CHUNKS = 25_000;

/** Imports and publishes the folders as `lectern import` does. Resolves once everything is searchable. */
export const importInto = async (app: App, accountId: number, { folders }: Corpus): Promise<void> => {
  const { signal } = new AbortController();
  const worker = app.createWorker();
  const working = worker.run();
  const itemIds: number[] = [];
  for (const { path, collection } of folders) {
    const created = await app.collections.create({ accountId }, newCollection.parse({ name: collection }));
    const { id } = created.collection;
    const bar = progress(`reading ${collection}`);
    const report = await importFolder({
      followLinks: false,
      root: path,
      target: { accountId, collectionId: id, publish: true, today: '2026-03-01' },
      imports: app.imports,
      signal,
      onProgress: (done, total) => {
        worker.wake();
        bar.update(done, total);
      },
    });
    bar.stop();
    itemIds.push(...report.outcomes.flatMap(({ itemId }) => (itemId === null ? [] : [itemId])));
  }
  const { update: onProgress, stop } = progress('indexing');
  await untilSearchable({ db: app.db, accountId, itemIds, signal, onProgress });
  stop();
  await worker.stop();
  await working;
};

/** A hash of compiled code. */
const fingerprint = (parts: readonly string[]): string => {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name));
    else if (path.endsWith('.js')) hash.update(readFileSync(path));
  };
  for (const part of parts) add(join(ROOT, 'dist', part));
  return hash.digest('hex').slice(0, 12);
};

/**
 * Returns the folder of a library. Later runs reuse it until the code that it depends on changes.
 * @param parts compiled files and folders that the library depends on
 * @param make fills the empty folder
 */
const retainedLibrary = async (
  name: string,
  parts: readonly string[],
  make: (dataDir: string) => Promise<void>,
): Promise<string> => {
  const current = `${name}-${fingerprint(parts)}`;
  const folder = join(RESULTS, current);
  if (existsSync(join(folder, 'made'))) {
    note(`${name}: reusing the library of an earlier run (bench-results/${current})`);
    return folder;
  }
  mkdirSync(RESULTS, { recursive: true });
  for (const old of readdirSync(RESULTS))
    if (old.startsWith(`${name}-`)) rmSync(join(RESULTS, old), { recursive: true, force: true });
  mkdirSync(folder);
  await make(folder);
  writeFileSync(join(folder, 'made'), new Date().toISOString());
  return folder;
};

/** A library of about 25,000 chunks, imported by the product. */
export const searchLibrary = (context: BenchContext): Promise<string> =>
  retainedLibrary(
    `library-${CHUNKS}`,
    [
      'indexer/engines',
      'indexer/text/analyze.js',
      'indexer/engines/item-words.js',
      'indexer/chunking/chunk.js',
      'migrations',
    ],
    async (dataDir) => {
      const corpus = await corpusOf(context, CHUNKS);
      const { app, account } = await newApp({ ...environmentOf(dataDir), SUGGESTIONS: 'false' }, ACCOUNT);
      await importInto(app, account.id, corpus);
      await app.close();
      await maintain(dataDir);
    },
  );

/**
 * Copies a kept library of synthetic items into a new folder, with a token.
 * @returns the folder, its account and the secret of a token with all scopes
 */
export const copyItemLibrary = async ({ scratch }: BenchContext, name: string, items: number) => {
  const library = await retainedLibrary(
    `items-${items}`,
    ['migrations', 'scripts/bench/item-data.js', 'scripts/bench/words.js'],
    async (folder) => {
      const { app, account } = await newApp(environmentOf(folder), ACCOUNT);
      await app.close();
      const bar = progress(`${name}: filling the library`);
      const database = new Database(join(folder, 'lectern.db'));
      fillItems(database, account.id, items, loadWords(), bar.update);
      database.close();
      bar.stop();
    },
  );
  const dataDir = await scratch(name);
  await copyFile(join(library, 'lectern.db'), join(dataDir, 'lectern.db'), constants.COPYFILE_FICLONE);
  const app = openApp(environmentOf(dataDir));
  const account = (await app.accounts.byShortName(ACCOUNT))!;
  const secret = await newToken(app, account);
  await app.close();
  return { dataDir, accountId: account.id, secret };
};

/** Opens the search service of a library, without servers or a worker. */
export const openSearch = (dataDir: string) => {
  const app = openApp(environmentOf(dataDir));
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
export const maintain = async (dataDir: string): Promise<void> => {
  const { search, close } = openSearch(dataDir);
  await (await search.index.current()).index.maintain();
  await close();
};
