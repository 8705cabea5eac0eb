/** The item endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { recordEndpoints } from '../../platform/http/record-endpoints.js';
import { pathId, recordQuery } from '../../platform/http/record-query.js';
import { artworkRoutes } from '../artwork/artwork.routes.js';
import type { ArtworkService } from '../artwork/artwork.service.js';
import { itemExample } from '../records/item.record.js';
import { itemFiltersText } from '../items/item-filters.js';
import { item, itemChanges, itemExpansions, itemList, newItem } from '../items/item.schema.js';
import type { ItemService } from './item.service.js';
import type { ItemStateService } from './item-state.service.js';

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
    name: 'listItems',
    summary: 'List items',
    description: `Newest date first, unless \`_orderBy[]\` is given. ${itemFiltersText}`,
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
    name: 'createItem',
    summary: 'Create an item',
    description:
      'It starts as a draft, at the wizard step `basicDetails` unless another is given. Speakers and topics keep their order.',
    tag,
    scope: 'content:write',
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
    singular: 'item',
    noun: 'an item',
    tag,
    record: item,
    query: recordQuery(itemExpansions),
    changes: itemChanges,
    updating:
      'Speakers and topics replace those that the item has. `wizardStep` moves one step forward or any number back; ' +
      'into `processing` it needs a transcript or an uploaded media asset and queues processing, into `finalize` an item that is ready or later. ' +
      'A published item stays published; public search follows in the background.',
    deleting: 'Soft: it leaves lists and public search at once, and can be restored.',
    restoring:
      'A published item comes back as `unpublished`, and a `publishAt` that has passed is cleared. Its slug gets a number where another item has taken it; ' +
      'when its series was deleted or moved, it is in none. 409 when its collection is deleted.',
    example: { id: 42, record: itemExample, changes: { subTitle: 'Psalm 23', speakers: [{ id: 5 }] } },
    service: items,
  }),
];

export const itemStateRoutes = (states: ItemStateService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/process',
    name: 'processItem',
    summary: 'Queue an item for processing',
    description:
      'It needs a transcript or an uploaded or external media asset, and must be draft, ready, unpublished, actionRequired, error or published; ' +
      'a published item stays published meanwhile.',
    tag,
    scope: 'content:write',
    params,
    response,
    example: { params: { itemId: 42 }, response: { item: { ...draft, status: 'queued' as const } } },
    handle: async ({ caller, params: { itemId } }) => ({ item: await states.process(caller, itemId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/publish',
    name: 'publishItem',
    summary: 'Publish an item',
    description:
      'It must be ready or unpublished and have an indexed media asset. Answers `publishing`; it is `published` once public search serves it.',
    tag,
    scope: 'content:write',
    params,
    response,
    example: {
      params: { itemId: 42 },
      response: { item: { ...itemExample, status: 'publishing' as const, publishedDate: null } },
    },
    handle: async ({ caller, params: { itemId } }) => ({ item: await states.publish(caller, itemId) }),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/unpublish',
    name: 'unpublishItem',
    summary: 'Unpublish an item',
    description:
      'It must be published. It is out of public answers at once; `unpublished` follows `unpublishing`. `autoPublish` becomes false, so that processing it again does not publish it.',
    tag,
    scope: 'content:write',
    params,
    response,
    example: {
      params: { itemId: 42 },
      response: { item: { ...itemExample, status: 'unpublishing' as const } },
    },
    handle: async ({ caller, params: { itemId } }) => ({ item: await states.unpublish(caller, itemId) }),
  }),
];

export const itemArtworkRoutes = (artwork: ArtworkService): Endpoint[] =>
  artworkRoutes(artwork, {
    owner: 'item',
    path: '/items/{itemId}',
    noun: 'an item',
    tag,
    record: item,
    example: itemExample,
  });
