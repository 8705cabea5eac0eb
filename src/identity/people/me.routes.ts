/** Endpoints of what people read and change of themselves. */
import { z } from 'zod';
import type { Db } from '../../platform/db/dialect.js';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { examplePerson, exampleTime } from '../sign-in/sign-in.schema.js';
import { signInRequest } from '../sign-in/visit.js';
import { me, myChanges, personalData } from './me.schema.js';
import type { MeService } from './me.service.js';
import { readPersonalData } from './personal-data.js';

const tag = 'Sign-in';
const example = { ...examplePerson, pendingEmail: null, entryDate: exampleTime };

export const meRoutes = (db: Db, service: MeService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/auth/me',
    operationId: 'getMe',
    recent: false,
    summary: 'Get yourself',
    tag,
    scope: 'session',
    response: z.object({ person: me }),
    example: { response: { person: example } },
    handle: async ({ session }) => ({ person: await service.get(session) }),
  }),
  endpoint({
    method: 'PATCH',
    path: '/auth/me',
    operationId: 'updateMe',
    // Only another address needs one, which the service checks.
    recent: false,
    summary: 'Change your name, address, language or time zone',
    description:
      'Another address counts once it is confirmed with a link, which is mailed there; the former address is told. Without a mail server it gets 422, and `lectern person email` changes it.',
    tag,
    scope: 'session',
    errors: [403],
    maxJsonBytes: 4 * 1024,
    body: myChanges,
    response: z.object({ person: me }),
    example: {
      body: { timeZone: 'Europe/Berlin' },
      response: { person: example },
    },
    handle: async ({ session, body, conditions }) => ({
      person: await service.update(session, body, conditions),
    }),
  }),
  endpoint({
    method: 'GET',
    path: '/auth/me/export',
    operationId: 'exportMe',
    summary: 'Export what is stored about you',
    description: 'Without secrets. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    response: personalData,
    example: {
      response: {
        person: example,
        accounts: [{ shortName: 'demo', role: 'editor', digestMail: false, entryDate: exampleTime }],
        sessions: [],
        passkeys: [],
        authenticatorApp: null,
        openIdIdentities: [],
        devices: [],
        transcriptDrafts: [],
        auditEntries: [],
      },
    },
    handle: async ({ session }) => ({
      person: await service.get(session),
      ...(await readPersonalData(db, session.person.id)),
    }),
  }),
  command({
    method: 'DELETE',
    path: '/auth/memberships/{shortName}',
    operationId: 'leaveAccount',
    summary: 'Leave an account',
    description:
      'Ends your other sessions too. The last owner cannot (409). Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    errors: [404, 409],
    params: z.object({ shortName: z.string().max(100) }),
    example: { params: { shortName: 'demo' } },
    handle: (input) => service.leave(input.params.shortName, signInRequest(input)),
  }),
  command({
    method: 'DELETE',
    path: '/auth/me',
    operationId: 'deleteMe',
    summary: 'Delete yourself',
    description:
      'Ends your sessions, removes you from all accounts, and deletes what is stored about you; what you created stays, as of a "Deleted person". The last owner of an account cannot (409). Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    errors: [409],
    handle: async (input) => {
      await service.remove(input.session, signInRequest(input));
      input.request.cookies?.clear();
    },
  }),
];
