/** Requests that move an item between states: what they need, what they queue, and how they are refused. */
import type { Db } from '../../platform/db/dialect.js';
import { lockRow } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState, notFound, type AppError } from '../../platform/lib/errors.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { JobKind } from '../../platform/jobs/job.types.js';
import { allowedIn, nextStatus } from './item-states.js';
import { applyEvent } from './item-status.repository.js';
import { hasMedia, hasTranscript } from './item.repository.js';
import type { ItemStatus } from '../records/item.record.js';

type Request = 'process' | 'publish' | 'unpublish';

const requests = {
  process: { done: 'processed', job: 'processItem' },
  publish: { done: 'published', job: 'publishItem' },
  unpublish: { done: 'unpublished', job: 'unpublishItem' },
} as const satisfies Record<Request, { done: string; job: JobKind }>;

/** Names the state and those in which the request is allowed. */
const forbidden = (status: string, request: Request): AppError =>
  invalidState(
    `An item that is ${status} cannot be ${requests[request].done}; it must be ${allowedIn(request).join(' or ')}`,
  );

/** What the item lacks for the request, in words; undefined where nothing. */
const missing = async (trx: Db, item: Row<'item'>, request: Request): Promise<string | undefined> => {
  if (request === 'publish' && item.indexedMediaAssetId === null)
    return 'An item needs an indexed media asset to be published: process it first';
  if (
    request === 'process' &&
    !(await hasTranscript(trx, item.accountId, item.id)) &&
    !(await hasMedia(trx, item.accountId, item.id))
  )
    return 'An item needs a transcript or an uploaded media asset to be processed';
  return undefined;
};

/**
 * Moves the item and enqueues the job that does the work, in the caller's transaction.
 * @throws NotFoundError; InvalidStateError where the item's state forbids it or it lacks what is needed
 */
export const requestMove = async (
  trx: Db,
  clock: Clock,
  accountId: number,
  itemId: number,
  request: Request,
): Promise<Row<'item'>> => {
  const item = await lockRow(trx, 'item', accountId, itemId);
  if (!item) throw notFound();
  if (!nextStatus(item.status as ItemStatus, request)) throw forbidden(item.status, request);
  const lack = await missing(trx, item, request);
  if (lack) throw invalidState(lack);
  const moved = await applyEvent(trx, clock, accountId, itemId, request);
  if (!moved) throw forbidden(item.status, request);
  await enqueue(trx, clock, accountId, requests[request].job, { itemId });
  return moved;
};
