/** Processing, publishing and unpublishing items: requests that the worker carries out. */
import type { Db } from '../../platform/db/dialect.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { Clock } from '../../platform/lib/clock.js';
import { requestMove } from '../items/item-moves.js';
import { toItem } from '../records/item.record.js';
import type { Item } from '../items/item.schema.js';

export type ItemStateService = ReturnType<typeof createItemStateService>;

export const createItemStateService = ({ db, clock }: { db: Db; clock: Clock }) => {
  const move =
    (request: 'process' | 'publish' | 'unpublish') =>
    async ({ accountId, baseUrl }: Caller, id: number): Promise<Item> =>
      toItem(
        await db.transaction().execute((trx) => requestMove(trx, clock, accountId, id, request)),
        baseUrl,
      );
  return {
    /** @throws NotFoundError, InvalidStateError */
    process: move('process'),
    /** @throws NotFoundError, InvalidStateError */
    publish: move('publish'),
    /** The item is out of public answers when this resolves. @throws NotFoundError, InvalidStateError */
    unpublish: move('unpublish'),
  };
};
