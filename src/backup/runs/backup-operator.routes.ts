/** Endpoints of backups for operators, on the console's host. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { text } from '../../platform/lib/fields.js';
import { isBackupName } from '../format/manifest.js';
import { backupOverview, backupRunRecord, exampleBackup, exampleRun } from './backup-operator.schema.js';
import type { BackupOperatorService } from './backup-operator.service.js';

const tag = 'Backups';
const name = text(60).refine(isBackupName, 'must be the name of a backup');

export const backupOperatorRoutes = (service: BackupOperatorService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/operator/backups',
    operationId: 'listBackups',
    summary: 'List the backups of the installation',
    description: 'For operators.',
    tag,
    scope: 'session',
    errors: [403],
    response: backupOverview,
    example: {
      response: {
        to: '/srv/backups',
        schedule: '02:30',
        timeZone: 'Europe/Berlin',
        keep: { daily: 7, weekly: 4, monthly: 12 },
        backups: [exampleBackup],
        error: null,
        runs: [exampleRun],
      },
    },
    handle: ({ session }) => service.overview(session),
  }),
  endpoint({
    method: 'POST',
    path: '/operator/backups/create',
    operationId: 'createBackup',
    summary: 'Make a backup',
    description:
      'For operators. A worker makes it; the list has its progress. 409 while another one is made or verified.',
    tag,
    scope: 'session',
    status: 201,
    errors: [403, 409, 422],
    response: z.object({ run: backupRunRecord }),
    example: { response: { run: exampleRun } },
    handle: async ({ session }) => ({ run: await service.create(session) }),
  }),
  endpoint({
    method: 'POST',
    path: '/operator/backups/{name}/verify',
    operationId: 'verifyBackup',
    summary: 'Verify a backup',
    description: 'For operators. Reads all of it and compares it with its manifest, as a restore does first.',
    tag,
    scope: 'session',
    status: 201,
    errors: [403, 404, 409, 422],
    params: z.object({ name }),
    response: z.object({ run: backupRunRecord }),
    example: {
      params: { name: exampleBackup.name },
      response: { run: { ...exampleRun, kind: 'verification', name: exampleBackup.name } },
    },
    handle: async ({ session, params }) => ({ run: await service.verify(session, params.name) }),
  }),
];
