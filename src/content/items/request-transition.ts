/** Requests to process, publish and unpublish an item: their preconditions, their jobs, and the errors. */
import type { Db } from '../../platform/db/dialect.js';
import { getLocked } from '../../platform/db/rows.js';
import type { Row } from '../../platform/db/tables.js';
import { authorOf, isSomebody, type Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { invalidState, type AppError } from '../../platform/lib/errors.js';
import { enqueueMany } from '../../platform/jobs/job.repository.js';
import type { JobKind } from '../../platform/jobs/job.types.js';
import { assertMayRequest } from './draft-policy.js';
import { onlyOutcome, partitionByCheck, type Outcomes } from './item-outcomes.js';
import { allowedIn, nextStatus } from './item-states.js';
import { applyEvents } from './item-status.repository.js';
import { recordRevisions } from './item-revisions.repository.js';
import { itemsWithMedia, itemsWithTranscript } from './item.repository.js';
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

/** What items lack for the request, as a message by item id; those that lack nothing are absent. */
const lacking = async (
  trx: Db,
  accountId: number,
  items: readonly Row<'item'>[],
  request: TransitionRequest,
): Promise<Map<number, string>> => {
  const message = lack[request];
  if (message === undefined || items.length === 0) return new Map();
  const ids = items.map(({ id }) => id);
  const complete =
    request === 'publish'
      ? new Set(items.flatMap(({ id, indexedMediaAssetId }) => (indexedMediaAssetId === null ? [] : [id])))
      : await itemsWithTranscript(trx, accountId, ids);
  const others = ids.filter((id) => !complete.has(id));
  const withMedia =
    request === 'process' && others.length > 0 ? await itemsWithMedia(trx, accountId, others) : new Set();
  return new Map(others.filter((id) => !withMedia.has(id)).map((id) => [id, message]));
};

const lack: Partial<Record<TransitionRequest, string>> = {
  publish:
    'This item has no indexed media asset. Process it with a recording or a transcript of an indexable variant type before publishing it.',
  process: 'This item has no transcript and no uploaded media asset. Add one, then process it again.',
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
  const item = await getLocked(trx, 'item', caller.accountId, itemId);
  return onlyOutcome(await requestTransitions(trx, clock, caller, [item], request));
};

/** Each locked item as by `requestTransition`, in few statements. */
export const requestTransitions = async (
  trx: Db,
  clock: Clock,
  caller: Caller,
  items: readonly Row<'item'>[],
  request: TransitionRequest,
): Promise<Outcomes> => {
  const { accountId } = caller;
  const outcomes: Outcomes = new Map();
  const idOf = ({ id }: Row<'item'>): number => id;
  const allowed = await partitionByCheck(items, idOf, outcomes, (item) => {
    assertMayRequest(caller, item, request);
    if (!nextStatus(item.status as ItemStatus, request)) throw forbidden(item.status, request);
  });
  const lacks = await lacking(trx, accountId, allowed, request);
  const complete = await partitionByCheck(allowed, idOf, outcomes, ({ id }) => {
    const message = lacks.get(id);
    if (message !== undefined) throw invalidState(message);
  });
  const moved = await applyEvents(trx, clock, accountId, complete.map(idOf), request, {
    // A scheduled publication is nobody's change.
    ...(isSomebody(caller) && { updatedBy: authorOf(caller) }),
  });
  for (const { id, status } of complete) outcomes.set(id, forbidden(status, request));
  for (const row of moved) outcomes.set(row.id, row);
  // Processing changes nothing that people have written.
  if (request !== 'process')
    await recordRevisions(
      trx,
      clock,
      isSomebody(caller) ? caller : null,
      complete.map((row) => ({ row, lists: {} })),
      moved,
    );
  const payloads = moved.map(({ id: itemId }) => ({ itemId }));
  await enqueueMany(trx, clock, accountId, requests[request].job, payloads);
  return outcomes;
};
