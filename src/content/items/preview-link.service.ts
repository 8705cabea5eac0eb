/** Links with which somebody without an account sees an item with its pending changes, published or not. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/dialect.js';
import { listPage, within, type ListParams, type Page } from '../../platform/db/list-query.js';
import { findRow, getLocked, insertRow, deleteWhere, rowsWhere } from '../../platform/db/rows.js';
import type { MaintenanceTask } from '../../platform/jobs/maintenance.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalid, invalidState, notFound } from '../../platform/lib/errors.js';
import { assertVersion } from '../../platform/lib/etag.js';
import { sha256 } from '../../platform/lib/ids.js';
import { assertMayChange } from './draft-policy.js';
import { countPreviewLinks, deleteExpiredPreviewLinks } from './preview-link.repository.js';
import {
  DEFAULT_DAYS,
  MAX_DAYS,
  MAX_LINKS,
  previewLinkList,
  type NewPreviewLink,
  type PreviewLink,
} from './preview-link.schema.js';

export type PreviewLinkService = ReturnType<typeof createPreviewLinkService>;

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

export const createPreviewLinkService = ({ db, clock }: { db: Db; clock: Clock }) => ({
  /** @throws {NotFoundError} when the item does not exist */
  list: async ({ accountId }: Caller, itemId: number, params: ListParams): Promise<Page<PreviewLink>> => {
    if (!(await findRow(db, 'item', accountId, itemId))) throw notFound();
    return listPage(db, previewLinkList, accountId, within(params, 'itemId', itemId));
  },

  /**
   * The secret is returned only here.
   * @throws {NotFoundError} when the item does not exist
   * @throws {PermissionError} when the caller may not change it
   * @throws {ValidationError} when the expiry is in the past, or too far away
   * @throws {InvalidStateError} when the item has too many links
   */
  create: (
    caller: Caller,
    itemId: number,
    { name, expiresAt }: NewPreviewLink,
  ): Promise<{ previewLink: PreviewLink; secret: string }> =>
    db.transaction().execute(async (trx) => {
      const { accountId } = caller;
      assertMayChange(caller, await getLocked(trx, 'item', accountId, itemId));
      if (expiresAt !== null && expiresAt <= isoTime(clock))
        throw invalid([{ path: 'expiresAt', message: 'must be in the future' }]);
      if (expiresAt !== null && expiresAt > isoTime(clock, MAX_DAYS * DAY_MS))
        throw invalid([{ path: 'expiresAt', message: `must be at most ${MAX_DAYS} days from now` }]);
      if ((await countPreviewLinks(trx, accountId, itemId)) >= MAX_LINKS)
        throw invalidState(`An item has at most ${MAX_LINKS} preview links. Delete some first.`);
      const secret = randomBytes(32).toString('base64url');
      const row = await insertRow(trx, 'previewLink', {
        accountId,
        itemId,
        name,
        secretHash: sha256(secret),
        expiresAt: expiresAt ?? isoTime(clock, DEFAULT_DAYS * DAY_MS),
        createdBy: authorOf(caller),
        entryDate: isoTime(clock),
      });
      return { previewLink: row, secret };
    }),

  /**
   * @throws {NotFoundError}
   * @throws {PermissionError} when the caller may not change the item
   * @throws {PreconditionFailedError}
   */
  remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { accountId } = caller;
      const link = await rowsWhere(trx, 'previewLink', { accountId, id }).selectAll().executeTakeFirst();
      if (!link) throw notFound();
      assertMayChange(caller, await getLocked(trx, 'item', accountId, link.itemId));
      assertVersion(link, ifMatch);
      await deleteWhere(trx, 'previewLink', { accountId, id }).execute();
    }),
});

export const previewLinkMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'preview links',
  everyMs: HOUR_MS,
  run: () => deleteExpiredPreviewLinks(db, isoTime(clock)),
});
