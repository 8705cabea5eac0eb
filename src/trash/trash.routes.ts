/** The endpoints of the trash. */
import { z } from 'zod';
import { jobExample, jobRecord } from '../platform/account-jobs/account-job.record.js';
import { actorOf } from '../platform/audit/audit-entry.js';
import { endpoint, endpointList, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { trashKinds } from './trash-tables.js';
import {
  MAX_PURGED,
  MAX_RESTORED,
  purgeRequest,
  restoreRequest,
  trashExample,
  trashList,
  trashRecord,
} from './trash.schema.js';
import type { TrashService } from './trash.service.js';

const tag = 'Trash';
const ref = { kind: z.enum(trashKinds), id: z.int() };

export const trashRoutes = (trash: TrashService): Endpoint[] => [
  endpointList({
    path: '/trash',
    operationId: 'listTrash',
    summary: 'List deleted records',
    description:
      'What you may restore: all kinds of content; with the scope `admin` also webhooks and embed tokens; with `content:draft` alone, items that are not protected from you, and what belongs to them. Newest first by default. Records that were deleted with another one, such as the chapters of media, are not listed apart from it.',
    tag,
    scope: 'content:draft',
    plural: 'records',
    spec: trashList,
    record: trashRecord,
    example: { record: trashExample },
    handle: ({ caller, query }) => trash.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/trash/restore',
    operationId: 'restoreTrash',
    summary: 'Restore several deleted records',
    description: `Up to ${MAX_RESTORED}, of any kinds, each like the request to restore it; those that others belong to come first. If a record cannot be restored, the others still are: see \`failed\`.`,
    tag,
    scope: 'content:draft',
    auditing: 'own',
    body: restoreRequest,
    response: z.object({
      restored: z.array(z.object(ref)),
      failed: z.array(
        z.object({
          ...ref,
          type: z.string().meta({ description: 'Type as in error responses, e.g. ConflictError.' }),
          message: z.string(),
        }),
      ),
    }),
    example: {
      body: { records: [{ kind: 'item', id: 42 }] },
      response: { restored: [{ kind: 'item', id: 42 }], failed: [] },
    },
    handle: (input) => trash.restore({ actor: actorOf(input), caller: input.caller }, input.body.records),
  }),
  endpoint({
    method: 'POST',
    path: '/trash/purge',
    operationId: 'purgeTrash',
    summary: 'Delete records of the trash permanently',
    description: `Starts a job that deletes up to ${MAX_PURGED} records, or everything that was deleted before a time, with their files, transcripts, index entries, pending changes and revisions. This cannot be undone. A collection stays while deleted items or series belong to it. Statistics stay. \`GET /jobs/{jobId}\` shows the progress; its errors name the records that stayed.`,
    tag,
    scope: 'content:write',
    status: 201,
    body: purgeRequest,
    response: z.object({ job: jobRecord }),
    example: {
      body: { deletedBefore: '2026-02-01T00:00:00.000Z' },
      response: {
        job: {
          ...jobExample,
          kind: 'trash',
          action: 'purge',
          status: 'queued',
          done: 0,
          failed: 0,
          errors: [],
        },
      },
    },
    handle: async (input) => ({
      job: await trash.purge({ actor: actorOf(input), caller: input.caller }, input.body),
    }),
  }),
];
