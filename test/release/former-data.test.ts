/** Data from before 0.1.0: every start is refused in one sentence with the remedy, and nothing changes. */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectClickHouse, migrateClickHouse } from '../../analytics/index.js';
import { Database } from '../../sqlite/driver.js';
import { frontCanRun, startClickHouseFront } from '../support/clickhouse-front/start.js';
import { sha256 } from '../../src/platform/lib/ids.js';
import { findPostgres, hasPostgres } from '../support/postgres-server.js';
import { prepareData, runInProcess } from '../support/run-in-process.js';
import { administer, databaseAt } from '../support/templates.js';

const workplace = mkdtempSync(join(tmpdir(), 'lectern-former-'));
afterAll(() => rmSync(workplace, { recursive: true, force: true }));

/** Migration tables of earlier versions, as Kysely recorded them. */
const RECORD = `create table kysely_migration (name varchar(255) not null primary key, timestamp varchar(255) not null)`;
const ROWS = `insert into kysely_migration values ('0001-initial', ''), ('0002-content-api', ''), ('0029-samples', '')`;
const COMMANDS = [
  ['serve'],
  ['serve', '--migrate'],
  ['serve', '--role', 'worker'],
  ['migrate'],
  ['doctor'],
  ['jobs', 'list'],
];
const serving = { PORT: '0', PUBLIC_PORT: '0', CONSOLE: 'false', LOG_LEVEL: 'error' };
const REFUSED = 'from before 0.1.0, which this version cannot upgrade';

/** Relative paths with the hashes of the files, without `-shm`, which is only a cache of the write-ahead log. */
const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path, sha256(readFileSync(path, 'latin1'))]),
  );

const refusals = async (env: Record<string, string>, commands = COMMANDS): Promise<Set<string>> => {
  const seen = new Set<string>();
  for (const args of commands) {
    const { code, stdout, stderr } = await runInProcess(args, { ...serving, ...env });
    expect({ args, code, stdout }).toEqual({ args, code: 1, stdout: '' });
    seen.add(stderr);
  }
  return seen;
};

describe('a former database', () => {
  const makeFormer = (file: string): Database => {
    const db = new Database(file);
    db.pragma('journal_mode = WAL');
    return db.exec(`${RECORD}; ${ROWS}; create table talk (id integer); insert into talk values (1)`);
  };

  it('in a data folder is rejected and not changed', async () => {
    const dataDir = join(workplace, 'stopped');
    mkdirSync(dataDir);
    makeFormer(join(dataDir, 'lectern.db')).close();
    const before = contents(dataDir);
    expect(await refusals({ DATA_DIR: dataDir })).toEqual(
      new Set([
        `lectern: The library in ${dataDir} belongs to a version of Lectern ${REFUSED}: move the folder away and import your content again, or go on with the version that wrote it\n`,
      ]),
    );
    expect(contents(dataDir)).toEqual(before);
    expect(readdirSync(dataDir)).toEqual(['lectern.db']);
  });

  it('of a killed process is refused, and the write-ahead log stays as well', async () => {
    const running = join(workplace, 'running');
    mkdirSync(running);
    const dataDir = join(workplace, 'killed');
    const db = makeFormer(join(running, 'lectern.db'));
    cpSync(running, dataDir, { recursive: true });
    db.close();
    const before = contents(dataDir);
    expect(Object.keys(before)).toContain(join(dataDir, 'lectern.db-wal'));
    expect(await refusals({ DATA_DIR: dataDir })).toHaveLength(1);
    expect(contents(dataDir)).toEqual(before);
  });

  it('elsewhere is named', async () => {
    const file = join(workplace, 'elsewhere.db');
    makeFormer(file).close();
    const dataDir = join(workplace, 'none');
    expect(await refusals({ DATA_DIR: dataDir, DATABASE_URL: `sqlite:${file}` })).toEqual(
      new Set([
        `lectern: The database ${file} belongs to a version of Lectern ${REFUSED}: move the file away and import your content again, or go on with the version that wrote it\n`,
      ]),
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it.skipIf(!hasPostgres())('on PostgreSQL is refused, and stays as it is', async () => {
    const server = await findPostgres();
    const name = `former_${process.pid}_${Date.now()}`;
    await administer(server.url, `create database ${name}`);
    const url = databaseAt(server.url, name);
    const client = new pg.Client(url);
    await client.connect();
    await client.query(`${RECORD}; ${ROWS}`);
    const dataDir = join(workplace, 'postgres');
    expect(await refusals({ DATA_DIR: dataDir, DATABASE_URL: url })).toEqual(
      new Set([
        `lectern: The database in DATABASE_URL belongs to a version of Lectern ${REFUSED}: name an empty database there and import your content again, or go on with the version that wrote it\n`,
      ]),
    );
    const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
    expect(rows).toEqual([{ tablename: 'kysely_migration' }]);
    expect(existsSync(dataDir)).toBe(false);
    await client.end();
    await administer(server.url, `drop database ${name}`);
    await server.stop();
  });
});

describe.skipIf(!frontCanRun())('former events', () => {
  const dataDir = join(workplace, 'events');
  beforeAll(() => prepareData({ ...serving, DATA_DIR: dataDir }));
  const serve = [['serve'], ['serve', '--migrate']];

  it('in the data folder are rejected and not changed', async () => {
    const path = join(dataDir, 'clickhouse');
    const clickHouse = await connectClickHouse({ path });
    await clickHouse.command('CREATE TABLE schema_migrations (id String) ENGINE = MergeTree ORDER BY id');
    await expect(migrateClickHouse(clickHouse)).rejects.toThrow(REFUSED);
    expect(await clickHouse.query('SHOW TABLES')).toEqual([{ name: 'schema_migrations' }]);
    await clickHouse.close();
    const before = contents(dataDir);
    expect(await refusals({ DATA_DIR: dataDir }, serve)).toEqual(
      new Set([
        `lectern: The events in ${path} belong to a version of Lectern ${REFUSED}: move that folder away, or go on with the version that wrote them\n`,
      ]),
    );
    expect(contents(dataDir)).toEqual(before);
    rmSync(path, { recursive: true });
  });

  it('on a server are refused', async () => {
    const front = await startClickHouseFront();
    const clickHouse = await connectClickHouse({ url: front.url });
    await clickHouse.command('CREATE TABLE schema_migrations (id String) ENGINE = MergeTree ORDER BY id');
    expect(await refusals({ DATA_DIR: dataDir, CLICKHOUSE_URL: front.url }, serve)).toEqual(
      new Set([
        `lectern: The events in the database of CLICKHOUSE_URL belong to a version of Lectern ${REFUSED}: name an empty database there, or go on with the version that wrote them\n`,
      ]),
    );
    expect(await clickHouse.query('SHOW TABLES')).toEqual([{ name: 'schema_migrations' }]);
    await clickHouse.close();
    await front.remove();
  });
});
