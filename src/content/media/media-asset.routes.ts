/** The media endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import {
  draftScopes,
  recordEndpoints,
  restoreEndpoint,
} from '../../platform/http/endpoint/record-endpoints.js';
import { pathId, recordQuery } from '../../platform/http/endpoint/record-query.js';
import { mediaAsset, mediaAssetExample } from '../items/media-asset.record.js';
import {
  createdMedia,
  resumableExample,
  resumableUpload,
  mediaAssetChanges,
  mediaAssetList,
  mediaExpansions,
  newMediaAsset,
} from './media-asset.schema.js';
import type { MediaAssetService } from './media-asset.service.js';

const ofItem = z.object({ itemId: pathId });
const params = z.object({ mediaAssetId: pathId });
const response = z.object({ mediaAsset });
const example = { params: { mediaAssetId: 7 }, response: { mediaAsset: mediaAssetExample } };
const tag = 'Media';

/** What the example lacks before its file has arrived. */
const notUploaded = {
  bitrate: null,
  filename: null,
  status: 'created',
  url: null,
  downloadUrl: null,
  chapters: [],
} satisfies Partial<typeof mediaAssetExample>;

export const mediaAssetRoutes = (media: MediaAssetService): Endpoint[] => [
  endpointList({
    path: '/media',
    operationId: 'listAllMediaAssets',
    summary: 'List the media assets of all items',
    description:
      '`status=created` selects files that have not arrived yet, `status=created&uploadExpiresAt.nl=false` uploads in progress. `needsEditor` is about the item: only callers with `content:write` may change it.',
    tag,
    scope: 'content:read',
    plural: 'mediaAssets',
    spec: mediaAssetList,
    record: mediaAsset,
    example: { record: mediaAssetExample },
    handle: ({ caller, query }) => media.list(caller, query),
  }),
  endpointList({
    path: '/items/{itemId}/media',
    operationId: 'listMediaAssets',
    summary: 'List the media assets of an item',
    tag,
    scope: 'content:read',
    params: ofItem,
    plural: 'mediaAssets',
    spec: mediaAssetList,
    record: mediaAsset,
    example: { params: { itemId: 42 }, record: mediaAssetExample },
    handle: ({ caller, params: { itemId }, query }) => media.listOf(caller, itemId, query),
  }),
  endpoint({
    method: 'POST',
    path: '/items/{itemId}/media/create',
    operationId: 'createMediaAsset',
    summary: 'Create a media asset',
    description:
      'For a file, send `contentType`, `mimeType` and `fileSizeBytes`, then upload it with PUT to `uploadUrl` within an hour, with the declared type as ' +
      '`Content-Type`. The file is examined after the upload: the asset becomes `ready` with the properties of the file, or `error` with an `errorMessage` if ' +
      'the file differs from the declaration. `resumable` is for large files: an upload in pieces that goes on after a connection was cut, until 24 hours after its last byte. For media on an external platform, send `externalPlatform` and `externalPlatformId`: `uploadUrl` and `resumable` are null and ' +
      'the asset is `ready` at once. 409 if the item already has this video.',
    tag,
    scope: 'content:draft',
    status: 201,
    encrypted: true,
    params: ofItem,
    body: newMediaAsset,
    response: createdMedia,
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
          ...notUploaded,
          uploadedBytes: 0,
          uploadExpiresAt: '2026-03-02T12:00:00.000Z',
        },
        uploadUrl: 'https://library.example.org/v2/uploads/1/12/8sJq2',
        resumable: resumableExample,
      },
    },
    handle: ({ caller, params: { itemId }, body }) => media.create(caller, itemId, body),
  }),
  endpoint({
    method: 'POST',
    path: '/media/{mediaAssetId}/resume',
    operationId: 'resumeMediaUpload',
    summary: 'Continue the upload of a media asset',
    description:
      'Returns the address for an upload in pieces again, for whoever lost it. What has arrived stays, and the caller counts as the one who uploads. An upload that has expired or was ended starts ' +
      'again. 422 if the file has arrived, or is on an external platform.',
    tag,
    scope: 'content:draft',
    params,
    response: z.object({ mediaAsset, resumable: resumableUpload }),
    example: {
      params: example.params,
      response: {
        mediaAsset: {
          ...mediaAssetExample,
          ...notUploaded,
          uploadedBytes: 12_582_912,
          uploadExpiresAt: '2026-03-02T12:00:00.000Z',
        },
        resumable: resumableExample,
      },
    },
    handle: ({ caller, params: { mediaAssetId } }) => media.resume(caller, mediaAssetId),
  }),
  ...recordEndpoints({
    path: '/media/{mediaAssetId}',
    operationIds: { get: 'getMediaAsset', update: 'updateMediaAsset', delete: 'deleteMediaAsset' },
    singular: 'mediaAsset',
    noun: 'a media asset',
    tag,
    scopes: draftScopes,
    record: mediaAsset,
    query: recordQuery(mediaExpansions),
    changes: mediaAssetChanges,
    // They change while the file arrives.
    update: { ignored: ['uploadedBytes', 'uploadExpiresAt'] },
    updating: 'The kind and the file cannot be changed; create another asset instead.',
    deleting:
      'Its file stays, and counts towards the quota, until it is purged from the trash. 409 while the item is queued, processing, publishing or published and indexed with this asset.',
    example: { id: 7, record: mediaAssetExample, changes: { durationSecs: 1830 } },
    service: media,
  }),
  endpoint({
    method: 'POST',
    path: '/media/{mediaAssetId}/uploaded',
    operationId: 'mediaAssetUploaded',
    summary: 'Confirm the upload',
    description:
      'Checks that the file exists with the declared size, and queues its examination: the asset is `uploaded`, then `processing`, then `ready` or `error`. 422 if the file does not exist. Safe to repeat.',
    tag,
    scope: 'content:draft',
    params,
    response,
    example,
    handle: async ({ caller, params: { mediaAssetId } }) => ({
      mediaAsset: await media.uploaded(caller, mediaAssetId),
    }),
  }),
  restoreEndpoint({
    path: '/media/{mediaAssetId}/restore',
    operationId: 'restoreMediaAsset',
    singular: 'mediaAsset',
    noun: 'a media asset',
    description:
      'With its file, and the chapters that were deleted with it. 422 if it has no file; 409 if the item is deleted or already has this video.',
    tag,
    scope: 'content:draft',
    params,
    record: mediaAsset,
    example: { params: example.params, record: mediaAssetExample },
    handle: ({ caller, params: { mediaAssetId } }) => media.restore(caller, mediaAssetId),
  }),
];
