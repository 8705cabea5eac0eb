/** The endpoints of an item's resources. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { restoreEndpoint, sentBackText } from '../../platform/http/record-endpoints.js';
import { deletedQuery, pathId } from '../../platform/http/record-query.js';
import { fileUrl, succeeded, success } from '../../platform/lib/fields.js';
import { resourceExample, resourceRecord } from '../records/resource.record.js';
import { newResource, resourceChanges, resourceList } from './resource.schema.js';
import type { ResourceService } from './resource.service.js';

const ofItem = z.object({ itemId: pathId });
const params = z.object({ itemId: pathId, resourceId: pathId });
const response = z.object({ resource: resourceRecord });
const example = { params: { itemId: 12, resourceId: 17 }, response: { resource: resourceExample } };
const tag = 'Resources';

export const resourceRoutes = (resources: ResourceService): Endpoint[] => [
  endpointList({
    path: '/items/{itemId}/resources',
    name: 'listResources',
    summary: 'List the resources of an item',
    description: 'In the order of `displayOrder` unless another order is requested.',
    tag,
    scope: 'content:read',
    plural: 'resources',
    params: ofItem,
    spec: resourceList,
    record: resourceRecord,
    example: { params: { itemId: 12 }, record: resourceExample },
    handle: ({ caller, params: { itemId }, query }) => resources.list(caller, itemId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/resources/create',
    name: 'createResource',
    summary: 'Add a resource to an item',
    description:
      'A file, a link or a video; it becomes the last. A file is complete once it is PUT to `uploadUrl`, without a token, with `Content-Type` equal to `fileMimeType` and of just `fileSizeBytes`, within an hour. Of links and videos `uploadUrl` is null. 409 when another resource of the item is the same video.',
    tag,
    scope: 'content:write',
    status: 201,
    encrypted: true,
    params: ofItem,
    body: newResource,
    response: z.object({
      resource: resourceRecord,
      uploadUrl: fileUrl.nullable().meta({ description: 'Of a file: where to PUT it.' }),
    }),
    example: {
      params: { itemId: 12 },
      body: {
        title: 'Study guide',
        contentType: 'file',
        resourceTypeId: 4,
        fileMimeType: 'application/pdf',
        fileSizeBytes: 48_213,
        originalFilename: 'guide.pdf',
      },
      response: {
        resource: resourceExample,
        uploadUrl: 'http://localhost:8080/v2/uploads/1/9/fN2tq0T7yJcVw4Z5',
      },
    },
    handle: ({ caller, params: { itemId }, body }) => resources.create(caller, itemId, body),
  }),
  endpoint({
    method: 'GET',
    path: '/items/{itemId}/resources/{resourceId}',
    name: 'getResource',
    summary: 'Get a resource of an item',
    tag,
    scope: 'content:read',
    params,
    query: deletedQuery,
    response,
    example,
    handle: async ({ caller, params: { itemId, resourceId }, query }) => ({
      resource: await resources.get(caller, itemId, resourceId, { withDeleted: query._withDeleted }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/items/{itemId}/resources/{resourceId}/update',
    name: 'updateResource',
    summary: 'Update a resource of an item',
    description: `The content type and the file stay: another file is another resource. Setting \`displayOrder\` shifts the resources of the item that follow. ${sentBackText}`,
    tag,
    scope: 'content:write',
    params,
    body: resourceChanges,
    response,
    example: { ...example, body: { title: 'Study guide' } },
    update: {
      read: async ({ caller, params: { itemId, resourceId } }) => ({
        resource: await resources.get(caller, itemId, resourceId),
      }),
    },
    handle: async ({ caller, params: { itemId, resourceId }, body, ifMatch }) => ({
      resource: await resources.update(caller, itemId, resourceId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/items/{itemId}/resources/{resourceId}',
    name: 'deleteResource',
    summary: 'Delete a resource of an item',
    description: 'The file of a file resource is removed within seconds.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: example.params, response: succeeded },
    handle: async ({ caller, params: { itemId, resourceId }, ifMatch }) => {
      await resources.remove(caller, itemId, resourceId, ifMatch);
      return succeeded;
    },
  }),
  restoreEndpoint({
    path: '/items/{itemId}/resources/{resourceId}/restore',
    singular: 'resource',
    noun: 'a resource',
    description:
      'A link or a video comes back as the last of its item. 422 for a file, which was removed with its resource; 409 when the item is deleted or has this video by now.',
    tag,
    scope: 'content:write',
    params,
    record: resourceRecord,
    example: { params: example.params, record: resourceExample },
    handle: ({ caller, params: { itemId, resourceId } }) => resources.restore(caller, itemId, resourceId),
  }),
];
