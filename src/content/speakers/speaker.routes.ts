/** The speaker endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { duplicateOf, recordEndpoints } from '../../platform/http/endpoint/record-endpoints.js';
import { recordQuery, pathId } from '../../platform/http/endpoint/record-query.js';
import { speakerExample } from '../records/speaker.record.js';
import { newSpeaker, speaker, speakerChanges, speakerExpansions, speakerList } from './speaker.schema.js';
import type { SpeakerService } from './speaker.service.js';
import { imageTypes } from '../../platform/images/read-image.js';
import { widthsText } from '../../platform/images/resized-images.js';
import { LONG_TEXT_BYTES, fileUrl } from '../../platform/lib/fields.js';
import type { SpeakerImageService } from './speaker-image.service.js';

const created = z.object({ speaker, duplicateOf });
const tag = 'Speakers';

export const speakerRoutes = (speakers: SpeakerService): Endpoint[] => [
  endpointList({
    path: '/speakers',
    operationId: 'listSpeakers',
    summary: 'List speakers',
    description: '`itemCount` is set only if you sort by it or expand `items`.',
    tag,
    scope: 'content:read',
    plural: 'speakers',
    spec: speakerList,
    record: speaker,
    example: { record: speakerExample },
    handle: ({ caller, query }) => speakers.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/speakers/create',
    operationId: 'createSpeaker',
    summary: 'Create a speaker',
    description:
      'Names need not be unique: `duplicateOf` is the id of the oldest other speaker with this name, ignoring case and spaces.',
    tag,
    scope: 'content:write',
    status: 201,
    maxJsonBytes: LONG_TEXT_BYTES,
    body: newSpeaker,
    response: created,
    example: {
      body: { name: 'Miriam Adler', bio: 'Pastor, beekeeper.' },
      response: { speaker: speakerExample, duplicateOf: null },
    },
    handle: ({ caller, body }) => speakers.create(caller, body),
  }),
  ...recordEndpoints({
    path: '/speakers/{speakerId}',
    operationIds: {
      get: 'getSpeaker',
      update: 'updateSpeaker',
      delete: 'deleteSpeaker',
      restore: 'restoreSpeaker',
    },
    singular: 'speaker',
    noun: 'a speaker',
    tag,
    record: speaker,
    query: recordQuery(speakerExpansions),
    changes: speakerChanges,
    updating: 'A new name reaches search within seconds.',
    deleting: 'Refused with 409 while items carry the speaker.',
    merging: {
      operationId: 'mergeSpeaker',
      description:
        'Replaces the speaker with the speaker `into` in all items and deletes it. Returns `into`; search reflects the change within seconds.',
      merge: speakers.merge,
    },
    example: { id: 5, record: speakerExample, changes: { bio: 'Pastor, beekeeper.' } },
    service: speakers,
  }),
];

const MAX_IMAGE_BYTES = 10 * 1024 * 1024;

/** The endpoint that uploads a speaker's image. */
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
