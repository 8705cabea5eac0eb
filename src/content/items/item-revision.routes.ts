/** The endpoints of the history of items. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { itemExample } from './item.record.js';
import { item } from './item.schema.js';
import { itemRevision, itemRevisionExample, itemRevisionList } from './item-revision.schema.js';
import type { ItemRevisionService } from './item-revision.service.js';
import { MAX_ITEM_REVISIONS } from './item-revisions.repository.js';

const tag = 'Items';

export const itemRevisionRoutes = (revisions: ItemRevisionService): Endpoint[] => [
  endpointList({
    path: '/items/{itemId}/revisions',
    operationId: 'listItemRevisions',
    summary: 'List the revisions of an item',
    description:
      `Who changed which fields, from what to what: the newest ${MAX_ITEM_REVISIONS}, newest first by default. An item that is published by its schedule or by \`autoPublish\` has no author; what else processing does is not listed; ` +
      'versions of transcripts have their own list.',
    tag,
    scope: 'content:read',
    params: z.object({ itemId: pathId }),
    plural: 'revisions',
    spec: itemRevisionList,
    record: itemRevision,
    example: { params: { itemId: 42 }, record: itemRevisionExample },
    handle: ({ caller, params: { itemId }, query }) => revisions.list(caller, itemId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/revisions/{itemRevisionId}/restore',
    operationId: 'restoreItemRevision',
    summary: 'Restore what a revision changed',
    description:
      'Sets its fields to what they were before, like an update of the item, which is a new revision. 422 names the fields whose former values are not valid any more, ' +
      'for example because a speaker was deleted. Changes of `status`, `deletedDate` and the review are not restored.',
    tag,
    scope: 'content:draft',
    params: z.object({ itemId: pathId, itemRevisionId: pathId }),
    response: z.object({ item }),
    errors: [409],
    example: { params: { itemId: 42, itemRevisionId: 815 }, response: { item: itemExample } },
    handle: async ({ caller, params: { itemId, itemRevisionId } }) => ({
      item: await revisions.restore(caller, itemId, itemRevisionId),
    }),
  }),
];
