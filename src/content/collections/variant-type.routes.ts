/** The variant type endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { deletedQuery, pathId } from '../../platform/http/endpoint/record-query.js';
import { variantTypeExample, variantTypeRecord } from '../records/variant-type.record.js';
import { newVariantType, variantTypeChanges, variantTypeList } from './variant-type.schema.js';
import type { VariantTypeService } from './variant-type.service.js';

const inCollection = z.object({ collectionId: pathId });
const response = z.object({ variantType: variantTypeRecord });
const tag = 'Variant types';

export const variantTypeRoutes = (variantTypes: VariantTypeService): Endpoint[] => [
  endpointList({
    path: '/collections/{collectionId}/variant-types',
    operationId: 'listVariantTypes',
    summary: 'List the variant types of a collection',
    description: 'Sorted by `displayOrder` by default.',
    tag,
    scope: 'content:read',
    params: inCollection,
    plural: 'variantTypes',
    spec: variantTypeList,
    record: variantTypeRecord,
    example: { params: { collectionId: 1 }, record: variantTypeExample },
    handle: ({ caller, params: { collectionId }, query }) => variantTypes.list(caller, collectionId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/collections/{collectionId}/variant-types/create',
    operationId: 'createVariantType',
    summary: 'Create a variant type',
    description:
      'It is added at the end. 409 if the collection already has a variant type with this name, ignoring case.',
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
    handle: async ({ caller, params: { collectionId }, body }) => ({
      variantType: await variantTypes.create(caller, collectionId, body),
    }),
  }),
  ...recordEndpoints({
    path: '/variant-types/{variantTypeId}',
    operationIds: {
      get: 'getVariantType',
      update: 'updateVariantType',
      delete: 'deleteVariantType',
      restore: 'restoreVariantType',
    },
    singular: 'variantType',
    noun: 'a variant type',
    tag,
    record: variantTypeRecord,
    query: deletedQuery,
    changes: variantTypeChanges,
    updating:
      'Setting `displayOrder` shifts the variant types that follow. The content type stays while media are of this type.',
    deleting: 'Refused with 409 while media are of this type.',
    restoring:
      'It comes back as the last. 409 when its collection is deleted, or when another has its name by now.',
    example: { id: 2, record: variantTypeExample, changes: { displayOrder: 1 } },
    service: variantTypes,
  }),
];
