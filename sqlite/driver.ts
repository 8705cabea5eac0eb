/**
 * The SQLite driver for everything that opens a database; no other file imports better-sqlite3. The version of
 * Node decides which of its two major versions is loaded: 12 aborts on Node 24.19 and later when a statement is
 * garbage-collected, and 13 crashes on Node 20.
 */
import type BetterSqlite3 from 'better-sqlite3';

const NODE_MAJOR = Number.parseInt(process.versions.node, 10);
const driver = NODE_MAJOR >= 22 ? await import('better-sqlite3-13') : await import('better-sqlite3');

export const Database: typeof BetterSqlite3 = driver.default;
export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;
