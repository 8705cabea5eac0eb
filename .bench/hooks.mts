import { mkdtempSync } from 'node:fs';
import { connect } from '../src/platform/db/connect.js';
import { migrate } from '../src/platform/db/migrate.js';
import { enqueueWebhookEvents as neu } from '../src/webhooks/enqueue-webhook-events.js';
import { enqueueWebhookEvents as old } from '../src/webhooks/old-enqueue.js';
import { updateRow, insertRow } from '../src/platform/db/rows.js';
import { enqueue } from '../src/platform/jobs/job.repository.js';
const dir = mkdtempSync('/tmp/hooks-');
const db = connect(process.env.PGURL ?? `sqlite:${dir}/x.db`);
await migrate(db);
const clock = { now: () => new Date() } as any;
const { id: accountId } = await db.insertInto('account').values({ shortName: 'demo', name: 'demo', timeZone: 'UTC', settings: '{}', entryDate: '' }).returning('id').executeTakeFirstOrThrow();
const item = { id: 1, accountId } as any;
const N = 500;
const time = async (f: (trx: any) => Promise<void>) => {
  const rounds = [];
  for (let r = 0; r < 9; r++) {
    const t = performance.now();
    await db.transaction().execute(async (trx) => { for (let i = 0; i < N; i++) await f(trx); });
    rounds.push((performance.now() - t) / N * 1000);
  }
  return rounds.sort((a, b) => a - b)[4].toFixed(1) + ' µs';
};
console.log('nothing', await time(async () => {}));
console.log('old, WeakMap', await time((trx) => old(trx, clock, 'item.updated', item)));
console.log('new, prepared', await time((trx) => neu(trx, clock, accountId, 'item.updated', () => ({ item }))));
console.log('update of the item beside it', await time(async (trx) => { await updateRow(trx, 'item' as any, accountId, 1, { updatedDate: new Date().toISOString() } as any); }));
console.log('enqueue beside it', await time((trx) => enqueue(trx, clock, accountId, 'refreshItem', { itemId: 1 })));
await db.destroy();
