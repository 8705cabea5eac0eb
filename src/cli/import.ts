/** `lectern import <folder>`: every transcript below a folder becomes a searchable item. */
import { dateIn } from '../../analytics/index.js';
import type { Account } from '../identity/accounts/account.record.js';
import { newCollection } from '../content/collections/collection.schema.js';
import type { App } from '../app.js';
import { importFolder, untilSearchable, type FolderReport } from '../content/import/import-folder.js';
import type { Worker } from '../platform/jobs/worker.js';
import { failedItems, findByName } from '../content/import/import.repository.js';
import { requireAccount } from './token.js';
import { audit, withApp, type CommandContext } from './context.js';
import { note, print, progress } from './output.js';
import { printable } from './printable.js';

export interface ImportOptions {
  account: string;
  collection: string;
  publish: boolean;
  followLinks: boolean;
}

const PARTLY_DONE = 3;
const WARNINGS_SHOWN = 20;

export const importItems = (context: CommandContext, folder: string, options: ImportOptions): Promise<void> =>
  withApp(async (app) => {
    const account = await requireAccount(app, options.account);
    const collectionId = await findOrCreateCollection(app, account, options.collection);
    await app.prepare();
    // Stands by while a server processes the jobs, and takes over when none does.
    const worker = app.createWorker();
    const working = worker.run();
    try {
      const report = await run(app, account, {
        root: folder,
        collectionId,
        publish: options.publish,
        followLinks: options.followLinks,
        signal: context.signal,
        worker,
      });
      await printReport(app, account, report, context);
    } finally {
      await worker.stop();
      await working;
    }
  });

const findOrCreateCollection = async (app: App, account: Account, name: string): Promise<number> => {
  const known = await findByName(app.db, 'collection', account.id, name);
  if (known !== undefined) return known;
  const { id } = await app.collections.create({ accountId: account.id }, newCollection.parse({ name }));
  await audit(app, account.id, 'createCollection', 'collection', id);
  note(`Created the collection ${printable(name)}.`);
  return id;
};

interface Run {
  root: string;
  collectionId: number;
  publish: boolean;
  followLinks: boolean;
  signal: AbortSignal;
  worker: Worker;
}

const run = async (
  app: App,
  account: Account,
  { root, collectionId, publish, followLinks, signal, worker }: Run,
): Promise<FolderReport> => {
  const reading = progress('Reading ');
  const today = dateIn(account.timeZone, app.clock.now().getTime());
  const target = { accountId: account.id, collectionId, publish, today };
  const report = await importFolder({
    root,
    target,
    imports: app.imports,
    followLinks,
    signal,
    onProgress: reading.update,
  });
  reading.stop();
  const indexing = progress('Indexing');
  await untilSearchable({
    db: app.db,
    accountId: account.id,
    itemIds: itemIds(report),
    signal,
    lastError: worker.lastError,
    onProgress: indexing.update,
  });
  indexing.stop();
  if (signal.aborted) throw new Error('interrupted; run the same command again to resume');
  return report;
};

const itemIds = ({ outcomes }: FolderReport): number[] => outcomes.flatMap(({ itemId }) => itemId ?? []);

const printReport = async (
  app: App,
  account: Account,
  report: FolderReport,
  context: CommandContext,
): Promise<void> => {
  const failed = await failedItems(app.db, account.id, itemIds(report));
  const skipped = report.outcomes.flatMap((outcome) => (outcome.result === 'skipped' ? [outcome] : []));
  for (const { path, message } of report.warnings.slice(0, WARNINGS_SHOWN))
    note(`note: ${printable(`${path}: ${message}`)}`);
  if (report.warnings.length > WARNINGS_SHOWN)
    note(`note: ${report.warnings.length - WARNINGS_SHOWN} more such notes`);
  for (const { path, reason } of skipped) note(`skipped: ${printable(`${path}: ${reason}`)}`);
  for (const { id, title, errorMessage } of failed)
    note(`failed: item ${id} (${printable(title)}): ${printable(errorMessage ?? 'no message')}`);
  const count = (result: string): number =>
    report.outcomes.filter((outcome) => outcome.result === result).length;
  print(
    `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${skipped.length} skipped, ${failed.length} failed.`,
  );
  if (skipped.length > 0 || failed.length > 0) context.exitWith(PARTLY_DONE);
};
