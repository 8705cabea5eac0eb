/** The resource type endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { deletedQuery } from '../../platform/http/endpoint/record-query.js';
import {
  resourceTypeExample,
  resourceTypeRecord,
  newResourceType,
  resourceTypeChanges,
  resourceTypeList,
} from './resource-type.schema.js';
import type { ResourceTypeService } from './resource-type.service.js';

const response = z.object({ resourceType: resourceTypeRecord });
const tag = 'Resource types';

export const resourceTypeRoutes = (resourceTypes: ResourceTypeService): Endpoint[] => [
  endpointList({
    path: '/resource-types',
    operationId: 'listResourceTypes',
    summary: 'List resource types',
    description: 'The categories of item resources, sorted by `displayOrder` by default.',
    tag,
    scope: 'content:read',
    plural: 'resourceTypes',
    spec: resourceTypeList,
    record: resourceTypeRecord,
    example: { record: resourceTypeExample },
    handle: ({ caller, query }) => resourceTypes.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/resource-types/create',
    operationId: 'createResourceType',
    summary: 'Create a resource type',
    description: 'It is added at the end. 409 if a resource type already has this name, ignoring case.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newResourceType,
    response,
    example: { body: { name: 'Handouts' }, response: { resourceType: resourceTypeExample } },
    handle: async ({ caller, body }) => ({ resourceType: await resourceTypes.create(caller, body) }),
  }),
  ...recordEndpoints({
    path: '/resource-types/{resourceTypeId}',
    operationIds: {
      get: 'getResourceType',
      update: 'updateResourceType',
      delete: 'deleteResourceType',
      restore: 'restoreResourceType',
    },
    singular: 'resourceType',
    noun: 'a resource type',
    tag,
    record: resourceTypeRecord,
    query: deletedQuery,
    changes: resourceTypeChanges,
    updating: 'Setting `displayOrder` shifts the resource types that follow.',
    deleting: 'Refused with 409 while resources are of this type.',
    restoring:
      'It comes back as the last, without the resources that were of this type. 409 when another has its name by now.',
    example: { id: 4, record: resourceTypeExample, changes: { displayOrder: 1 } },
    service: resourceTypes,
  }),
];
