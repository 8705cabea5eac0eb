/** The endpoint that describes the search index. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { TAG } from '../rules/rule.routes.js';
import { indexInfo, type IndexInfoService } from './index-info.service.js';

export const indexInfoRoutes = (service: IndexInfoService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/search/index',
    operationId: 'getSearchIndex',
    summary: 'Get the search index',
    description:
      'The engine, the model in use and its languages, when the index was built, and how much of the account is in it. 503 while the index is not available.',
    tag: TAG,
    scope: 'stats:read',
    response: z.object({ index: indexInfo }),
    example: {
      response: {
        index: {
          engine: 'embedded',
          modelId: 'lectern-en-3f9a1c',
          dimensions: 384,
          configuredModelId: 'lectern-en-3f9a1c',
          languages: ['en'],
          builtDate: '2026-03-01T12:00:00.000Z',
          items: 412,
          passages: 27_104,
        },
      },
    },
    handle: async ({ caller }) => ({ index: await service.read(caller) }),
  }),
];
