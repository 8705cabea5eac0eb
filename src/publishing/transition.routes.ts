/** The endpoints that request processing, publishing and unpublishing. */
import { z } from 'zod';
import { draftExample, itemExample } from '../content/items/item.record.js';
import { item } from '../content/items/item.schema.js';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import { pathId } from '../platform/http/endpoint/record-query.js';
import type { TransitionService } from './transition.service.js';

const params = z.object({ itemId: pathId });
const response = z.object({ item });
const tag = 'Items';

export const transitionRoutes = (items: TransitionService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/process',
    operationId: 'processItem',
    summary: 'Queue an item for processing',
    description:
      'The item needs a transcript or an uploaded or external media asset, and its status must be draft, ready, unpublished, actionRequired, error or published; ' +
      'a published item stays published.',
    tag,
    scope: 'content:draft',
    params,
    response,
    example: { params: { itemId: 42 }, response: { item: { ...draftExample, status: 'queued' as const } } },
    handle: async ({ caller, params: { itemId } }) => ({ item: await items.process(caller, itemId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/publish',
    operationId: 'publishItem',
    summary: 'Publish an item',
    description:
      'The item must be ready or unpublished and have an indexed media asset. Its status is `publishing` in the response, and `published` when it is in public search.',
    tag,
    scope: 'content:write',
    params,
    response,
    example: {
      params: { itemId: 42 },
      response: { item: { ...itemExample, status: 'publishing' as const, publishedDate: null } },
    },
    handle: async ({ caller, params: { itemId } }) => ({ item: await items.publish(caller, itemId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/unpublish',
    operationId: 'unpublishItem',
    summary: 'Unpublish an item',
    description:
      'The item must be published. Public responses omit it at once; its status is `unpublishing`, then `unpublished`. `autoPublish` is set to false, so that processing it again does not publish it.',
    tag,
    scope: 'content:write',
    params,
    response,
    example: {
      params: { itemId: 42 },
      response: { item: { ...itemExample, status: 'unpublishing' as const } },
    },
    handle: async ({ caller, params: { itemId } }) => ({ item: await items.unpublish(caller, itemId) }),
  }),
];
