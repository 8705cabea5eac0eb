/** Prepared SQLite queries while the schema changes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { Database } from '../../sqlite/driver.js';
import { connect } from '../../src/platform/db/connect.js';

it('selects columns that a migration by another process added', async () => {
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
  const read = (id: number) => db.prepareRead?.('select talk.*, id as other from talk where id = ?').all(id);
  expect(read(1)).toEqual([{ id: 1, title: 'Grace', other: 1 }]);
  expect(read(2)).toEqual([]);
  other.exec(`alter table talk add column year integer default 1999`);
  expect(read(1)).toEqual([{ id: 1, title: 'Grace', year: 1999, other: 1 }]);
});
