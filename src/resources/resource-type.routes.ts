/** The resource type endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { deletedQuery, pathId } from '../http/record-query.js';
import { succeeded, success } from '../lib/fields.js';
import { resourceTypeExample, resourceTypeRecord } from './resource-type.record.js';
import { newResourceType, resourceTypeChanges, resourceTypeList } from './resource-type.schema.js';
import type { ResourceTypeService } from './resource-type.service.js';

const params = z.object({ resourceTypeId: pathId });
const response = z.object({ resourceType: resourceTypeRecord });
const example = { params: { resourceTypeId: 4 }, response: { resourceType: resourceTypeExample } };
const tag = 'Resource types';

export const resourceTypeRoutes = (resourceTypes: ResourceTypeService): Endpoint[] => [
  endpointList({
    path: '/resource-types',
    name: 'listResourceTypes',
    summary: 'List resource types',
    description:
      'The categories of item resources, in the order of `displayOrder` unless another is asked for.',
    tag,
    scope: 'content:read',
    plural: 'resourceTypes',
    spec: resourceTypeList,
    record: resourceTypeRecord,
    example: { record: resourceTypeExample },
    handle: ({ account, query }) => resourceTypes.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/resource-types/create',
    name: 'createResourceType',
    summary: 'Create a resource type',
    description: 'It becomes the last. 409 where a resource type has this name, whatever its case.',
    tag,
    scope: 'content:write',
    status: 201,
    body: newResourceType,
    response,
    example: { body: { name: 'Handouts' }, response: example.response },
    handle: async ({ account, body }) => ({ resourceType: await resourceTypes.create(account.id, body) }),
  }),
  endpoint({
    method: 'GET',
    path: '/resource-types/{resourceTypeId}',
    name: 'getResourceType',
    summary: 'Get a resource type',
    tag,
    scope: 'content:read',
    params,
    query: deletedQuery,
    response,
    example,
    handle: async ({ account, params: { resourceTypeId }, query }) => ({
      resourceType: await resourceTypes.get(account.id, resourceTypeId, { withDeleted: query._withDeleted }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/resource-types/{resourceTypeId}',
    name: 'updateResourceType',
    summary: 'Update a resource type',
    description: 'Setting `displayOrder` shifts the resource types that follow.',
    tag,
    scope: 'content:write',
    params,
    body: resourceTypeChanges,
    response,
    example: { ...example, body: { displayOrder: 1 } },
    handle: async ({ account, params: { resourceTypeId }, body, ifMatch }) => ({
      resourceType: await resourceTypes.update(account.id, resourceTypeId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/resource-types/{resourceTypeId}',
    name: 'deleteResourceType',
    summary: 'Delete a resource type',
    description: 'Refused with 409 while resources are of this type.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { resourceTypeId: 4 }, response: succeeded },
    handle: async ({ account, params: { resourceTypeId } }) => {
      await resourceTypes.remove(account.id, resourceTypeId);
      return succeeded;
    },
  }),
];
