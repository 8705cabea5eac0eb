/** `lectern import --dry-run`: prints what each file would become, and changes nothing. */
import { dateIn } from '../../analytics/index.js';
import { citation, type Readers } from '../../indexer/index.js';
import type { App } from '../app.js';
import { goneItems, notesOf, presentPaths } from '../import/import-folder.js';
import type { ImportedPlace } from '../import/import-outcome.js';
import type { ImportDocument } from '../import/import-document.js';
import { passagesOf } from '../import/written-fields.js';
import { openFolder, type ReadFolderOptions } from '../import/read-folder.js';
import type { ImportTarget } from '../import/store-document.js';
import type { CollectionPlace } from '../import/guess/library-names.repository.js';
import { readersOf, type Account } from '../identity/accounts/account.record.js';
import type { CommandContext } from './context.js';
import {
  assertNotEmpty,
  PARTLY_DONE,
  printAlreadyImported,
  printGone,
  printNotes,
  printSkipped,
} from './import-report.js';
import { print } from './output.js';
import { printable } from './printable.js';

/** The folder, and how to read it. */
export type FolderReading = Pick<
  ReadFolderOptions,
  'root' | 'followLinks' | 'defaults' | 'mediaTypeOf' | 'language' | 'readers' | 'signal'
>;

/** Where to import it, and whether to publish the items and overwrite edits of the library. */
export type Target = Omit<ImportTarget, 'folder' | 'present' | 'today'>;

/** Today's date in the time zone of the account. */
export const todayOf = (app: App, account: Account): string =>
  dateIn(account.timeZone, app.clock.now().getTime());

/**
 * @throws {Error} when the import would refuse to prune
 */
export const previewImport = async (
  app: App,
  account: Account,
  collection: CollectionPlace,
  { prune, ...reading }: FolderReading & { prune: boolean },
  context: CommandContext,
): Promise<void> => {
  const { id: accountId } = account;
  const collectionId = typeof collection === 'number' ? collection : undefined;
  const { imports } = app;
  const { files, media, problems, leftOut, folder, batches } = await openFolder({
    ...reading,
    accountId,
    threads: imports.threads,
  });
  const target =
    collectionId === undefined
      ? null
      : { accountId, collectionId, folder, present: presentPaths({ files, media, problems }) };
  const counts = new Map<string, number>();
  const formerPaths = new Set<string>();
  const skipped = problems.map(({ path, message }) => ({ path, reason: message }));
  const warnings = [];
  const already: { path: string; from: ImportedPlace }[] = [];
  const guess = await imports.guesser(accountId, collection);
  const today = todayOf(app, account);
  for await (const batch of batches()) {
    const guesses = await guess(batch.documents, today);
    const states = target ? await imports.statesOf(target, batch.documents) : null;
    for (const document of guesses) {
      const { state, renamedFrom, alreadyFrom } = states?.get(document.path) ?? { state: 'new' };
      if (alreadyFrom) already.push({ path: document.path, from: alreadyFrom });
      counts.set(state, (counts.get(state) ?? 0) + 1);
      if (renamedFrom !== undefined) formerPaths.add(renamedFrom);
      const shown = state === 'new' ? { ...document, ...document.guessed } : document;
      warnings.push(...notesOf(document, state === 'new'));
      const now = renamedFrom === undefined ? state : `renamed from ${printable(renamedFrom)}`;
      print(describe(shown, now, readersOf(account.settings)));
    }
    skipped.push(...batch.skipped);
    warnings.push(...batch.warnings);
  }
  printNotes(warnings);
  if (target) await printAlreadyImported(app, target, already);
  printSkipped(skipped, leftOut);
  const gone = target ? await goneItems(imports, target, problems) : [];
  const left = gone.filter(({ path }) => !formerPaths.has(path));
  if (prune) assertNotEmpty(reading.root, counts.size + skipped.length, left);
  printGone(left, prune ? 'would be unpublished' : '(use --prune to unpublish)');
  const parts = ['new', 'changed', 'renamed', 'unchanged'].map(
    (state) => `${counts.get(state) ?? 0} ${state}`,
  );
  if (already.length > 0) parts.push(`${already.length} already imported`);
  print(`Nothing was imported: ${parts.join(', ')}, ${skipped.length} skipped.`);
  if (skipped.length > 0) context.exitWith(PARTLY_DONE);
};

const describe = (document: ImportDocument, state: string, { versification }: Readers): string => {
  const { path, title, date, speakers, series, topics, media = [], segments } = document;
  const passages = passagesOf(document).map(({ book, chapter, verseStart, verseEnd }) =>
    citation(book, chapter, verseStart, verseEnd, versification),
  );
  const lines: [name: string, value: string][] = [
    ['title', title],
    ['date', date ?? 'none (day of the import)'],
    ['speakers', speakers.join(', ') || 'none'],
    ['series', series ?? 'none'],
    ['scriptures', passages.join('; ') || 'none'],
    ...(media.length > 0 ? [['media', media.map((file) => file.path).join(', ')] as [string, string]] : []),
    ...(segments.length === 0 ? [['transcript', 'none yet'] as [string, string]] : []),
    ...(topics.length > 0 ? [['topics', topics.join(', ')] as [string, string]] : []),
  ];
  return [
    `${printable(path)} (${state})`,
    ...lines.map(([name, value]) => `  ${name.padEnd(10)}  ${printable(value)}`),
  ].join('\n');
};
