/** The artwork endpoints of items, series and collections. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { widthsText } from '../../platform/images/resized-images.js';
import { fileUrl } from '../../platform/lib/fields.js';
import type { ArtworkOwner } from './artwork.repository.js';
import {
  newArtworkFile,
  newCoverArt,
  unusedArtwork,
  unusedCoverArt,
  uploadedArtwork,
  uploadedCoverArt,
  type ArtworkService,
} from './artwork.service.js';
import { proportionsText, coverArtText } from './check-proportions.js';
import { itemExample } from '../items/item.record.js';
import { item } from '../items/item.schema.js';

const uploadExample = 'http://localhost:8080/v2/uploads/1/9/9sKLYr1b0pDSgy2ZT_DnVHtNrm7NCEhnIVcZGh0aZZE';
const uploadText =
  'Upload the file with PUT to `uploadUrl` within an hour, with `fileMimeType` as `Content-Type` and without a token. A file that differs from the ' +
  'declaration gets 422 and is not stored. After the upload, the record has the picture and its dimensions.';

/** The differences between the owners. */
const kinds = {
  variants: {
    variant: 'wide',
    newFile: newArtworkFile,
    uploaded: uploadedArtwork,
    unused: unusedArtwork,
    creating: `PNG, JPEG or WebP, at most 20 MB. ${uploadText} ${proportionsText} ${widthsText}`,
    removing: 'Removes one variant, or all four if the body names none.',
  },
  cover: {
    variant: 'square',
    newFile: newCoverArt,
    uploaded: uploadedCoverArt,
    unused: unusedCoverArt,
    creating: `The picture of its podcast feed: ${coverArtText}, at most 20 MB. ${uploadText} ${widthsText}`,
    removing: 'The feed then shows the picture of its newest item that has one.',
  },
} as const;

interface ArtworkCalls<T extends ArtworkOwner, R extends z.ZodObject> {
  owner: T;
  /** Ends in the parameter that identifies the record, e.g. `/items/{itemId}`. */
  path: `/${string}/{${T}Id}`;
  operationIds: { create: string; confirm: string; delete: string };
  /** In a sentence, e.g. `an item`. */
  noun: string;
  tag: string;
  record: R;
  example: z.input<R> & { id: number };
}

export const artworkRoutes = <T extends ArtworkOwner, R extends z.ZodObject>(
  artwork: ArtworkService,
  { owner, path, operationIds, noun, tag, record, example }: ArtworkCalls<T, R>,
): Endpoint[] => {
  const parameter = `${owner}Id`;
  // Contributors prepare items; series and collections are shared by public items.
  const scope = owner === 'item' ? 'content:draft' : 'content:write';
  const params = z.object({ [parameter]: pathId });
  const exampleParams = { [parameter]: example.id };
  const { variant, newFile, uploaded, unused, creating, removing } =
    kinds[owner === 'collection' ? 'cover' : 'variants'];
  return [
    endpoint({
      method: 'POST',
      path: `${path}/artwork/create`,
      operationId: operationIds.create,
      summary: `Upload artwork of ${noun}`,
      description: creating,
      tag,
      scope,
      status: 201,
      encrypted: true,
      params,
      body: newFile,
      response: z.object({ [owner]: record, uploadUrl: fileUrl }),
      example: {
        params: exampleParams,
        body: { variant: variant as 'square', fileMimeType: 'image/jpeg', fileSizeBytes: 183_000 },
        response: { [owner]: example, uploadUrl: uploadExample },
      },
      handle: async ({ caller, params: { [parameter]: id = 0 }, body: file }) => {
        const { row, uploadUrl } = await artwork.create(owner, caller, id, file);
        return { [owner]: row, uploadUrl } as never;
      },
    }),
    endpoint({
      method: 'POST',
      path: `${path}/artwork/uploaded`,
      operationId: operationIds.confirm,
      summary: `Confirm the upload of artwork of ${noun}`,
      description:
        'Optional, for files uploaded directly to a bucket: checks the file of the variant that was requested last and sets it at once. Otherwise, the server ' +
        'finds the file within a minute. 409 if the file differs from the declaration or has other proportions, 422 if it does not exist.',
      tag,
      scope,
      params,
      body: uploaded,
      response: z.object({ [owner]: record }),
      example: {
        params: exampleParams,
        body: { variant: variant as 'square' },
        response: { [owner]: example },
      },
      handle: async ({ caller, params: { [parameter]: id = 0 }, body: { variant } }) =>
        ({ [owner]: await artwork.confirm(owner, caller, id, variant) }) as never,
    }),
    endpoint({
      method: 'POST',
      path: `${path}/artwork/delete`,
      operationId: operationIds.delete,
      summary: `Remove artwork of ${noun}`,
      description: removing,
      tag,
      scope,
      params,
      body: unused,
      response: z.object({ result: z.literal('success'), [owner]: record }),
      example: {
        params: exampleParams,
        body: { variant: variant as 'square' },
        response: { result: 'success', [owner]: example } as never,
      },
      handle: async ({ caller, params: { [parameter]: id = 0 }, body: { variant } }) =>
        ({ result: 'success', [owner]: await artwork.remove(owner, caller, id, variant) }) as never,
    }),
  ];
};

/** The artwork endpoints of items. In this room, because it reports changed artwork to item webhooks. */
export const itemArtworkRoutes = (artwork: ArtworkService): Endpoint[] =>
  artworkRoutes(artwork, {
    owner: 'item',
    path: '/items/{itemId}',
    operationIds: {
      create: 'createItemArtwork',
      confirm: 'confirmItemArtwork',
      delete: 'deleteItemArtwork',
    },
    noun: 'an item',
    tag: 'Items',
    record: item,
    example: itemExample,
  });
