/** `lectern import --watch`: imports what is in a folder, then each new or changed file, until it is stopped. */
import type { App } from '../app.js';
import { importFolder, type FolderReport } from '../import/import-folder.js';
import { failedItems } from '../import/import.repository.js';
import { createFolderWatch, type FolderWatch, type Listing } from '../import/watch-folder.js';
import type { Account } from '../identity/accounts/account.record.js';
import { messageOf } from '../platform/lib/errors.js';
import { sleep } from '../platform/lib/retry.js';
import { todayOf, type FolderReading, type Target } from './import-preview.js';
import { note, print } from './output.js';
import { printable } from './printable.js';

interface Watching {
  reading: FolderReading;
  target: Target;
  /** Seconds. */
  interval: number;
}

interface Unreadable {
  path: string;
  reason: string;
}

/** Files that were skipped: why, and when. */
type Skipped = Map<string, { reason: string; at: number }>;

/** A file that could not be read is tried again after this time, although it has not changed. */
const RETRY_MS = 10 * 60_000;
/** The pause after a look at a large folder is at least this many times as long as the look. */
const PAUSES_PER_LOOK = 20;
/** Items whose processing is watched for errors. */
const MAX_ITEMS = 1_000;

export const watchFolder = async (app: App, account: Account, options: Watching): Promise<void> => {
  const {
    interval,
    reading: { root, followLinks, signal },
  } = options;
  const watch = createFolderWatch(root, { followLinks });
  const skipped: Skipped = new Map();
  const reported = new Set<number>();
  let items: number[] = [];
  let problem = '';
  let isFirst = true;
  let lookMs = 0;
  while (!signal.aborted) {
    try {
      const due = [...skipped].filter(([, { at }]) => Date.now() - at > RETRY_MS).map(([path]) => path);
      watch.retry(due);
      const start = Date.now();
      const listing = await watch.look();
      lookMs = Date.now() - start;
      const { report, unreadable } = await importReady(app, account, watch, listing, options);
      if (problem !== '') note(`${printable(root)} can be read again.`);
      problem = '';
      printSkipped(unreadable, skipped);
      if (report) {
        printPass(report, skipped);
        items = [...items, ...report.outcomes.flatMap(({ itemId }) => itemId ?? [])].slice(-MAX_ITEMS);
      }
      await printFailures(app, account, items, reported);
    } catch (error) {
      // The folder may be unmounted, or the database restarting: said once.
      const message = messageOf(error);
      if (message !== problem) note(`error: ${printable(message)} Trying again …`);
      problem = message;
    }
    if (isFirst) note(`Watching ${printable(root)} …`);
    isFirst = false;
    await sleep(Math.max(interval * 1_000, PAUSES_PER_LOOK * lookMs), signal);
  }
};

/** Imports the files that are ready. Without them, there is no report. */
const importReady = async (
  app: App,
  account: Account,
  watch: FolderWatch,
  { folder, ready, growing }: Listing,
  { reading, target }: Watching,
): Promise<{ report?: FolderReport; unreadable: Unreadable[] }> => {
  const unreadable = folder.problems.map(({ path, message }) => ({ path, reason: message }));
  const { signal } = reading;
  if (ready.size === 0 || signal.aborted) return { unreadable };
  const report = await importFolder({
    ...reading,
    imports: app.imports,
    only: { changed: ready, growing },
    target: { ...target, today: todayOf(app, account) },
  });
  // What an interrupted import has not reached is imported at the next start.
  if (!signal.aborted) watch.done(report.selected);
  return { report, unreadable };
};

/** Each reason once. */
const printSkipped = (files: readonly Unreadable[], known: Skipped): void => {
  for (const { path, reason } of files) {
    if (known.get(path)?.reason !== reason) note(`skipped: ${printable(`${path}: ${reason}`)}`);
    known.set(path, { reason, at: Date.now() });
  }
};

const printPass = ({ outcomes, warnings, stored, replaced }: FolderReport, skipped: Skipped): void => {
  for (const outcome of outcomes) {
    const { path, itemId } = outcome;
    if (outcome.result === 'skipped') {
      printSkipped([outcome], skipped);
      continue;
    }
    skipped.delete(path);
    if (outcome.result !== 'unchanged') print(`${outcome.result}: ${printable(path)} (item ${itemId})`);
    if (outcome.kept) note(`kept: ${printable(path)}: edits of ${outcome.kept.join(', ')} in the library`);
  }
  for (const path of stored) print(`media: ${printable(path)}`);
  for (const path of replaced) print(`media replaced: ${printable(path)}`);
  for (const { path, message } of warnings) note(`note: ${printable(`${path}: ${message}`)}`);
};

const printFailures = async (
  { db }: App,
  account: Account,
  items: readonly number[],
  reported: Set<number>,
): Promise<void> => {
  for (const { id, title, errorMessage, isWaiting } of await failedItems(db, account.id, items)) {
    if (reported.has(id)) continue;
    reported.add(id);
    note(
      `${isWaiting ? 'waiting' : 'failed'}: item ${id} (${printable(title)}): ${printable(errorMessage ?? '')}`,
    );
  }
};
