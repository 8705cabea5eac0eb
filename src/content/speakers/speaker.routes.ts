/** The speaker endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint.js';
import { recordEndpoints } from '../../platform/http/record-endpoints.js';
import { recordQuery } from '../../platform/http/record-query.js';
import { speakerExample } from '../records/speaker.record.js';
import { newSpeaker, speaker, speakerChanges, speakerExpansions, speakerList } from './speaker.schema.js';
import type { SpeakerService } from './speaker.service.js';

const response = z.object({ speaker });
const tag = 'Speakers';

export const speakerRoutes = (speakers: SpeakerService): Endpoint[] => [
  endpointList({
    path: '/speakers',
    name: 'listSpeakers',
    summary: 'List speakers',
    description: '`itemCount` is filled when sorted by it or expanded with `items`.',
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
    name: 'createSpeaker',
    summary: 'Create a speaker',
    tag,
    scope: 'content:write',
    status: 201,
    body: newSpeaker,
    response,
    example: {
      body: { name: 'Miriam Adler', bio: 'Pastor, beekeeper.' },
      response: { speaker: speakerExample },
    },
    handle: async ({ caller, body }) => ({ speaker: await speakers.create(caller, body) }),
  }),
  ...recordEndpoints({
    path: '/speakers/{speakerId}',
    singular: 'speaker',
    noun: 'a speaker',
    tag,
    record: speaker,
    query: recordQuery(speakerExpansions),
    changes: speakerChanges,
    updating: 'A new name reaches search within seconds.',
    deleting: 'Refused with 409 while items carry the speaker.',
    example: { id: 5, record: speakerExample, changes: { bio: 'Pastor, beekeeper.' } },
    service: speakers,
  }),
];
