/** Endpoints of a person's sessions. */
import { z } from 'zod';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import type { SessionService } from './session.service.js';

const sessionRecord = z
  .object({
    id: z.int(),
    device: z.string().nullable().meta({ description: 'Browser and system.' }),
    address: z.string().nullable().meta({ description: 'Network address of the last use.' }),
    method: z.enum(['password', 'passkey', 'openId', 'link']),
    signedInAt: dateTimeOutput,
    lastUsedAt: dateTimeOutput.meta({ description: 'To the minute.' }),
    expiresAt: dateTimeOutput,
    isCurrent: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'PersonSession' });

const example = {
  id: 12,
  device: 'Firefox on Windows',
  address: '203.0.113.7',
  method: 'password' as const,
  signedInAt: '2026-03-01T12:00:00.000Z',
  lastUsedAt: '2026-03-08T09:41:00.000Z',
  expiresAt: '2026-03-22T09:41:00.000Z',
  isCurrent: true,
};
const tag = 'Sign-in';

export const sessionRoutes = (sessions: SessionService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/auth/sessions',
    operationId: 'listSessions',
    recent: false,
    summary: 'List your sessions',
    description: 'Last used first.',
    tag,
    scope: 'session',
    response: z.object({ sessions: z.array(sessionRecord) }),
    example: { response: { sessions: [example] } },
    handle: async ({ session: { id, person } }) => ({
      sessions: (await sessions.list(person.id)).map((row) => ({ ...row, isCurrent: row.id === id })),
    }),
  }),
  command({
    method: 'DELETE',
    path: '/auth/sessions',
    operationId: 'endOtherSessions',
    recent: true,
    summary: 'End your other sessions',
    tag,
    scope: 'session',
    handle: ({ session }) => sessions.endOthers(session),
  }),
  command({
    method: 'DELETE',
    path: '/auth/sessions/{sessionId}',
    operationId: 'endSession',
    recent: true,
    summary: 'End one of your sessions',
    tag,
    scope: 'session',
    params: z.object({ sessionId: pathId }),
    example: { params: { sessionId: 12 } },
    handle: ({ session, params: { sessionId } }) => sessions.end(session.person.id, sessionId),
  }),
];
