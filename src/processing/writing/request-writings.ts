/** What the step `suggest` does where a chat server writes: it waits for that, but for no more than an attempt a run. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { lastRuns } from '../run.repository.js';
import { resumeWritings, startWriting, writingsOf } from './writing.repository.js';

/** What came of it: a row that is not `waiting`, or that it waits. */
export type Writing = Row<'writing'> | 'waiting';

/**
 * Has a text written of each item, unless that is done, or has just failed.
 * @param items with the hash of their transcripts
 */
export const requestWritings = async (
  db: Db,
  clock: Clock,
  model: string,
  accountId: number,
  items: readonly { itemId: number; contentHash: string }[],
): Promise<Map<number, Writing>> => {
  const ids = items.map(({ itemId }) => itemId);
  const rows = await writingsOf(db, accountId, ids);
  const runs = await lastRuns(db, accountId, ids);
  const writings = new Map<number, Writing>();
  const waiting: number[] = [];
  for (const { itemId, contentHash } of items) {
    const row = rows.get(itemId);
    const isSame = row?.contentHash === contentHash && row.model === model;
    // That somebody starts another run asks for another attempt.
    const isOver =
      row?.status === 'done' || (row?.failedDate ?? '') >= (runs.get(itemId)?.startedDate ?? '￿');
    if (row && isSame && row.status !== 'waiting' && isOver) writings.set(itemId, row);
    else {
      writings.set(itemId, 'waiting');
      if (row && isSame && row.status === 'waiting') waiting.push(row.id);
      else await startWriting(db, clock, accountId, { itemId, contentHash, model });
    }
  }
  await resumeWritings(db, clock, accountId, waiting);
  return writings;
};
