/** The endpoint that uploads a speaker's image. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import { pathId } from '../../platform/http/record-query.js';
import { imageTypes } from '../../platform/images/read-image.js';
import { widthsText } from '../../platform/images/resized-images.js';
import { fileUrl } from '../../platform/lib/fields.js';
import type { SpeakerImageService } from './speaker-image.service.js';

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

export const speakerImageRoutes = (images: SpeakerImageService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/speakers/{speakerId}/image/upload',
    operationId: 'uploadSpeakerImage',
    summary: 'Upload the image of a speaker',
    description:
      'PNG, JPEG or WebP, at most 10 MB, as the single part `image`. The type is detected from the content. ' +
      `The speaker's previous image is replaced. ${widthsText}`,
    tag: 'Speakers',
    scope: 'content:write',
    params: z.object({ speakerId: pathId }),
    body: { file: 'image', types: imageTypes, maxBytes: MAX_IMAGE_BYTES },
    response: z.object({
      speakerId: z.int(),
      filename: z.string().meta({ description: 'As stored; the same as imageFilename.' }),
      url: fileUrl.meta({ description: 'Full URL of the image; the same as imageUrl.' }),
    }),
    example: {
      params: { speakerId: 5 },
      response: {
        speakerId: 5,
        filename: 'miriam.jpg',
        url: 'http://localhost:8080/v2/files/1/Jm3bKQx0C1pVw7tYzU4hNfRsDgA2LkEo/miriam.jpg',
      },
    },
    handle: ({ caller, params: { speakerId }, body }) => images.upload(caller, speakerId, body),
  }),
];
