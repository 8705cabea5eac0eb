/** The endpoints of an item's resources. */
import { z } from 'zod';
import { command, endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { restoreEndpoint, roundTripNote } from '../../platform/http/endpoint/record-endpoints.js';
import { deletedQuery, pathId } from '../../platform/http/endpoint/record-query.js';
import { LONG_TEXT_BYTES, fileUrl } from '../../platform/lib/fields.js';
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
    operationId: 'listResources',
    summary: 'List the resources of an item',
    description: 'Sorted by `displayOrder` by default.',
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
    operationId: 'createResource',
    summary: 'Add a resource to an item',
    description:
      'A file, a link or a video, added at the end. Upload a file with PUT to `uploadUrl` within an hour, without a token, with `fileMimeType` as `Content-Type` and exactly `fileSizeBytes` bytes. For links and videos, `uploadUrl` is null. 409 if the item already has this video.',
    tag,
    scope: 'content:draft',
    status: 201,
    encrypted: true,
    params: ofItem,
    maxJsonBytes: LONG_TEXT_BYTES,
    body: newResource,
    response: z.object({
      resource: resourceRecord,
      uploadUrl: fileUrl
        .nullable()
        .meta({ description: 'URL to upload the file to; null for links and videos.' }),
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
    operationId: 'getResource',
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
    operationId: 'updateResource',
    summary: 'Update a resource of an item',
    description: `The content type and the file cannot be changed; create another resource instead. Setting \`displayOrder\` moves the resources after it. ${roundTripNote}`,
    tag,
    scope: 'content:draft',
    params,
    body: resourceChanges,
    response,
    example: { ...example, body: { title: 'Study guide' } },
    update: {
      read: async ({ caller, params: { itemId, resourceId } }) => ({
        resource: await resources.get(caller, itemId, resourceId),
      }),
    },
    handle: async ({ caller, params: { itemId, resourceId }, body, conditions }) => ({
      resource: await resources.update(caller, itemId, resourceId, body, conditions),
    }),
  }),
  command({
    method: 'DELETE',
    path: '/items/{itemId}/resources/{resourceId}',
    operationId: 'deleteResource',
    summary: 'Delete a resource of an item',
    description: 'The file is deleted within seconds.',
    tag,
    scope: 'content:draft',
    params,
    example: { params: example.params },
    handle: ({ caller, params: { itemId, resourceId }, conditions: { ifMatch } }) =>
      resources.remove(caller, itemId, resourceId, ifMatch),
  }),
  restoreEndpoint({
    path: '/items/{itemId}/resources/{resourceId}/restore',
    operationId: 'restoreResource',
    singular: 'resource',
    noun: 'a resource',
    description:
      'A link or a video is restored at the end. 422 for a file, which was deleted with its resource; 409 if the item is deleted or already has this video.',
    tag,
    scope: 'content:draft',
    params,
    record: resourceRecord,
    example: { params: example.params, record: resourceExample },
    handle: ({ caller, params: { itemId, resourceId } }) => resources.restore(caller, itemId, resourceId),
  }),
];
