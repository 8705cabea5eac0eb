/** Endpoints of the sample content. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { accountExample } from '../identity/accounts/account.routes.js';
import { account } from '../identity/accounts/account.schema.js';
import type { AccountService } from '../identity/accounts/account.service.js';
import type { SampleService } from './sample.service.js';

const count = z.int().min(0);
const counts = z.object({
  items: count,
  series: count,
  speakers: count,
  topics: count,
  collections: count,
});
const example = { items: 16, series: 3, speakers: 12, topics: 24, collections: 2 };

const tag = 'Account';

export const sampleRoutes = (
  samples: SampleService,
  accounts: Pick<AccountService, 'byId' | 'present'>,
): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/account/samples',
    operationId: 'getSamples',
    recent: false,
    summary: 'Count the sample content',
    description: 'Numbers of records created by quickstart; 0 if there are none.',
    tag,
    scope: 'content:read',
    response: z.object({ samples: counts }),
    example: { response: { samples: example } },
    handle: async ({ caller: { accountId } }) => ({ samples: await samples.count(accountId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/account/samples/remove',
    operationId: 'removeSamples',
    recent: false,
    summary: 'Remove the sample content',
    description:
      'Permanently deletes the sample items with their media, files, transcripts and events, and the sample visitors with their searches, also from reports. ' +
      'Sample series, speakers, topics and collections are deleted unless other items use them. The search index is updated within seconds. Safe to repeat. ' +
      'Repeat it after 503, because the events were not removed.',
    tag,
    scope: 'admin',
    response: z.object({ result: z.literal('success'), account, removed: counts.extend({ events: count }) }),
    example: {
      response: { result: 'success', account: accountExample, removed: { ...example, events: 4_812 } },
    },
    handle: async ({ account: own }) => {
      const removed = await samples.remove(own.id);
      const left = (await accounts.byId(own.id)) ?? own;
      return { result: 'success' as const, account: await accounts.present(left), removed };
    },
  }),
];
