/** Imports documents as items. Imports can be repeated and interrupted. */
import { join } from 'node:path';
import type { z } from 'zod';
import { citationOf } from '../../indexer/index.js';
import { lockAccount } from '../identity/accounts/account.repository.js';
import { cliEvent, insertAuditEntries, type AuditEvent } from '../platform/audit/audit.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { findRow, lockRow, updateRow } from '../platform/db/rows.js';
import { enqueue } from '../platform/jobs/job.repository.js';
import { isoTime, type Clock } from '../platform/lib/clock.js';
import type { Quotas } from '../platform/quotas/quotas.js';
import { applyEvent } from '../content/items/item-status.repository.js';
import { documentFields, type ImportDocument, type ImportMedia } from './import-document.js';
import { ALWAYS_IN_THREAD, type ImportThreads } from './import-tasks.js';
import { readLibraryNames, type CollectionPlace } from './guess/library-names.repository.js';
import { filesOfFolder, updateImportedFile } from './import.repository.js';
import { skipped, type ImportedPlace, type ImportOutcome } from './import-outcome.js';
import { knownFiles, placeOf } from './known-files.js';
import { createFromDocument, updateFromDocument, type ImportTarget } from './store-document.js';
import { planMedia } from './import-media.js';
import { rememberRecording, replaceFile } from './replace-media.js';
import type { Uploads } from '../platform/storage/uploads.js';
import { inPublicIndex } from '../content/items/visibility.js';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { dateIn } from '../../analytics/index.js';
import type { TalkClues, TalkGuess } from './guess/guess.js';
import type { LibraryNames } from './guess/guess-talks.js';

/** A file that is read once, through `open`. */
const hashedFile = (path: string): { open(): Readable; sha256(): string | null } => {
  let sha256: string | null = null;
  const read = async function* (): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
    sha256 = hash.digest('hex');
  };
  return {
    open: () => Readable.from(read(), { objectMode: false }),
    /** Hex; null until the file has been read to its end. */
    sha256: () => sha256,
  };
};

const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
};

export type ImportService = ReturnType<typeof createImportService>;

/** An item whose file no longer exists in its folder. */
export interface GoneItem {
  fileId: number;
  path: string;
  itemId: number;
  title: string;
}

/** What an import would do with a document. */
export interface DocumentState {
  state: 'new' | 'changed' | 'unchanged' | 'renamed' | 'already imported';
  /** Its path before it was renamed. */
  renamedFrom?: string;
  /** Where it was imported from before; it keeps that place. */
  alreadyFrom?: ImportedPlace;
}

type Target = Pick<ImportTarget, 'accountId' | 'collectionId' | 'folder' | 'present'>;

interface Deps {
  db: Db;
  clock: Clock;
  quotas: Quotas;
  threads: ImportThreads;
  uploads: Uploads;
}

export const createImportService = ({ db, clock, quotas, threads, uploads }: Deps) => ({
  /** Parse the documents of folders. */
  threads,

  /**
   * Returns a function that adds what the names of documents say. It is made before the first document is stored,
   * because an import learns nothing from itself: a dry run shows the same.
   */
  guesser: async (
    accountId: number,
    collection: CollectionPlace,
  ): Promise<(documents: readonly ImportDocument[], today: string) => Promise<ImportDocument[]>> => {
    const library = await readLibraryNames(db, accountId, collection);
    return async (documents, today) =>
      library ? withGuesses(documents, { accountId, threads, today, library }) : [...documents];
  },

  /**
   * Imports all documents in one transaction, or none; a document that violates the API's rules is skipped.
   * Enqueued jobs make the items searchable. Outcomes align with `documents`.
   */
  importDocuments: (target: ImportTarget, documents: readonly ImportDocument[]): Promise<ImportOutcome[]> =>
    db.transaction().execute(async (trx) => {
      // Locked first, as for new topics, so that two imports can neither deadlock nor create a name twice.
      await lockAccount(trx, target.accountId);
      await quotas.lock(trx, target.accountId);
      const imported = await knownFiles(trx, target, documents);
      const outcomes: ImportOutcome[] = [];
      for (const document of documents) {
        const { path } = document;
        const parsed = documentFields.safeParse(document);
        const known = imported.get(path);
        if (!parsed.success) {
          outcomes.push(skipped(path, reasonOf(parsed.error)));
          continue;
        }
        const context = { trx, clock, target, document, fields: parsed.data };
        outcomes.push(
          known ? await updateFromDocument(context, known) : await createFromDocument(context, quotas),
        );
      }
      await insertAuditEntries(
        trx,
        clock,
        outcomes.flatMap((outcome) => auditEvents(target, outcome)),
      );
      return outcomes;
    }),

  /**
   * Stores a recording as a media asset of the item, or as the new file of an asset that an import stored before,
   * and enqueues processing. Safe to repeat.
   * @param root the imported folder
   * @returns whether it was stored now, as the first or as a replacement file of its asset, or before; `changed`
   * if the item has a different recording of this name that no import stored
   * @throws {AppError} when the file is too large or exceeds the quota
   */
  storeMedia: async (
    { accountId, overwrite = false }: Pick<ImportTarget, 'accountId' | 'overwrite'>,
    itemId: number,
    root: string,
    media: ImportMedia,
  ): Promise<'stored' | 'replaced' | 'present' | 'changed'> => {
    const path = join(root, media.path);
    const plan = (sha256?: string) =>
      db
        .transaction()
        .execute((trx) =>
          planMedia(trx, { clock, quotas, uploads, accountId, overwrite }, itemId, media, sha256),
        );
    let planned = await plan();
    if (planned === 'unread') planned = await plan(await sha256OfFile(path));
    if (typeof planned === 'string') return planned === 'present' ? 'present' : 'changed';
    const { upload, assetId, replaces } = planned;
    const reading = hashedFile(path);
    await uploads.store(upload, reading.open);
    await db.transaction().execute(async (trx) => {
      await lockRow(trx, 'item', accountId, itemId);
      const asset = replaces
        ? await replaceFile(trx, clock, accountId, assetId, upload)
        : await findRow(trx, 'mediaAsset', accountId, assetId);
      if (asset) await rememberRecording(trx, asset, media, reading.sha256());
      // A replacement file is examined first.
      if (replaces) return;
      await applyEvent(trx, clock, accountId, itemId, 'process', { wizardStep: 'processing' });
      await enqueue(trx, clock, accountId, 'processItem', { itemId });
    });
    return replaces ? 'replaced' : 'stored';
  },

  /** What an import would do with the documents, by path. */
  statesOf: async (
    target: Target,
    documents: readonly ImportDocument[],
  ): Promise<Map<string, DocumentState>> => {
    const imported = await knownFiles(db, target, documents);
    const stateOf = ({ path, contentHash }: ImportDocument): DocumentState => {
      const { file, isElsewhere } = imported.get(path) ?? {};
      if (!file) return { state: 'new' };
      if (isElsewhere) return { state: 'already imported', alreadyFrom: placeOf(file) };
      if (file.path !== path) return { state: 'renamed', renamedFrom: file.path };
      return { state: file.contentHash === contentHash ? 'unchanged' : 'changed' };
    };
    return new Map(documents.map((document) => [document.path, stateOf(document)]));
  },

  /** Items that are or will be public, and whose file was imported from the folder but no longer exists. */
  goneItems: async ({ accountId, collectionId, folder, present }: Target): Promise<GoneItem[]> => {
    if (folder === undefined || !present) return [];
    const files = await filesOfFolder(db, accountId, collectionId, folder);
    return files
      .filter(
        ({ path, status, autoPublish, publishAt }) =>
          !present.has(path) && (inPublicIndex.has(status) || autoPublish === 1 || publishAt !== null),
      )
      .map(({ id, path, itemId, title }) => ({ fileId: id, path, itemId, title }));
  },

  /** Unpublishes the items and records the reason. */
  unpublishGone: ({ accountId }: Target, items: readonly GoneItem[]): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const events: AuditEvent[] = [];
      for (const { itemId, fileId } of items) {
        if (!(await lockRow(trx, 'item', accountId, itemId))) continue;
        await updateRow(trx, 'item', accountId, itemId, { autoPublish: 0, publishAt: null });
        await updateImportedFile(trx, accountId, fileId, { goneDate: isoTime(clock) });
        if (await applyEvent(trx, clock, accountId, itemId, 'unpublish'))
          await enqueue(trx, clock, accountId, 'unpublishItem', { itemId });
        events.push(cliEvent(accountId, 'unpublishItem', 'item', itemId));
      }
      await insertAuditEntries(trx, clock, events);
    }),
});

const auditEvents = ({ accountId }: ImportTarget, { itemId, result }: ImportOutcome): AuditEvent[] =>
  itemId !== null && (result === 'created' || result === 'updated')
    ? [cliEvent(accountId, 'importItem', 'item', itemId)]
    : [];

const reasonOf = ({ issues }: z.ZodError): string =>
  issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');

interface Guessing {
  accountId: number;
  library: LibraryNames;
  threads: ImportThreads;
  /** YYYY-MM-DD */
  today: string;
}

/** Habits alone decide nothing here, because nobody sees the reasons. */
const isWritten = ({ from }: { from: string }): boolean => from !== 'habit';

/** Reads the names of a folder's new files as the API does, and fills in what the files themselves do not say. */
const withGuesses = async (
  documents: readonly ImportDocument[],
  { accountId, library, threads, today }: Guessing,
): Promise<ImportDocument[]> => {
  const talks = documents.map(({ path, media = [] }): TalkClues => {
    const changed = media[0]?.modifiedMs;
    const changedOn = changed === undefined ? null : dateIn('UTC', changed);
    return { path, tags: {}, tagSource: 'tag', changedOn };
  });
  if (talks.length === 0) return [];
  const task = { accountId, bytes: ALWAYS_IN_THREAD, path: '', isJob: true };
  const guesses = await threads.run('guessTalks', { library, talks, today }, task);
  return documents.map((document, at) => {
    const { scriptures, ...guess } = guesses[at]!;
    const named = document.scriptures.length === 0 ? scriptures.filter(isWritten) : [];
    const citations = (isCertain: boolean): string[] =>
      named.filter((one) => one.isCertain === isCertain).map((one) => citationOf(one));
    const guessed = guessedFields(document, guess, citations(true));
    const suggestedScriptures = [...new Set([...(document.suggestedScriptures ?? []), ...citations(false)])];
    return {
      ...document,
      ...(Object.keys(guessed).length > 0 && { guessed }),
      ...(suggestedScriptures.length > 0 && { suggestedScriptures }),
    };
  });
};

/**
 * Guesses for the fields that neither the file nor the options set.
 * @param passages citations that are certain
 */
const guessedFields = (
  document: ImportDocument,
  { title, date, speakers, series, orderInSeries }: Omit<TalkGuess, 'scriptures'>,
  passages: string[],
): NonNullable<ImportDocument['guessed']> => {
  const named = speakers.filter(isWritten).map(({ name }) => name);
  // Only `--series-from-folders` makes series of folders.
  const isSeries = series !== null && series.from === 'fileName';
  return {
    ...(document.isNamedByPath && title.value !== document.title && { title: title.value }),
    ...(document.date === null && date && isWritten(date) && { date: date.value }),
    ...(document.speakers.length === 0 && named.length > 0 && { speakers: named }),
    ...(document.series === null && isSeries && { series: series.name }),
    ...(passages.length > 0 && { scriptures: passages }),
    ...((document.orderInSeries ?? null) === null &&
      orderInSeries &&
      isWritten(orderInSeries) && { orderInSeries: orderInSeries.value }),
  };
};
