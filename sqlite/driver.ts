/**
 * SQLite's driver, for all that opens a database: no other file imports better-sqlite3. Of its two major versions, 12
 * aborts on Node 24.19 and later when a statement is collected, and 13 crashes on Node 20; so the version of Node
 * decides, before one of them is loaded.
 */
import type BetterSqlite3 from 'better-sqlite3';

const NODE_MAJOR = Number.parseInt(process.versions.node, 10);
const driver = NODE_MAJOR >= 22 ? await import('better-sqlite3-13') : await import('better-sqlite3');

export const Database: typeof BetterSqlite3 = driver.default;
export type Database = BetterSqlite3.Database;
export type Statement = BetterSqlite3.Statement;
