/** The variant type endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { deletedQuery, pathId } from '../http/record-query.js';
import { succeeded, success } from '../lib/fields.js';
import { variantTypeExample, variantTypeRecord } from './variant-type.record.js';
import { newVariantType, variantTypeChanges, variantTypeList } from './variant-type.schema.js';
import type { VariantTypeService } from './variant-type.service.js';

const inCollection = z.object({ collectionId: pathId });
const params = z.object({ variantTypeId: pathId });
const response = z.object({ variantType: variantTypeRecord });
const example = { params: { variantTypeId: 2 }, response: { variantType: variantTypeExample } };
const tag = 'Variant types';

export const variantTypeRoutes = (variantTypes: VariantTypeService): Endpoint[] => [
  endpointList({
    path: '/collections/{collectionId}/variant-types',
    name: 'listVariantTypes',
    summary: 'List the variant types of a collection',
    description: 'In the order of `displayOrder` unless another is asked for.',
    tag,
    scope: 'content:read',
    params: inCollection,
    plural: 'variantTypes',
    spec: variantTypeList,
    record: variantTypeRecord,
    example: { params: { collectionId: 1 }, record: variantTypeExample },
    handle: ({ account, params: { collectionId }, query }) =>
      variantTypes.list(account.id, collectionId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/collections/{collectionId}/variant-types/create',
    name: 'createVariantType',
    summary: 'Create a variant type',
    description: 'It becomes the last. 409 where the collection has one of this name, whatever its case.',
    tag,
    scope: 'content:write',
    status: 201,
    params: inCollection,
    body: newVariantType,
    response,
    example: {
      params: { collectionId: 1 },
      body: { name: 'Audio description', contentType: 'audio', indexable: false },
      response: {
        variantType: { ...variantTypeExample, name: 'Audio description', indexable: false, displayOrder: 3 },
      },
    },
    handle: async ({ account, params: { collectionId }, body }) => ({
      variantType: await variantTypes.create(account.id, collectionId, body),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/variant-types/{variantTypeId}',
    name: 'getVariantType',
    summary: 'Get a variant type',
    tag,
    scope: 'content:read',
    params,
    query: deletedQuery,
    response,
    example,
    handle: async ({ account, params: { variantTypeId }, query }) => ({
      variantType: await variantTypes.get(account.id, variantTypeId, { withDeleted: query._withDeleted }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/variant-types/{variantTypeId}',
    name: 'updateVariantType',
    summary: 'Update a variant type',
    description:
      'Setting `displayOrder` shifts the variant types that follow. The content type stays while media are of this type.',
    tag,
    scope: 'content:write',
    params,
    body: variantTypeChanges,
    response,
    example: { ...example, body: { displayOrder: 1 } },
    handle: async ({ account, params: { variantTypeId }, body, ifMatch }) => ({
      variantType: await variantTypes.update(account.id, variantTypeId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/variant-types/{variantTypeId}',
    name: 'deleteVariantType',
    summary: 'Delete a variant type',
    description: 'Refused with 409 while media are of this type.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { variantTypeId: 2 }, response: succeeded },
    handle: async ({ account, params: { variantTypeId } }) => {
      await variantTypes.remove(account.id, variantTypeId);
      return succeeded;
    },
  }),
];
