/** `lectern import <folder>`: turns every transcript in a folder into a searchable item. */
import { readersOf, type Account } from '../identity/accounts/account.record.js';
import { newCollection } from '../content/collections/collection.schema.js';
import type { App } from '../app.js';
import { importFolder, untilSearchable, type FolderReport } from '../import/import-folder.js';
import { createMediaTypes } from '../processing/media/media-probe.js';
import { requireFolder } from '../import/walk.js';
import type { Worker } from '../platform/jobs/worker.js';
import { countUnsuggested } from '../processing/suggest/suggest-step.repository.js';
import { findByName } from '../platform/db/names.js';
import { requireAccount } from './token.js';
import { audit, withApp, type CommandContext } from './context.js';
import { previewImport, todayOf, type FolderReading, type Target } from './import-preview.js';
import { assertNotEmpty, printGone, printReport } from './import-report.js';
import { note, print, progress } from './output.js';
import { watchFolder } from './import-watch.js';
import { printable } from './printable.js';

export interface ImportOptions {
  account: string;
  collection: string;
  publish: boolean;
  followLinks: boolean;
  dryRun: boolean;
  overwrite: boolean;
  prune: boolean;
  speaker: string[];
  topic: string[];
  series?: string;
  date?: string;
  dateFromFile: boolean;
  seriesFromFolders: boolean;
  watch: boolean;
  interval: number;
}

export const importItems = async (
  context: CommandContext,
  folder: string,
  options: ImportOptions,
): Promise<void> => {
  await requireFolder(folder);
  await withApp(async (app) => {
    const account = await requireAccount(app, options.account);
    const types = createMediaTypes();
    const reading = {
      root: folder,
      followLinks: options.followLinks,
      defaults: {
        speakers: options.speaker,
        topics: options.topic,
        series: options.series ?? null,
        date: options.date ?? null,
        dateFromFile: options.dateFromFile ? account.timeZone : null,
        seriesFromFolders: options.seriesFromFolders,
      },
      signal: context.signal,
      mediaTypeOf: (path: string, sizeBytes: number) => types.of(account.id, path, sizeBytes),
      language: account.settings.language ?? null,
      readers: readersOf(account.settings),
    };
    const known = await findByName(app.db, 'collection', account.id, options.collection);
    if (options.dryRun) {
      const place = known ?? { name: options.collection };
      await previewImport(app, account, place, { ...reading, prune: options.prune }, context).finally(
        types.close,
      );
      return;
    }
    const collectionId = known ?? (await createCollection(app, account, options.collection));
    const { publish, overwrite } = options;
    const target = { accountId: account.id, collectionId, publish, overwrite };
    await app.prepare();
    // Processes the jobs if no server does. Leaves suggestions to a server, because nobody waits for them here.
    const worker = app.createWorker({ suggests: false });
    const working = worker.run();
    try {
      if (options.watch) await watchFolder(app, account, { reading, target, interval: options.interval });
      else await run(app, account, { reading, target, worker, prune: options.prune }, context);
    } finally {
      await worker.stop();
      await working;
      await types.close();
    }
  });
};

const createCollection = async (app: App, account: Account, name: string): Promise<number> => {
  const {
    collection: { id },
  } = await app.collections.create({ accountId: account.id }, newCollection.parse({ name }));
  await audit(app, account.id, 'createCollection', 'collection', id);
  note(`Created the collection ${printable(name)}.`);
  return id;
};

interface Run {
  reading: FolderReading;
  target: Target;
  worker: Worker;
  prune: boolean;
}

const run = async (
  app: App,
  account: Account,
  { reading, target, worker, prune }: Run,
  context: CommandContext,
): Promise<void> => {
  const { root, signal } = reading;
  const bar = progress('Reading ');
  const report = await importFolder({
    ...reading,
    imports: app.imports,
    target: { ...target, today: todayOf(app, account) },
    onProgress: bar.update,
  });
  bar.stop();
  await waitFor(app, account, itemIds(report), worker, signal);
  await printReport(app, account, report, context);
  const unsuggested = await countUnsuggested(app.db, account.id, itemIds(report));
  if (unsuggested > 0)
    note(
      `Suggestions for ${unsuggested} ${unsuggested === 1 ? 'item' : 'items'} will be made when a server runs.`,
    );
  if (prune) assertNotEmpty(root, report.outcomes.length, report.gone);
  printGone(report.gone, prune ? 'will be unpublished' : '(use --prune to unpublish)');
  if (!prune || report.gone.length === 0) return;
  await app.imports.unpublishGone(report.target, report.gone);
  await waitFor(
    app,
    account,
    report.gone.map(({ itemId }) => itemId),
    worker,
    signal,
  );
  print(`${report.gone.length} unpublished.`);
};

const waitFor = async (
  app: App,
  account: Account,
  ids: readonly number[],
  { lastError }: Worker,
  signal: AbortSignal,
): Promise<void> => {
  const indexing = progress('Indexing');
  await untilSearchable({
    db: app.db,
    accountId: account.id,
    itemIds: ids,
    signal,
    lastError,
    onProgress: indexing.update,
  });
  indexing.stop();
  if (signal.aborted) throw new Error('interrupted; to resume, run the same command again');
};

const itemIds = ({ outcomes }: FolderReport): number[] => outcomes.flatMap(({ itemId }) => itemId ?? []);
