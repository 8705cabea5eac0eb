/** `lectern audit`: shows the audit log of an account. */
import { listAuditEntries } from '../platform/audit/audit.routes.js';
import { firstRows } from '../platform/db/list-query.js';
import { withApp } from './context.js';
import { print, table } from './output.js';
import { printable } from './printable.js';
import { requireAccount, type AccountChoice } from './token.js';

export interface AuditOptions extends AccountChoice {
  limit: number;
}

export const showAudit = ({ account, limit }: AuditOptions): Promise<void> =>
  withApp(async (app) => {
    const { id } = await requireAccount(app, account);
    const { rows } = await listAuditEntries(app.db, id, firstRows(limit));
    print(
      table(
        ['time', 'who', 'operation', 'record', 'fields', 'address', 'request'],
        rows.map((entry) => [
          entry.entryDate.slice(0, 19).replace('T', ' '),
          entry.actor === 'cli'
            ? 'command line'
            : `${printable(entry.tokenName ?? entry.personName ?? '')} (${entry.tokenId ?? entry.personId ?? ''})`,
          entry.operation,
          entry.recordType === null ? '' : `${entry.recordType} ${entry.recordId ?? ''}`,
          (JSON.parse(entry.changedFields) as string[]).join(' '),
          entry.address ?? '',
          entry.requestId ?? '',
        ]),
      ),
    );
  });
