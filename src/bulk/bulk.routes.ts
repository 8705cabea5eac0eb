/** The endpoints that change many items, preview and undo that. */
import { z } from 'zod';
import { MAX_OPEN_JOBS } from '../platform/account-jobs/account-job.repository.js';
import { jobExample, jobRecord, UNDO_HOURS } from '../platform/account-jobs/account-job.record.js';
import { actorOf } from '../platform/audit/audit-entry.js';
import { endpoint, endpointList, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { pathId } from '../platform/http/endpoint/record-query.js';
import { hitExample, hitList, jobHit, MAX_FILTERED, MAX_IDS, newBulkJob } from './bulk.schema.js';
import type { BulkService } from './bulk.service.js';
import { MAX_HITS } from './edit-transcripts.js';

const params = z.object({ jobId: pathId });
const queued = {
  ...jobExample,
  status: 'queued' as const,
  total: 3,
  done: 0,
  failed: 0,
  changed: 0,
  reasons: [],
  errors: [],
};

export const bulkRoutes = (bulk: BulkService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/bulk',
    operationId: 'startBulkJob',
    summary: 'Change many items',
    description:
      'Starts a job that publishes, unpublishes, schedules, deletes, restores or processes items, accepts their suggestions, changes their fields, or replaces words in their transcripts: ' +
      `up to ${MAX_IDS} items by \`ids\`, or ${MAX_FILTERED} by \`filter\`. ` +
      'Each change has the same checks, webhooks, revision and audit log entry as the request for a single item; the last two name the job. Items that are already as requested are not changed. ' +
      'If an item cannot be changed, the job continues; `GET /jobs/{jobId}/results` says what became of each item. ' +
      'With `dryRun`, the job changes nothing and says what would change. ' +
      `An account's jobs run one after the other. 422 InvalidStateError if ${MAX_OPEN_JOBS} are unfinished.`,
    guide:
      'The `filter` is a query of `GET /items`: its query string, `"status=ready&seriesId=3"`, or an object of its parameters, ' +
      '`{"status": "ready", "topicId.in": [4, 9], "_q": "grace"}`. It is evaluated once, when you send the request. The items are changed in the order of the list. ' +
      '`_limit` and `_offset`, and filters without a condition, are refused. For `restore`, the filter selects deleted items.',
    tag: 'Items',
    scope: 'content:draft',
    status: 201,
    maxJsonBytes: 512 * 1024,
    body: newBulkJob,
    response: z.object({ job: jobRecord }),
    example: {
      body: { ids: [42, 43, 44], action: 'addTopic', topicId: 9 },
      response: { job: { ...queued, action: 'addTopic' } },
    },
    handle: async (input) => ({
      job: await bulk.start({ actor: actorOf(input), caller: input.caller }, input.body, input.request.links),
    }),
  }),
  endpoint({
    method: 'POST',
    path: '/jobs/{jobId}/undo',
    operationId: 'undoJob',
    summary: 'Undo a job',
    description:
      `Starts another job that restores what a bulk job has changed, where the values that it wrote still stand. Values that have changed since are left, and its results name them. Possible for ${UNDO_HOURS} hours after the job has finished or was cancelled, by callers who may make these changes. ` +
      '422 InvalidStateError later, while the job is running, if it has been undone, and for processing, which cannot be undone.',
    guide:
      'Items that the job has published get their former status; items that it has unpublished or deleted are as public as before, with their date of publication. Words that it has replaced in transcripts are restored segment by segment.',
    tag: 'Jobs',
    scope: 'content:draft',
    status: 201,
    params,
    response: z.object({ job: jobRecord }),
    example: {
      params: { jobId: 12 },
      response: { job: { ...queued, id: 13, action: 'undo', total: 24, undoOf: 12 } },
    },
    handle: async (input) => ({
      job: await bulk.undo({ actor: actorOf(input), caller: input.caller }, input.params.jobId),
    }),
  }),
  endpointList({
    path: '/jobs/{jobId}/hits',
    operationId: 'listJobHits',
    summary: 'List the places at which a job found its text',
    description: `Of \`replaceText\`, in the order of the items: the first ${MAX_HITS} places, before and after the replacement. \`hits\` of the job counts all.`,
    tag: 'Jobs',
    scope: 'content:read',
    params,
    plural: 'hits',
    spec: hitList,
    record: jobHit,
    example: { params: { jobId: 12 }, record: hitExample },
    handle: ({ caller, params: { jobId }, query }) => bulk.hits(caller, jobId, query),
  }),
];
