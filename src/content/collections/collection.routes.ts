/** The collection endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { duplicateOf, recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { recordQuery } from '../../platform/http/endpoint/record-query.js';
import { artworkRoutes } from '../artwork/artwork.routes.js';
import type { ArtworkService } from '../artwork/artwork.service.js';
import { collectionExample } from '../records/collection.record.js';
import {
  collection,
  collectionChanges,
  collectionExpansions,
  collectionList,
  newCollection,
} from './collection.schema.js';
import type { CollectionService } from './collection.service.js';

const created = z.object({ collection, duplicateOf });
const tag = 'Collections';

export const collectionRoutes = (collections: CollectionService): Endpoint[] => [
  endpointList({
    path: '/collections',
    operationId: 'listCollections',
    summary: 'List collections',
    tag,
    scope: 'content:read',
    plural: 'collections',
    spec: collectionList,
    record: collection,
    example: { record: collectionExample },
    handle: ({ caller, query }) => collections.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/collections/create',
    operationId: 'createCollection',
    summary: 'Create a collection',
    description:
      'It starts with the variant types `Full video` and `Audio`. Names need not be unique: `duplicateOf` is the id of the oldest other collection with this name, ignoring case and spaces.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newCollection,
    response: created,
    example: {
      body: { name: 'Sermons', itemDescriptor: 'sermon' },
      response: { collection: collectionExample, duplicateOf: null },
    },
    handle: ({ caller, body }) => collections.create(caller, body),
  }),
  ...recordEndpoints({
    path: '/collections/{collectionId}',
    operationIds: {
      get: 'getCollection',
      update: 'updateCollection',
      delete: 'deleteCollection',
      restore: 'restoreCollection',
    },
    singular: 'collection',
    noun: 'a collection',
    tag,
    record: collection,
    query: recordQuery(collectionExpansions),
    changes: collectionChanges,
    updating: 'Settings of the feed that are left out keep their values; null restores the default.',
    deleting: 'Refused with 409 while it has items or series.',
    example: { id: 1, record: collectionExample, changes: { name: 'Sunday sermons' } },
    service: collections,
  }),
];

export const collectionArtworkRoutes = (artwork: ArtworkService): Endpoint[] =>
  artworkRoutes(artwork, {
    owner: 'collection',
    path: '/collections/{collectionId}',
    operationIds: {
      create: 'createCollectionArtwork',
      confirm: 'confirmCollectionArtwork',
      delete: 'deleteCollectionArtwork',
    },
    noun: 'a collection',
    tag,
    record: collection,
    example: collectionExample,
  });
