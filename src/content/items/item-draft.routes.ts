/** The endpoints of an item's pending changes. */
import { z } from 'zod';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { itemDraft, itemDraftExample, type ItemDraft } from './item-draft.schema.js';
import type { ItemDraftService } from './item-draft.service.js';
import { itemExample } from './item.record.js';
import { item, itemChanges } from './item.schema.js';

const params = z.object({ itemId: pathId });
const shared = { tag: 'Items', params } as const;
const response = z.object({ draft: itemDraft });
const example = { params: { itemId: 42 }, response: { draft: itemDraftExample } };

export const itemDraftRoutes = (drafts: ItemDraftService): Endpoint[] => [
  endpoint({
    ...shared,
    method: 'GET',
    path: '/items/{itemId}/draft',
    operationId: 'getItemDraft',
    summary: 'Get the pending changes of an item',
    description: '404 if there are none; `hasDraft` of the item says whether there are.',
    scope: 'content:draft',
    response,
    example,
    handle: async ({ caller, params: { itemId } }) => ({ draft: await drafts.get(caller, itemId) }),
  }),
  endpoint({
    ...shared,
    method: 'PATCH',
    path: '/items/{itemId}/draft',
    operationId: 'updateItemDraft',
    summary: 'Save pending changes of an item',
    description:
      'For changes of a public or scheduled item that an editor applies later: the item does not change. Takes the fields of `PATCH /items/{itemId}`, with the same checks, and adds them to those ' +
      'that are saved already.',
    scope: 'content:draft',
    body: itemChanges,
    response,
    update: {
      read: async ({ caller, params: { itemId } }) => ({ draft: await drafts.get(caller, itemId) }),
      compared: item,
    },
    example: { ...example, body: { title: 'The Good Shepherd', speakers: [{ id: 5 }] } },
    handle: async ({ caller, params: { itemId }, body, conditions }) => ({
      draft: await drafts.save(caller, itemId, body, conditions),
    }),
  }),
  command({
    ...shared,
    method: 'DELETE',
    path: '/items/{itemId}/draft',
    operationId: 'deleteItemDraft',
    summary: 'Discard the pending changes of an item',
    scope: 'content:draft',
    example: { params: example.params },
    handle: ({ caller, params: { itemId }, conditions: { ifMatch } }) =>
      drafts.discard(caller, itemId, ifMatch),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/items/{itemId}/draft/apply',
    operationId: 'applyItemDraft',
    summary: 'Apply the pending changes of an item',
    description:
      'Checks them again and changes the item, like one `PATCH /items/{itemId}`; the draft is then gone, and so is `readyForReview`. `If-Match` may have the ETag of the draft or of the item. 409 names the fields ' +
      'that have changed in the item since they were saved in the draft. The audit log has who applied the changes, and `draftAuthor`, who saved them last.',
    scope: 'content:write',
    supportsIfMatch: true,
    errors: [409],
    response: z.object({ item, draft: itemDraft }),
    audited: (result) => {
      const { changes, updatedBy } = (result as { draft: ItemDraft }).draft;
      return { changedFields: Object.keys(changes), draftAuthor: updatedBy as string | null };
    },
    example: { params: example.params, response: { item: itemExample, draft: itemDraftExample } },
    handle: ({ caller, params: { itemId }, conditions: { ifMatch } }) =>
      drafts.apply(caller, itemId, ifMatch),
  }),
];
