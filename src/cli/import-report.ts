/** The report that `lectern import` prints at the end: what was imported, what was not, and why. */
import type { App } from '../app.js';
import type { FolderReport } from '../import/import-folder.js';
import type { ImportedPlace } from '../import/import-outcome.js';
import { failedItems } from '../import/import.repository.js';
import type { LeftOut } from '../import/walk.js';
import type { Account } from '../identity/accounts/account.record.js';
import { findRow } from '../platform/db/rows.js';
import { groupBy } from '../platform/lib/group.js';
import type { CommandContext } from './context.js';
import { note, print } from './output.js';
import { printable } from './printable.js';

/** The exit code if files were skipped or failed. */
export const PARTLY_DONE = 3;
/** Maximum number of files listed for the same note. */
const NAMED_FILES = 10;
const EXAMPLES = 3;
/** File types that often contain transcripts, but that Lectern cannot read. */
const WORD_PROCESSOR = /^\.(?:doc|odt|rtf|pages|pdf|html?)\b/;

interface PathNote {
  path: string;
  message: string;
}

export const printReport = async (
  app: App,
  account: Account,
  { outcomes, warnings, leftOut, target, stored, replaced }: FolderReport,
  context: CommandContext,
): Promise<void> => {
  const itemIds = outcomes.flatMap(({ itemId }) => itemId ?? []);
  const troubled = await failedItems(app.db, account.id, itemIds);
  const failed = troubled.filter(({ isWaiting }) => !isWaiting);
  printNotes(warnings);
  for (const outcome of outcomes) {
    if (outcome.result === 'skipped') continue;
    const { path, renamedFrom, kept } = outcome;
    if (renamedFrom) note(`renamed: ${printable(`${renamedFrom} is now ${path}`)}`);
    if (kept)
      note(
        `kept: ${printable(path)}: edits of ${kept.join(', ')} in the library (use --overwrite to replace them)`,
      );
  }
  await printAlreadyImported(
    app,
    target,
    outcomes.flatMap((outcome) =>
      outcome.result !== 'skipped' && outcome.alreadyFrom
        ? [{ path: outcome.path, from: outcome.alreadyFrom }]
        : [],
    ),
  );
  const skipped = outcomes.flatMap((outcome) => (outcome.result === 'skipped' ? [outcome] : []));
  printSkipped(skipped, leftOut);
  for (const { id, title, errorMessage } of failed)
    note(`failed: item ${id} (${printable(title)}): ${printable(errorMessage ?? 'no message')}`);
  for (const { id, title, errorMessage } of troubled.filter(({ isWaiting }) => isWaiting))
    note(`waiting: item ${id} (${printable(title)}): ${printable(errorMessage ?? '')}`);
  if (stored.length > 0)
    note(`media: ${stored.length === 1 ? '1 file' : `${stored.length} files`} (${examples(stored)})`);
  if (replaced.length > 0)
    note(
      `media replaced: ${replaced.length === 1 ? '1 file' : `${replaced.length} files`} (${examples(replaced)})`,
    );
  const count = (result: string): number => outcomes.filter((outcome) => outcome.result === result).length;
  if (outcomes.length === 0) note('The folder contains no documents.');
  print(
    `${count('created')} created, ${count('updated')} updated, ${count('unchanged')} unchanged, ${skipped.length} skipped, ${failed.length} failed.`,
  );
  if (skipped.length > 0 || failed.length > 0) context.exitWith(PARTLY_DONE);
};

/** Files that were imported from another place before, grouped by that place. */
export const printAlreadyImported = async (
  { db }: Pick<App, 'db'>,
  { accountId, collectionId }: { accountId: number; collectionId: number },
  files: readonly { path: string; from: ImportedPlace }[],
): Promise<void> => {
  const byPlace = groupBy(files, ({ from }) => `${from.collectionId} ${from.folder ?? ''}`);
  for (const group of byPlace.values()) {
    const { from } = group[0]!;
    const other =
      from.collectionId === collectionId
        ? undefined
        : await findRow(db, 'collection', accountId, from.collectionId);
    const folder = from.folder === null ? 'before' : `from ${from.folder}`;
    const collection = other ? ` into the collection ${other.name}` : '';
    const count = group.length === 1 ? '1 file' : `${group.length} files`;
    const paths = group.map(({ path }) => path);
    note(`already imported ${printable(folder + collection)}: ${count} (${examples(paths)})`);
  }
};

/** Prints a note that many files share once. */
export const printNotes = (warnings: readonly PathNote[]): void => {
  const byMessage = new Map<string, string[]>();
  for (const { path, message } of warnings) byMessage.set(message, [...(byMessage.get(message) ?? []), path]);
  for (const [message, paths] of byMessage)
    if (paths.length > NAMED_FILES)
      note(`note: ${paths.length} files (${examples(paths)}): ${printable(message)}`);
    else for (const path of paths) note(`note: ${printable(`${path}: ${message}`)}`);
};

export const printSkipped = (
  skipped: readonly { path: string; reason: string }[],
  leftOut: readonly LeftOut[],
): void => {
  for (const { path, reason } of skipped) note(`skipped: ${printable(`${path}: ${reason}`)}`);
  for (const { kind, paths } of leftOut) {
    const many = paths.length === 1 ? kind : kind.replace(/file|folder|link/, (word) => `${word}s`);
    const hint = WORD_PROCESSOR.test(kind) ? '; to import them, save them as .docx, .txt or .md' : '';
    note(`not imported: ${paths.length} ${printable(many)} (${examples(paths)})${hint}`);
  }
};

/**
 * Items whose file no longer exists.
 * @param fate what happens to them, or would happen
 */
export const printGone = (gone: FolderReport['gone'], fate: string): void => {
  if (gone.length === 0) return;
  note(`${gone.length} ${gone.length === 1 ? 'item' : 'items'} with a deleted file ${fate}:`);
  for (const { path, itemId, title } of gone)
    note(`deleted: ${printable(`${path} (item ${itemId}, ${title})`)}`);
};

/**
 * An empty folder is more likely the wrong one, or an unmounted drive.
 * @param files number of documents in it, readable or not
 * @throws {Error} when pruning would unpublish all items
 */
export const assertNotEmpty = (root: string, files: number, gone: FolderReport['gone']): void => {
  if (files === 0 && gone.length > 0)
    throw new Error(`${root} contains no documents, so nothing was unpublished. Is this the right folder?`);
};

const examples = (paths: readonly string[]): string =>
  [...paths.slice(0, EXAMPLES).map(printable), ...(paths.length > EXAMPLES ? ['…'] : [])].join(', ');
