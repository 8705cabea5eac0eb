/** On PostgreSQL, the statements of requests have a time limit, and those of jobs do not. */
import { sql } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { connect } from '../../src/platform/db/connect.js';
import { asJobs, asRequest } from '../../src/platform/db/request-work.js';
import { freshDatabase } from '../support/database.js';
import { startApp } from '../support/start-app.js';

it('is for requests only, and both are counted', async () => {
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

it('ends a request that waits for a lock with 503, unlike a job', async () => {
  const app = await startApp({ env: { STATEMENT_TIMEOUT_SECS: '1' } });
  onTestFinished(() => app.stop());
  const { db } = app.app;
  let job: Promise<unknown> = Promise.resolve();
  await db.transaction().execute(async (trx) => {
    await sql`lock table speaker in access exclusive mode`.execute(trx);
    job = db.selectFrom('speaker').selectAll().execute();
    const { status, headers, body } = await app.demo.api.get('/speakers');
    expect([status, body.error.type]).toEqual([503, 'UnavailableError']);
    expect(headers['retry-after']).toBe('5');
  });
  expect(await job).toEqual([]);
  expect((await app.demo.api.get('/speakers')).status).toBe(200);
});
