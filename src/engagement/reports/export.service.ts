/** Exports reports and raw events as files, which ClickHouse writes and the response streams. */
import type { Readable } from 'node:stream';
import {
  dateIn,
  EXPORT_FORMATS,
  exportEvents,
  exportRows,
  exportSearches,
  exportTopItems,
  type ExportShape,
} from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { reportRows, type GroupedSearches } from './export-rows.js';
import { checkExport, type ExportQuery } from './export.schema.js';
import { presentAge, type StatsDeps } from './run-report.js';
import { statsScope, type StatsScope } from './stats-scope.js';
import { allTitles } from './stats.repository.js';

export interface ExportFile {
  contentType: string;
  filename: string;
  /** ISO 8601; the same as in reports. */
  asOf?: string;
  body: Readable;
}

export type ExportService = ReturnType<typeof createExportService>;

export const createExportService = ({
  db,
  clock,
  clickHouse,
  lackingSince,
  groups,
}: StatsDeps & { groups: GroupedSearches }) => {
  const write = async (account: Account, scope: StatsScope, query: ExportQuery): Promise<Readable> => {
    const { report, type = 'mediaPlaybackEvent', format, timeZone, by = 'referrer', itemId = 0 } = query;
    const shape: ExportShape = { as: format, timeZone };
    const engine = await clickHouse();
    switch (report) {
      case 'events':
        return exportEvents(engine, scope, type, { ...shape, zoneOfDays: account.timeZone });
      case 'top-items':
        return exportTopItems(engine, scope, await allTitles(db, account.id), shape);
      case 'searches':
        return exportSearches(engine, scope, shape);
      default: {
        const { columns, rows } = await reportRows[report]({ db, engine, scope, groups, by, itemId });
        return exportRows(engine, columns, rows, shape);
      }
    }
  };

  return {
    /**
     * @throws {AppError} BadRequestError when parameters cannot be combined; NotFoundError when the item does not
     * exist
     * @throws {AnalyticsUnavailableError} when ClickHouse is down
     */
    write: async (owner: Account, query: ExportQuery): Promise<ExportFile> => {
      checkExport(query);
      const account = { ...owner, timeZone: query.timeZone ?? owner.timeZone };
      const scope = await statsScope({ db, clock }, account, query);
      const { format, report, type = 'mediaPlaybackEvent' } = query;
      const [first, last] = [scope.range.from, scope.range.to - 1].map((time) =>
        dateIn(account.timeZone, time),
      );
      const body = await write(account, scope, query);
      return {
        contentType: EXPORT_FORMATS[format].contentType,
        filename: `${account.shortName}-${report === 'events' ? type : report}-${first}-${last}.${format}`,
        body,
        ...presentAge({ lackingSince }),
      };
    },
  };
};
