/** The item endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { draftScopes, recordEndpoints } from '../../platform/http/record-endpoints.js';
import { pathId, recordQuery } from '../../platform/http/record-query.js';
import { itemExample } from './item.record.js';
import { itemFiltersText } from './item-filters.js';
import { item, itemChanges, itemExpansions, itemList, newItem } from './item.schema.js';
import type { ItemService } from './item.service.js';

const params = z.object({ itemId: pathId });
const response = z.object({ item });
const tag = 'Items';

const draft = {
  ...itemExample,
  status: 'draft' as const,
  wizardStep: 'basicDetails' as const,
  publishedDate: null,
  durationSecs: null,
  indexedMediaAssetId: null,
};

export const itemRoutes = (items: ItemService): Endpoint[] => [
  endpointList({
    path: '/items',
    operationId: 'listItems',
    summary: 'List items',
    description: `Newest first by default. ${itemFiltersText}`,
    tag,
    scope: 'content:read',
    plural: 'items',
    spec: itemList,
    record: item,
    example: { record: itemExample },
    handle: ({ caller, query }) => items.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/create',
    operationId: 'createItem',
    summary: 'Create an item',
    description:
      'The item’s status is draft, and its wizard step `basicDetails` by default. The order of speakers and topics is preserved.',
    tag,
    scope: 'content:draft',
    status: 201,
    body: newItem,
    response,
    example: {
      body: {
        title: 'The Good Shepherd',
        date: '2026-03-01',
        collectionId: 1,
        seriesId: 3,
        speakers: [{ id: 5 }],
        topics: [{ id: 9 }],
      },
      response: { item: draft },
    },
    handle: async ({ caller, body }) => ({ item: await items.create(caller, body) }),
  }),
  ...recordEndpoints({
    path: '/items/{itemId}',
    operationIds: { get: 'getItem', update: 'updateItem', delete: 'deleteItem', restore: 'restoreItem' },
    singular: 'item',
    noun: 'an item',
    tag,
    scopes: draftScopes,
    record: item,
    query: recordQuery(itemExpansions),
    changes: itemChanges,
    updating:
      'Speakers and topics replace the current ones. `wizardStep` moves one step forward, or any number back. `processing` needs a transcript or an uploaded ' +
      'media asset and queues processing; `finalize` needs an item in status ready or later. A published item stays published; public search is updated in ' +
      'the background.',
    deleting: 'Soft: it leaves lists and public search at once, and can be restored.',
    restoring:
      'A published item is restored as `unpublished`, and a past `publishAt` is cleared. If another item uses its slug, a number is added. If its series was ' +
      'deleted or moved, it has no series. 409 if its collection is deleted.',
    example: { id: 42, record: itemExample, changes: { subTitle: 'Psalm 23', speakers: [{ id: 5 }] } },
    service: items,
  }),
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
    example: { params: { itemId: 42 }, response: { item: { ...draft, status: 'queued' as const } } },
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
