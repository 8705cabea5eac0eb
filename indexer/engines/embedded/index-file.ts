/** The SQLite file of an index version: its tables, and a handle on it that notices when it is gone or exchanged. */
import { randomInt } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Database, type Statement } from '../../../sqlite/driver.js';
import { IndexUnavailableError } from '../../ports.js';

export interface IndexFileOptions {
  /** Folder of the index files. */
  folder: string;
  /** Letters, digits, `.`, `_`, `-`. */
  modelId: string;
  /** Distinguishes indexes of one model. Letters, digits, `.`, `-`. */
  tableSuffix: string;
  dimensions: number;
}

export interface IndexFile {
  /**
   * Runs the work on the file as it is at its path now.
   * @throws {IndexUnavailableError} when it is missing or cannot be read
   */
  use<T>(work: (file: OpenFile) => T): T;
  /** @throws {IndexUnavailableError} when it is missing */
  assertPresent(): void;
  close(): void;
}

export interface OpenFile {
  /** Drawn when the file is created: tells apart files that were one after the other at the same path. */
  identity: number;
  /** A statement, prepared once. */
  sql(source: string): Statement;
  /** All or nothing, begun as a writer. */
  write<T>(work: () => T): T;
  close(): void;
}

/** Version of the tables below. A file with another version is rebuilt. */
const FORMAT = 3;

/** Segments of full-text search that are merged at a time: the default, 4, makes its part of an import a half longer. */
const MERGED_SEGMENTS = 16;

/**
 * `item` and `body` are two tables, as attributes change more often than passages. `word` and `term` number the words
 * and terms of an account. Passages have the id of their item times 2^20, plus their place in it; those of replaced items stay in
 * `passage` for a while, since searches under way may read their texts. `change` is the log of writes.
 */
const TABLES = `
  CREATE TABLE item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    accountId INTEGER NOT NULL, itemId INTEGER NOT NULL,
    published INTEGER NOT NULL, attributes TEXT NOT NULL,
    title TEXT NOT NULL, description TEXT NOT NULL,
    mediaAssetId INTEGER, passages INTEGER NOT NULL, digest TEXT NOT NULL
  );
  CREATE UNIQUE INDEX item_of_account ON item (accountId, itemId);
  CREATE TABLE body (id INTEGER PRIMARY KEY, centroid BLOB NOT NULL, vectors BLOB NOT NULL, words BLOB NOT NULL, terms BLOB NOT NULL);
  CREATE TABLE passage (id INTEGER PRIMARY KEY, ordinal INTEGER NOT NULL, text TEXT NOT NULL, startMs INTEGER, endMs INTEGER);
  CREATE TABLE word (
    accountId INTEGER NOT NULL, number INTEGER NOT NULL, word TEXT NOT NULL, term INTEGER NOT NULL,
    PRIMARY KEY (accountId, number)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX number_of_word ON word (accountId, word, number, term);
  CREATE TABLE term (
    accountId INTEGER NOT NULL, number INTEGER NOT NULL, term TEXT NOT NULL,
    PRIMARY KEY (accountId, number)
  ) WITHOUT ROWID;
  CREATE UNIQUE INDEX number_of_term ON term (accountId, term, number);
  CREATE TABLE change (
    position INTEGER PRIMARY KEY AUTOINCREMENT, accountId INTEGER NOT NULL, itemId INTEGER NOT NULL
  );
  CREATE INDEX change_of_account ON change (accountId, position);
  CREATE TABLE replaced (id INTEGER PRIMARY KEY, at INTEGER NOT NULL);
  CREATE VIRTUAL TABLE passageTerms USING fts5(terms, account, content='', contentless_delete=1, tokenize='ascii', detail=full);
  CREATE VIRTUAL TABLE headTerms USING fts5(title, description, account, content='', contentless_delete=1, tokenize='ascii', detail=full);
  INSERT INTO passageTerms (passageTerms, rank) VALUES ('automerge', ${MERGED_SEGMENTS});
  PRAGMA user_version = ${FORMAT};
`;

/** Writers of other threads and processes are waited for so long, ms: each of their transactions is an item's. */
const BUSY_MS = 10_000;
/** What is left of the write-ahead log after a checkpoint. */
const JOURNAL_BYTES = 16 * 2 ** 20;

const NAME = /^[A-Za-z0-9._-]+$/;

/** @throws {RangeError} when a part has other characters */
function pathOf({ folder, modelId, tableSuffix }: Omit<IndexFileOptions, 'dimensions'>): string {
  const name = `${modelId}_${tableSuffix}`;
  if (!NAME.test(name) || tableSuffix.includes('_'))
    throw new RangeError(`Invalid index name: ${JSON.stringify(name)}`);
  return join(folder, `${name}.sqlite`);
}

const filesOf = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`];

/** @param prepare is called with the open file; the file is closed where it or a setting throws, as on a full disk */
function connect<T>(path: string, prepare: (db: Database) => T): T {
  const db = new Database(path, { timeout: BUSY_MS });
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = NORMAL');
    db.pragma(`journal_size_limit = ${JOURNAL_BYTES}`);
    return prepare(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Creates the file unless it is there. */
export function createIndexFile(options: IndexFileOptions): void {
  const path = pathOf(options);
  guarded(path, () => {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    connect(path, (db) => {
      db.transaction(() => {
        if (db.pragma('user_version', { simple: true }) !== 0) return;
        db.exec(TABLES);
        db.pragma(`application_id = ${randomInt(2 ** 31)}`);
      }).immediate();
      db.close();
    });
  });
}

/** Deletes the file, if it exists. */
export function dropIndexFile(options: Omit<IndexFileOptions, 'dimensions'>): void {
  for (const file of filesOf(pathOf(options))) rmSync(file, { force: true });
}

/** Opens the file when it is first used. It never creates it: an emptied folder must be an error, not an empty library. */
export function openIndexFile(options: IndexFileOptions): IndexFile {
  const path = pathOf(options);
  let opened: OpenFile | null = null;
  let inode = 0n;

  const close = (): void => {
    opened?.close();
    opened = null;
  };

  const present = (): bigint => {
    const found = statSync(path, { bigint: true, throwIfNoEntry: false });
    if (found) return found.ino;
    close();
    throw new IndexUnavailableError(
      `The search index is missing (no ${path}). Run "lectern reindex" to build it.`,
    );
  };

  const open = (db: Database): OpenFile => {
    const format = db.pragma('user_version', { simple: true });
    if (format !== FORMAT) throw new Error(`it has the format ${String(format)}, not ${FORMAT}`);
    const statements = new Map<string, Statement>();
    return {
      identity: db.pragma('application_id', { simple: true }) as number,
      sql: (source) => {
        let statement = statements.get(source);
        if (!statement) statements.set(source, (statement = db.prepare(source)));
        return statement;
      },
      write: (work) => db.transaction(work).immediate(),
      close: () => void db.close(),
    };
  };

  return {
    use: (work) =>
      guarded(path, () => {
        const found = present();
        if (found !== inode) close();
        inode = found;
        return work((opened ??= connect(path, open)));
      }),
    assertPresent: () => void guarded(path, present),
    close,
  };
}

const REBUILD = 'Run "lectern reindex" to build it again.';
const PERMISSIONS = 'Give the user of the server the right to write to its folder.';
/** By the code of SQLite's error: a new index would not fit on a full disk either. */
const REMEDIES = new Map([
  ['SQLITE_FULL', 'Free some space on its disk.'],
  ['SQLITE_BUSY', 'Another process is writing to it. Try again later.'],
  ['EACCES', PERMISSIONS],
  ['SQLITE_READONLY', PERMISSIONS],
  ['SQLITE_CANTOPEN', PERMISSIONS],
]);

function guarded<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof RangeError || error instanceof IndexUnavailableError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const remedy = REMEDIES.get((error as { code?: string }).code ?? '') ?? REBUILD;
    throw new IndexUnavailableError(`The search index ${path} cannot be used (${reason}). ${remedy}`, {
      cause: error,
    });
  }
}
