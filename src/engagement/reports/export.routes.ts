/** The export endpoint. */
import { EXPORT_FORMATS } from '../../../analytics/index.js';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { exportQuery } from './export.schema.js';
import type { ExportFile, ExportService } from './export.service.js';

const types = Object.values(EXPORT_FORMATS).map(({ contentType }) => contentType.replace(/;.*/, ''));

export const exportRoutes = (exports: ExportService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/stats/export',
    operationId: 'exportStats',
    summary: 'Export a report or raw events',
    description:
      'The file is streamed. If it is incomplete, the connection ends with an error. In CSV, text that looks like a spreadsheet formula starts with an ' +
      'apostrophe. The header `Stats-As-Of` is the `asOf` of reports.',
    tag: 'Stats',
    scope: 'stats:read',
    recent: true,
    errors: [404],
    query: exportQuery,
    response: types,
    headers: (_, result) => {
      const { filename, asOf } = result as ExportFile;
      return {
        'Content-Disposition': `attachment; filename="${filename}"`,
        ...(asOf !== undefined && { 'Stats-As-Of': asOf }),
      };
    },
    example: {
      query: { report: 'top-items', format: 'csv', range: 'month' },
      response: [
        '"itemId","title","plays","uniqueSessions","watchSeconds","averageCompletion","pageViews","searchPlays"\n' +
          '42,"The Good Shepherd",120,131,93600,0.61,240,22\n',
        '{"itemId":42,"title":"The Good Shepherd","plays":120,"uniqueSessions":131,"watchSeconds":93600,"averageCompletion":0.61,"pageViews":240,"searchPlays":22}\n',
        'PAR1…PAR1',
      ],
    },
    handle: ({ account, query }) => exports.write(account, query),
  }),
];
