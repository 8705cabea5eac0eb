/** The collection endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { succeeded, success } from '../lib/fields.js';
import { pathId, recordQuery } from '../http/record-query.js';
import { collectionExample } from './collection.record.js';
import {
  collection,
  collectionChanges,
  collectionExpansions,
  collectionList,
  newCollection,
} from './collection.schema.js';
import type { CollectionService } from './collection.service.js';

const params = z.object({ collectionId: pathId });
const response = z.object({ collection });
const example = { params: { collectionId: 1 }, response: { collection: collectionExample } };
const tag = 'Collections';

export const collectionRoutes = (collections: CollectionService): Endpoint[] => [
  endpointList({
    path: '/collections',
    name: 'listCollections',
    summary: 'List collections',
    tag,
    scope: 'content:read',
    plural: 'collections',
    spec: collectionList,
    record: collection,
    example: { record: collectionExample },
    handle: ({ account, query }) => collections.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/collections/create',
    name: 'createCollection',
    summary: 'Create a collection',
    description: 'It starts with the variant types `Full video` and `Audio`.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newCollection,
    response,
    example: { body: { name: 'Sermons', itemDescriptor: 'sermon' }, response: example.response },
    handle: async ({ account, body }) => ({ collection: await collections.create(account.id, body) }),
  }),
  endpoint({
    method: 'GET',
    path: '/collections/{collectionId}',
    name: 'getCollection',
    summary: 'Get a collection',
    tag,
    scope: 'content:read',
    params,
    query: recordQuery(collectionExpansions),
    response,
    example,
    handle: async ({ account, params: { collectionId }, query }) => ({
      collection: await collections.get(account.id, collectionId, {
        expand: query._expand,
        withDeleted: query._withDeleted,
      }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/collections/{collectionId}',
    name: 'updateCollection',
    summary: 'Update a collection',
    tag,
    scope: 'content:write',
    params,
    body: collectionChanges,
    response,
    example: { ...example, body: { name: 'Sunday sermons' } },
    handle: async ({ account, params: { collectionId }, body, ifMatch }) => ({
      collection: await collections.update(account.id, collectionId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/collections/{collectionId}',
    name: 'deleteCollection',
    summary: 'Delete a collection',
    description: 'Refused with 409 while items or series stand in it.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { collectionId: 1 }, response: succeeded },
    handle: async ({ account, params: { collectionId } }) => {
      await collections.remove(account.id, collectionId);
      return succeeded;
    },
  }),
];
