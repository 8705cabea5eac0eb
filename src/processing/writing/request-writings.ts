/** What the step `suggest` does if a chat server is configured: waits for its texts, with one attempt per run. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { lastRuns } from '../runs/run.repository.js';
import { resumeWritings, startWriting, writingsOf } from './writing.repository.js';

/** The result: a row that is no longer `waiting`, or that the step must wait. */
export type Writing = Row<'writing'> | 'waiting';

/**
 * Requests a text for each item, unless it is written or has just failed.
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
    // Starting another run requests another attempt.
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
