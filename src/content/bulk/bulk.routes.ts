/** The endpoint that changes many items. */
import { z } from 'zod';
import { MAX_OPEN_JOBS } from '../../platform/account-jobs/account-job.repository.js';
import { jobExample, jobRecord } from '../../platform/account-jobs/account-job.record.js';
import { actorOf } from '../../platform/audit/audit-entry.js';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { newBulkJob, MAX_ITEMS } from './bulk.schema.js';
import type { BulkService } from './bulk.service.js';

export const bulkRoutes = (bulk: BulkService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/bulk',
    operationId: 'startBulkJob',
    summary: 'Change many items',
    description:
      `Starts a job that publishes, unpublishes, deletes or restores items, adds or removes a topic, or sets their series: up to ${MAX_ITEMS} items, by \`ids\` or \`filter\`. ` +
      'Each change has the same checks, webhooks and audit log entry as the request for a single item. Items that are already as requested are not changed. ' +
      'If an item cannot be changed, the job continues; `GET /jobs/{jobId}` counts and lists such items. ' +
      `An account's jobs run one after the other. 422 InvalidStateError if ${MAX_OPEN_JOBS} are unfinished.`,
    guide:
      'The `filter` is a query of `GET /items`: its query string, `"status=ready&seriesId=3"`, or an object of its parameters, ' +
      '`{"status": "ready", "topicId.in": [4, 9], "_q": "grace"}`. It is evaluated once, when you send the request. The items are changed in the order of the list. ' +
      '`_limit` and `_offset`, and filters without a condition, are refused. For `restore`, the filter selects deleted items.',
    tag: 'Items',
    scope: 'content:draft',
    status: 201,
    body: newBulkJob,
    response: z.object({ job: jobRecord }),
    example: {
      body: { ids: [42, 43, 44], action: 'addTopic', topicId: 9 },
      response: {
        job: {
          ...jobExample,
          action: 'addTopic',
          status: 'queued',
          total: 3,
          done: 0,
          failed: 0,
          errors: [],
        },
      },
    },
    handle: async (input) => ({
      job: await bulk.start({ actor: actorOf(input), caller: input.caller }, input.body, input.request.links),
    }),
  }),
];
