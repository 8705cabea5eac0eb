/** The endpoint of the home screen. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { FIRST, home, homeExample } from './home.schema.js';
import type { HomeService } from './home.service.js';

export const homeRoutes = (service: HomeService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/home',
    operationId: 'getHome',
    summary: 'Get what waits for you',
    description:
      `Sections, each with its number of records, the list and the filter that show them, and the first ${FIRST}. ` +
      'You get those that you can do something about: contributors those of items that they may change. The others are null, and `unavailable` has the reasons. Without statistics, `searches` is null as well.',
    tag: 'Home',
    scope: 'content:read',
    response: z.object({ home }),
    example: { response: { home: homeExample } },
    handle: async ({ account, caller }) => ({ home: await service.read(account, caller) }),
  }),
];
