/** Processing, publishing and unpublishing items: requests that the worker carries out. */
import type { Db } from '../../platform/db/dialect.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { withVersion } from '../../platform/lib/etag.js';
import { requestTransition } from '../items/item-moves.js';
import type { Item } from '../items/item.schema.js';

export type ItemStateService = ReturnType<typeof createItemStateService>;

export const createItemStateService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const move =
    (request: 'process' | 'publish' | 'unpublish') =>
    async ({ accountId }: Caller, id: number): Promise<Item> =>
      withVersion(
        await db.transaction().execute((trx) => requestTransition(trx, clock, accountId, id, request)),
      );
  return {
    /** All three throw NotFoundError, and InvalidStateError when the item's status forbids the request. */
    process: move('process'),
    publish: move('publish'),
    /** The item is no longer public when this resolves. */
    unpublish: move('unpublish'),
  };
};
