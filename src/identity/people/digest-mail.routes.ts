/** Endpoints with which people ask for the weekly digest by mail, and stop it. */
import { z } from 'zod';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import type { DigestMailService } from './digest-mail.service.js';

const tag = 'Sign-in';
const choice = z.strictObject({ digestMail: z.boolean() }).meta({ id: 'DigestMail' });

export const digestMailRoutes = (digests: DigestMailService): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: '/auth/memberships/{shortName}/digest-mail',
    operationId: 'setDigestMail',
    recent: false,
    summary: 'Choose whether the weekly analytics of an account are mailed to you',
    description:
      'Off at first. Only for people whose role may read statistics. `GET /auth/session` has the choice by account.',
    tag,
    scope: 'session',
    errors: [403, 404],
    params: z.object({ shortName: z.string().max(100) }),
    maxJsonBytes: 4 * 1024,
    body: choice,
    response: choice,
    example: {
      params: { shortName: 'demo' },
      body: { digestMail: true },
      response: { digestMail: true },
    },
    handle: async ({ session, params: { shortName }, body }) => {
      await digests.set(session, shortName, body.digestMail);
      return body;
    },
  }),
  command({
    method: 'POST',
    path: '/unsubscribe/{token}',
    operationId: 'unsubscribe',
    summary: 'Stop the weekly analytics',
    description:
      'The link in the mail, without a sign-in. Mail programs send this request by themselves, as in RFC 8058; the body is ignored. In a browser, the link asks first.',
    tag,
    scope: 'open',
    cors: true,
    errors: [404],
    params: z.object({ token: z.string().max(100) }),
    example: { params: { token: '1.7.3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' } },
    handle: ({ params: { token } }) => digests.unsubscribe(token),
  }),
];
