/** Embed tokens: public identifiers of the sites that embed players. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import { insertRow, lockDeleted, lockForChange, notDeleted, updateRow } from '../../platform/db/rows.js';
import { authorOf, type Caller } from '../../platform/lib/caller.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { newEmbedTokenName } from '../../platform/lib/ids.js';
import { embedTokenList, type EmbedTokenRecord, type NewEmbedToken } from './embed-token.schema.js';

export type EmbedTokenService = ReturnType<typeof createEmbedTokenService>;

export const createEmbedTokenService = ({ db, clock }: { db: Db; clock: Clock }) => ({
  list: (accountId: number, params: ListParams): Promise<Page<EmbedTokenRecord>> =>
    listPage(db, embedTokenList, accountId, params),

  create: (caller: Caller, { name, allowedOrigins }: NewEmbedToken): Promise<EmbedTokenRecord> =>
    insertRow(db, 'embedToken', {
      accountId: caller.accountId,
      name,
      token: newEmbedTokenName(),
      allowedOrigins: JSON.stringify(allowedOrigins),
      createdBy: authorOf(caller),
      entryDate: isoTime(clock),
      deletedDate: null,
    }),

  /**
   * @throws {NotFoundError}
   * @throws {PreconditionFailedError}
   */
  remove: (caller: Caller, id: number, ifMatch?: string): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { accountId } = caller;
      await lockForChange(trx, 'embedToken', accountId, id, { ifMatch }, 'delete');
      const deleted = { deletedDate: isoTime(clock), deletedBy: authorOf(caller) };
      await updateRow(trx, 'embedToken', accountId, id, deleted);
    }),

  /**
   * @throws {NotFoundError}
   * @throws {InvalidStateError} when it is not deleted
   */
  restore: (accountId: number, id: number): Promise<EmbedTokenRecord> =>
    db.transaction().execute(async (trx) => {
      await lockDeleted(trx, 'embedToken', accountId, id);
      const row = await updateRow(trx, 'embedToken', accountId, id, notDeleted);
      if (!row) throw notFound();
      return row;
    }),
});
