/** Embed tokens: public identifiers of the sites that embed players. */
import type { Db } from '../../platform/db/dialect.js';
import { listPage, type ListParams, type Page } from '../../platform/db/list-query.js';
import { insertRow, lockRow, updateRow } from '../../platform/db/rows.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { notFound } from '../../platform/lib/errors.js';
import { newEmbedTokenName } from '../../platform/lib/ids.js';
import { toEmbedToken, type EmbedTokenRecord } from './embed-token.record.js';
import { embedTokenList, type NewEmbedToken } from './embed-token.schema.js';

export type EmbedTokenService = ReturnType<typeof createEmbedTokenService>;

export const createEmbedTokenService = ({ db, clock }: { db: Db; clock: Clock }) => ({
  list: async (accountId: number, params: ListParams): Promise<Page<EmbedTokenRecord>> => {
    const { rows, totalRecords } = await listPage(db, embedTokenList, accountId, params);
    return { rows: rows.map(toEmbedToken), totalRecords };
  },

  create: async (accountId: number, { name, allowedOrigins }: NewEmbedToken): Promise<EmbedTokenRecord> =>
    toEmbedToken(
      await insertRow(db, 'embedToken', {
        accountId,
        name,
        token: newEmbedTokenName(),
        allowedOrigins: JSON.stringify(allowedOrigins),
        entryDate: isoTime(clock),
        deletedDate: null,
      }),
    ),

  /** @throws {NotFoundError} when there is no such embed token */
  remove: (accountId: number, id: number): Promise<void> =>
    db.transaction().execute(async (trx) => {
      if (!(await lockRow(trx, 'embedToken', accountId, id, 'delete'))) throw notFound();
      await updateRow(trx, 'embedToken', accountId, id, { deletedDate: isoTime(clock) });
    }),
});
