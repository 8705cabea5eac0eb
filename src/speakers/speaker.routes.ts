/** The speaker endpoints. */
import { z } from 'zod';
import { endpoint, endpointList, type Endpoint } from '../http/endpoint.js';
import { pathId, recordQuery } from '../http/record-query.js';
import { succeeded, success } from '../lib/fields.js';
import { speakerExample } from './speaker.record.js';
import { newSpeaker, speaker, speakerChanges, speakerExpansions, speakerList } from './speaker.schema.js';
import type { SpeakerService } from './speaker.service.js';

const params = z.object({ speakerId: pathId });
const response = z.object({ speaker });
const example = { params: { speakerId: 5 }, response: { speaker: speakerExample } };
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
    handle: ({ account, query }) => speakers.list(account.id, query),
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
      response: example.response,
    },
    handle: async ({ account, body }) => ({ speaker: await speakers.create(account.id, body) }),
  }),
  endpoint({
    method: 'GET',
    path: '/speakers/{speakerId}',
    name: 'getSpeaker',
    summary: 'Get a speaker',
    tag,
    scope: 'content:read',
    params,
    query: recordQuery(speakerExpansions),
    response,
    example,
    handle: async ({ account, params: { speakerId }, query }) => ({
      speaker: await speakers.get(account.id, speakerId, {
        expand: query._expand,
        withDeleted: query._withDeleted,
      }),
    }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/speakers/{speakerId}',
    name: 'updateSpeaker',
    summary: 'Update a speaker',
    description: 'A new name reaches search within seconds.',
    tag,
    scope: 'content:write',
    params,
    body: speakerChanges,
    response,
    example: { ...example, body: { bio: 'Pastor, beekeeper.' } },
    handle: async ({ account, params: { speakerId }, body, ifMatch }) => ({
      speaker: await speakers.update(account.id, speakerId, body, ifMatch),
    }),
  }),
  endpoint({
    method: 'DELETE',
    path: '/speakers/{speakerId}',
    name: 'deleteSpeaker',
    summary: 'Delete a speaker',
    description: 'Refused with 409 while items carry the speaker.',
    tag,
    scope: 'content:write',
    params,
    response: success,
    example: { params: { speakerId: 5 }, response: succeeded },
    handle: async ({ account, params: { speakerId } }) => {
      await speakers.remove(account.id, speakerId);
      return succeeded;
    },
  }),
];
