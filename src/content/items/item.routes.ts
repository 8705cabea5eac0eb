/** The item endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { draftScopes, recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { recordQuery } from '../../platform/http/endpoint/record-query.js';
import { draftExample, itemExample } from './item.record.js';
import { itemFiltersText } from './item-filters.js';
import { item, itemChanges, itemExpansions, itemList, newItem } from './item.schema.js';
import type { ItemService } from './item.service.js';
import { LONG_TEXT_BYTES } from '../../platform/lib/fields.js';

const response = z.object({ item });
const tag = 'Items';

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
    maxJsonBytes: LONG_TEXT_BYTES,
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
      response: { item: draftExample },
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
];
