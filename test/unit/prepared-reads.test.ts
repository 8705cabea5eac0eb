/** Reads from SQLite while the schema changes, and while a transaction is open. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { connect } from '../../src/platform/db/connect.js';

/** A database with a talk about grace, which another process opened first. */
const newDatabase = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-'));
  const file = join(folder, 'lectern.db');
  const other = new Database(file);
  const db = connect(`sqlite:${file}`);
  onTestFinished(async () => {
    other.close();
    await db.destroy();
    await rm(folder, { recursive: true });
  });
  other.exec(`create table talk (id integer, title text); insert into talk values (1, 'Grace')`);
  return { other, db };
};

it('selects columns that a migration by another process added', async () => {
  const { other, db } = await newDatabase();
  const read = (id: number) => db.prepareRead?.('select talk.*, id as other from talk where id = ?').all(id);
  expect(read(1)).toEqual([{ id: 1, title: 'Grace', other: 1 }]);
  expect(read(2)).toEqual([]);
  other.exec(`alter table talk add column year integer default 1999`);
  expect(read(1)).toEqual([{ id: 1, title: 'Grace', year: 1999, other: 1 }]);
});

it('reads what is committed while a transaction is open', async () => {
  const { db } = await newDatabase();
  const titles = async (from = db) =>
    (await sql<{ title: string }>`select title from talk order by id`.execute(from)).rows.map(
      ({ title }) => title,
    );
  let later: Promise<unknown> | undefined;
  await db.transaction().execute(async (trx) => {
    await sql`insert into talk values (2, 'Hope')`.execute(trx);
    expect(await titles(trx)).toEqual(['Grace', 'Hope']);
    expect(await titles()).toEqual(['Grace']);
    later = sql`insert into talk values (3, 'Love')`.execute(db);
  });
  await later;
  expect(await titles()).toEqual(['Grace', 'Hope', 'Love']);
});
