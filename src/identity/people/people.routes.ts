/** The people endpoints (scope admin). */
import { z } from 'zod';
import { command, endpoint, endpointList, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { roundTripNote } from '../../platform/http/endpoint/record-endpoints.js';
import type { PeopleService } from './people.service.js';
import {
  invitedExample,
  newPerson,
  personChanges,
  personExample,
  personList,
  personRecord,
} from './person.schema.js';

const tag = 'People';
const params = z.object({ personId: pathId });
const MAILED = 'Hand it to the person. Null if it was mailed to them.';
const RECENT = 'People need a sign-in of the last ten minutes.';

export const peopleRoutes = (people: PeopleService): Endpoint[] => [
  endpointList({
    path: '/people',
    operationId: 'listPeople',
    recent: false,
    summary: 'List people',
    description: 'Those who belong to the account, and those who are invited to it.',
    tag,
    scope: 'admin',
    plural: 'people',
    spec: personList,
    record: personRecord,
    example: { record: personExample },
    handle: ({ account, query }) => people.list(account.id, query),
  }),
  endpoint({
    method: 'POST',
    path: '/people/create',
    operationId: 'invitePerson',
    summary: 'Invite a person',
    description: `Makes a link that works once, for 24 hours, and replaces an open invitation of the same address. Whoever has the address in another account must sign in before they can accept; the response does not tell whether somebody has. ${RECENT}`,
    encrypted: true,
    tag,
    scope: 'admin',
    recent: true,
    status: 201,
    errors: [409],
    body: newPerson,
    response: z.object({
      person: personRecord,
      invitationUrl: z.string().nullable().meta({ description: MAILED }),
    }),
    example: {
      body: { email: 'samuel@example.org', role: 'contributor' },
      response: { person: invitedExample, invitationUrl: 'https://console.example.org/sign-in#token=m3J…' },
    },
    handle: async ({ caller, body }) => {
      const { person, url } = await people.invite(caller, body);
      return { person, invitationUrl: url };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/people/{personId}',
    operationId: 'getPerson',
    recent: false,
    summary: 'Get a person',
    tag,
    scope: 'admin',
    params,
    response: z.object({ person: personRecord }),
    example: { params: { personId: 7 }, response: { person: personExample } },
    handle: async ({ account, params: { personId } }) => ({ person: await people.get(account.id, personId) }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/people/{personId}',
    operationId: 'updatePerson',
    summary: 'Change the role or name of a person',
    description: `Another role ends the person's sessions. The last owner keeps theirs (409), as does the name of whoever belongs to other accounts too. ${RECENT} ${roundTripNote}`,
    tag,
    scope: 'admin',
    recent: true,
    errors: [409],
    params,
    body: personChanges,
    response: z.object({ person: personRecord }),
    example: {
      params: { personId: 7 },
      body: { role: 'editor' },
      response: { person: personExample },
    },
    update: {
      read: async ({ account, params: { personId } }) => ({ person: await people.get(account.id, personId) }),
      ignored: ['lastSignInAt', 'hasSecondFactor', 'invitationExpiresAt'],
    },
    handle: async ({ caller, params: { personId }, body, conditions, session, request }) => {
      const { person, renewed } = await people.update(caller, personId, body, { conditions, session });
      if (renewed) request.cookies?.set(renewed.secret, renewed.maxAgeSecs);
      return { person };
    },
  }),
  command({
    method: 'DELETE',
    path: '/people/{personId}',
    operationId: 'removePerson',
    summary: 'Remove a person from the account',
    description: `Ends the person's sessions, open streams and uploads within five seconds, or an invitation. The last owner cannot leave (409). ${RECENT}`,
    tag,
    scope: 'admin',
    recent: true,
    errors: [409],
    params,
    example: { params: { personId: 7 } },
    handle: ({ caller, params: { personId }, conditions: { ifMatch } }) =>
      people.remove(caller, personId, ifMatch),
  }),
  endpoint({
    method: 'POST',
    path: '/people/{personId}/reset',
    operationId: 'resetPerson',
    summary: 'Let a person set a new password',
    description: `Makes a link that works once, for 24 hours; second factors stay. Only for people without rights outside the account: others reset their password by mail, or on the command line (409). ${RECENT}`,
    tag,
    scope: 'admin',
    recent: true,
    errors: [409],
    params,
    response: z.object({ resetUrl: z.string().nullable().meta({ description: MAILED }) }),
    example: {
      params: { personId: 7 },
      response: { resetUrl: 'https://console.example.org/sign-in#token=m3J…' },
    },
    handle: async ({ caller, params: { personId } }) => ({ resetUrl: await people.reset(caller, personId) }),
  }),
];
