/** An item is processed once, whatever reschedules its job: an examined file, a crash, maintenance. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { applyEvent } from '../../src/content/items/item-status.repository.js';
import { claim } from '../../src/platform/jobs/claim-jobs.js';
import { enqueue } from '../../src/platform/jobs/job.repository.js';
import { lockRow } from '../../src/platform/db/rows.js';
import { finishItems } from '../../src/processing/finish-items.repository.js';
import { stepNames } from '../../src/processing/pipeline.js';
import { beginRuns, continueRun } from '../../src/processing/runs/run.repository.js';
import { buildItem, type Built } from '../support/factories.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';

const LEASE_MS = 60_000;

describe('an item', () => {
  const app = useApp();

  /** An item with a transcript, whose job is waiting. */
  const uploaded = async (): Promise<Built> => {
    const item = await buildItem(app.demo);
    await app.demo.api.put(`/items/${item.id}/transcript`, vttOf(talks.bread), {
      'Content-Type': 'text/vtt',
    });
    return item;
  };
  const work = async (until = app.idle): Promise<void> => {
    const worker = app.app.createWorker();
    const working = worker.run();
    await until();
    await worker.stop();
    await working;
  };
  const expectOneRun = async ({ id }: Built): Promise<void> => {
    const runs = app.app.db.selectFrom('processing').select('status').where('itemId', '=', id);
    expect(await runs.execute()).toEqual([{ status: 'done' }]);
    expect((await app.demo.api.get(`/items/${id}`)).body.item.status).toBe('ready');
  };
  const ofItem = ({ id }: Built) => ({ accountId: app.demo.account.id, itemId: id });
  const expireLeases = () =>
    app.app.db.updateTable('job').set({ leaseUntil: '2026-01-01T00:00:00.000Z' }).execute();

  it('is not processed again when its run was already waiting for the new input', async () => {
    const item = await uploaded();
    const { db, clock } = app.app;
    const { accountId, itemId } = ofItem(item);
    // A process has started a run before the file was examined …
    expect(await claim(db, clock, 'gone', { processItem: 1 }, LEASE_MS)).toHaveLength(1);
    await applyEvent(db, clock, accountId, itemId, 'start');
    await beginRuns(db, clock, accountId, [itemId], stepNames);
    // … and another process examines the file.
    await continueRun(db, clock, ofItem(item));
    await expireLeases();
    await work();
    await expectOneRun(item);
  });

  it('is not processed again when the process dies after the first run', async () => {
    const item = await uploaded();
    // The process cannot record that its job is done.
    await sql`create trigger "dies" after update of "status" on "item" when new."status" = 'ready' begin
      update "job" set "leaseOwner" = 'gone', "leaseUntil" = '2026-01-01' where "subject" = 'item:' || new."id"; end`.execute(
      app.app.db,
    );
    await work();
    await sql`drop trigger "dies"`.execute(app.app.db);
    await work();
    await expectOneRun(item);
  });

  it('is not processed again when maintenance finds it without a job while its run ends', async () => {
    const [item, lost] = [await uploaded(), await uploaded()];
    const { db, clock } = app.app;
    await work();
    await enqueue(db, clock, app.demo.account.id, 'continueItem', { itemId: item.id });
    // A job that is really lost is resumed.
    await db.updateTable('item').set({ status: 'queued' }).where('id', '=', lost.id).execute();
    await app.app.reconcile({ repair: true });
    const statusOf = async ({ id }: Built) => (await app.demo.api.get(`/items/${id}`)).body.item.status;
    await work(() => expect.poll(() => statusOf(lost)).toBe('ready'));
    await expectOneRun(item);
    const runs = db.selectFrom('processing').select('status').where('itemId', '=', lost.id);
    expect(await runs.execute()).toHaveLength(2);
  });

  it('is processed again when another transcript is saved while its run ends', async () => {
    const item = await uploaded();
    const { db, clock } = app.app;
    const { accountId, itemId } = ofItem(item);
    await work();
    await beginRuns(db, clock, accountId, [itemId], stepNames);
    const transcript = db.selectFrom('transcript').selectAll().where('itemId', '=', itemId);
    const { contentHash, endMs, mediaAssetId } = await transcript.executeTakeFirstOrThrow();
    const processed = { itemId, endMs, mediaAssetId, contentHash, published: false, isAhead: false };
    let finished: Promise<Set<number>> | undefined;
    await db.transaction().execute(async (trx) => {
      await lockRow(trx, 'item', accountId, itemId);
      expect(await continueRun(trx, clock, ofItem(item))).toBe(true);
      finished = db.transaction().execute((own) => finishItems(own, clock, accountId, [processed], false));
      // Time for it to read the transcript, if it does not wait for the lock.
      await setTimeout(200);
      await trx.updateTable('transcript').set({ contentHash: 'new' }).where('itemId', '=', itemId).execute();
    });
    expect([...(await finished!)]).toEqual([]);
    const jobs = db.selectFrom('job').select('kind').where('subject', '=', `item:${itemId}`);
    expect(await jobs.execute()).toContainEqual({ kind: 'processItem' });
    await db.updateTable('transcript').set({ contentHash }).where('itemId', '=', itemId).execute();
    await work();
  });
});
