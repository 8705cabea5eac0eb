/** The media endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { fileUrl } from '../../platform/lib/fields.js';
import { restoreEndpoint, sentBackText } from '../../platform/http/record-endpoints.js';
import { pathId, recordQuery } from '../../platform/http/record-query.js';
import { succeeded, success } from '../../platform/lib/fields.js';
import { mediaAsset, mediaAssetExample } from '../records/media-asset.record.js';
import { mediaAssetChanges, mediaAssetList, mediaExpansions, newMediaAsset } from './media-asset.schema.js';
import type { MediaAssetService } from './media-asset.service.js';

const ofItem = z.object({ itemId: pathId });
const params = z.object({ mediaAssetId: pathId });
const response = z.object({ mediaAsset });
const example = { params: { mediaAssetId: 7 }, response: { mediaAsset: mediaAssetExample } };
const tag = 'Media';

export const mediaAssetRoutes = (media: MediaAssetService): Endpoint[] => [
  endpointList({
    path: '/items/{itemId}/media',
    name: 'listMediaAssets',
    summary: 'List the media assets of an item',
    tag,
    scope: 'content:read',
    params: ofItem,
    plural: 'mediaAssets',
    spec: mediaAssetList,
    record: mediaAsset,
    example: { params: { itemId: 42 }, record: mediaAssetExample },
    handle: ({ caller, params: { itemId }, query }) => media.list(caller, itemId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/media/create',
    name: 'createMediaAsset',
    summary: 'Create a media asset',
    description:
      'For a file give `contentType`, `mimeType` and `fileSizeBytes`: PUT the file to `uploadUrl` within the hour, with `Content-Type` as declared. Once it is there it is examined: the asset becomes `ready` with the measures of the file, or `error` with an `errorMessage` where the file is not what was declared. ' +
      'For media at an external platform give `externalPlatform` and `externalPlatformId`: `uploadUrl` is null and the asset is `ready` at once; 409 when the item has this video already.',
    tag,
    scope: 'content:write',
    status: 201,
    encrypted: true,
    params: ofItem,
    body: newMediaAsset,
    response: z.object({ mediaAsset, uploadUrl: fileUrl.nullable() }),
    example: {
      params: { itemId: 42 },
      body: {
        contentType: 'audio',
        mimeType: 'audio/mpeg',
        fileSizeBytes: 29_280_000,
        originalFilename: 'Good shepherd.mp3',
        durationSecs: 1830,
      },
      response: {
        mediaAsset: {
          ...mediaAssetExample,
          bitrate: null,
          filename: null,
          status: 'created',
          url: null,
          downloadUrl: null,
          chapters: [],
        },
        uploadUrl: 'https://library.example.org/v2/uploads/1/12/8sJq2',
      },
    },
    handle: ({ caller, params: { itemId }, body }) => media.create(caller, itemId, body),
  }),
  endpoint({
    method: 'GET',
    path: '/media/{mediaAssetId}',
    name: 'getMediaAsset',
    summary: 'Get a media asset',
    tag,
    scope: 'content:read',
    params,
    query: recordQuery(mediaExpansions),
    response,
    example,
    handle: async ({ caller, params: { mediaAssetId }, query }) => ({
      mediaAsset: await media.get(caller, mediaAssetId, {
        expand: query._expand,
        withDeleted: query._withDeleted,
      }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/media/{mediaAssetId}',
    name: 'updateMediaAsset',
    summary: 'Update a media asset',
    description: `Its kind and its file stay what they are: for others create another asset. ${sentBackText}`,
    tag,
    scope: 'content:write',
    params,
    body: mediaAssetChanges,
    response,
    example: { ...example, body: { durationSecs: 1830 } },
    update: {
      read: async ({ caller, params: { mediaAssetId } }, expand) => ({
        mediaAsset: await media.get(caller, mediaAssetId, { expand }),
      }),
    },
    handle: async ({ caller, params: { mediaAssetId }, body, ifMatch }) => ({
      mediaAsset: await media.update(caller, mediaAssetId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/media/{mediaAssetId}',
    name: 'deleteMediaAsset',
    summary: 'Delete a media asset and its file',
    description:
      'Refused with 409 while its item is queued, processing, publishing or published with the transcript of this asset.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { mediaAssetId: 7 }, response: succeeded },
    handle: async ({ caller, params: { mediaAssetId }, ifMatch }) => {
      await media.remove(caller, mediaAssetId, ifMatch);
      return succeeded;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/media/{mediaAssetId}/uploaded',
    name: 'mediaAssetUploaded',
    summary: 'Confirm the upload',
    description:
      'Looks for the file and its size, and has it examined: the asset is `uploaded`, then `processing` and `ready` or `error`. 422 when the file is not there. It is safe to repeat.',
    tag,
    scope: 'content:write',
    params,
    response,
    example,
    handle: async ({ caller, params: { mediaAssetId } }) => ({
      mediaAsset: await media.uploaded(caller, mediaAssetId),
    }),
  }),
  restoreEndpoint({
    path: '/media/{mediaAssetId}/restore',
    singular: 'mediaAsset',
    noun: 'a media asset',
    description:
      'External media come back, with the chapters that were deleted with them. 422 where a file was removed with the asset; 409 when the item is deleted or has this video by now.',
    tag,
    scope: 'content:write',
    params,
    record: mediaAsset,
    example: { params: example.params, record: mediaAssetExample },
    handle: ({ caller, params: { mediaAssetId } }) => media.restore(caller, mediaAssetId),
  }),
];
