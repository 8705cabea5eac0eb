/** On PostgreSQL, the statements of requests have a time limit, and those of jobs do not. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { connect } from '../../src/platform/db/connect.js';
import { asJobs, asRequest } from '../../src/platform/db/request-work.js';
import { engine, engineMissing, freshDatabase } from '../support/database.js';

it.skipIf(engine !== 'postgres' || engineMissing)('is for requests only, and both are counted', async () => {
  const database = await freshDatabase();
  const db = connect(database.url, 100);
  try {
    const sleep = () => sql`select pg_sleep(0.3)`.execute(db);
    await expect(asRequest(db, true, sleep)).rejects.toThrow('statement timeout');
    const work = await asJobs(async (counted) => {
      await sleep();
      return counted;
    });
    expect(work.statements).toBe(1);
    expect(work.sqlMs).toBeGreaterThan(250);
  } finally {
    await db.destroy();
    await database.drop();
  }
});
