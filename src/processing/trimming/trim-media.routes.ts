/** The endpoint that cuts a part out of a recording. */
import { z } from 'zod';
import { mediaAsset, mediaAssetExample } from '../../content/items/media-asset.record.js';
import { endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { trimInput, type TrimMediaService } from './trim-media.service.js';

const params = z.object({ mediaAssetId: pathId });

export const trimMediaRoutes = (service: TrimMediaService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/media/{mediaAssetId}/cut',
    operationId: 'cutMediaAsset',
    summary: 'Cut a part out of a recording',
    description:
      'For the sermon in the recording of a whole service. The part becomes a media asset of its own, without loss of quality. Once it is stored, it takes the place of the whole recording, which goes to the trash and can be restored; the part of its transcript goes along, and the item is processed. The response has the new asset: `created` until then, `error` with an `errorMessage` if it cannot be made. 422 if the item is public or being processed, or if the server has no ffmpeg.',
    tag: 'Media',
    scope: 'content:draft',
    status: 201,
    params,
    body: trimInput,
    response: z.object({ mediaAsset }),
    example: {
      params: { mediaAssetId: 7 },
      body: { startMs: 1_260_000, endMs: 3_180_000 },
      response: {
        mediaAsset: {
          ...mediaAssetExample,
          id: 8,
          fileSizeBytes: null,
          durationSecs: null,
          bitrate: null,
          filename: null,
          status: 'created',
          url: null,
          downloadUrl: null,
          chapters: [],
        },
      },
    },
    handle: async ({ caller, params: { mediaAssetId }, body }) => ({
      mediaAsset: await service.request(caller, mediaAssetId, body),
    }),
  }),
];
