/** The speaker endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { duplicateOf, recordEndpoints } from '../../platform/http/record-endpoints.js';
import { recordQuery } from '../../platform/http/record-query.js';
import { speakerExample } from '../records/speaker.record.js';
import { newSpeaker, speaker, speakerChanges, speakerExpansions, speakerList } from './speaker.schema.js';
import type { SpeakerService } from './speaker.service.js';

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
