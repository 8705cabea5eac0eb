/** Requests to process, publish and unpublish an item. */
import type { Item } from '../content/items/item.schema.js';
import { requestTransition, type TransitionRequest } from '../content/items/request-transition.js';
import type { Db } from '../platform/db/dialect.js';
import type { Caller } from '../platform/lib/caller.js';
import type { Clock } from '../platform/lib/clock.js';
import { withVersion } from '../platform/lib/etag.js';

export type TransitionService = ReturnType<typeof createTransitionService>;

export const createTransitionService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const request =
    (transition: TransitionRequest) =>
    async (caller: Caller, id: number): Promise<Item> =>
      withVersion(
        await db.transaction().execute((trx) => requestTransition(trx, clock, caller, id, transition)),
      );
  /** All three throw NotFoundError, InvalidStateError when the item's status forbids it, PermissionError when the caller may not. */
  return {
    process: request('process'),
    publish: request('publish'),
    /** The item is no longer public when this resolves. */
    unpublish: request('unpublish'),
  };
};
