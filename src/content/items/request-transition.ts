/** Requests to process, publish and unpublish an item: their preconditions, their jobs, and the errors. */
import type { Db } from '../../platform/db/dialect.js';
import { getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, isSomebody, type Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState, type AppError } from '../../platform/lib/errors.js';
import { enqueue } from '../../platform/jobs/job.repository.js';
import type { JobKind } from '../../platform/jobs/job.types.js';
import { assertMayRequest } from './draft-policy.js';
import { allowedIn, nextStatus } from './item-states.js';
import { applyEvent } from './item-status.repository.js';
import { recordRevision } from './item-revisions.repository.js';
import { hasMedia, hasTranscript } from './item.repository.js';
import type { ItemStatus } from './item.record.js';

export type TransitionRequest = 'process' | 'publish' | 'unpublish';

const requests = {
  process: { done: 'processed', job: 'processItem' },
  publish: { done: 'published', job: 'publishItem' },
  unpublish: { done: 'unpublished', job: 'unpublishItem' },
} as const satisfies Record<TransitionRequest, { done: string; job: JobKind }>;

const forbidden = (status: string, request: TransitionRequest): AppError =>
  invalidState(
    `An item in status ${status} cannot be ${requests[request].done}. It must be in status ${allowedIn(request).join(' or ')}.`,
  );

/** What the item lacks for the request, as a message; undefined if it lacks nothing. */
const missing = async (
  trx: Db,
  item: Row<'item'>,
  request: TransitionRequest,
): Promise<string | undefined> => {
  if (request === 'publish' && item.indexedMediaAssetId === null)
    return 'This item has no indexed media asset. Process it with a transcript of an indexable variant type before publishing it.';
  if (
    request === 'process' &&
    !(await hasTranscript(trx, item.accountId, item.id)) &&
    !(await hasMedia(trx, item.accountId, item.id))
  )
    return 'This item has no transcript and no uploaded media asset. Add one, then process it again.';
  return undefined;
};

/**
 * Changes the item's status and enqueues the job, in the caller's transaction.
 * @throws {NotFoundError}
 * @throws {PermissionError} when the caller may not
 * @throws {InvalidStateError} when the item's status forbids the request, or a precondition is not met
 */
export const requestTransition = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  itemId: number,
  request: TransitionRequest,
): Promise<Row<'item'>> => {
  const { accountId } = caller;
  const item = await getLocked(trx, 'item', accountId, itemId);
  assertMayRequest(caller, item, request);
  if (!nextStatus(item.status as ItemStatus, request)) throw forbidden(item.status, request);
  const lack = await missing(trx, item, request);
  if (lack) throw invalidState(lack);
  const moved = await applyEvent(trx, clock, accountId, itemId, request, {
    // A scheduled publication is nobody's change.
    ...(isSomebody(caller) && { updatedBy: authorOf(caller) }),
  });
  if (!moved) throw forbidden(item.status, request);
  // Processing changes nothing that people have written.
  if (request !== 'process')
    await recordRevision(trx, clock, isSomebody(caller) ? caller : null, { row: item, lists: {} }, moved);
  await enqueue(trx, clock, accountId, requests[request].job, { itemId });
  return moved;
};
