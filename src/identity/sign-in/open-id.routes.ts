/** Endpoints to sign in at an OpenID provider. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../../platform/http/endpoint.js';
import type { OpenIdService } from './open-id.service.js';
import { tag } from './sign-in.routes.js';
import { linkToken } from './sign-in.schema.js';
import { visitOf } from './visit.js';

const MAX_PARAMETER = 4_000;

export const openIdRoutes = (openId: OpenIdService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/auth/oidc/start',
    operationId: 'startOpenId',
    summary: 'Start to sign in at the OpenID provider',
    description:
      'Returns the URL to open. With `token`, it accepts an invitation; with `link`, whoever is signed in can use their account at the provider from then on, which needs a sign-in of the last ten minutes.',
    tag,
    scope: 'open',
    errors: [403, 404],
    body: z.strictObject({ token: linkToken.optional(), link: z.boolean().optional() }),
    response: z.object({ url: z.string() }),
    example: {
      body: {},
      response: { url: 'https://login.example.org/authorize?client_id=lectern&response_type=code' },
    },
    handle: (input) => openId.start(input.body, visitOf(input)),
  }),
  endpoint({
    method: 'GET',
    path: '/auth/oidc/callback',
    operationId: 'finishOpenId',
    summary: 'Complete a sign-in at the OpenID provider',
    description: 'The provider sends the browser here. Redirects to the console.',
    tag,
    scope: 'open',
    errors: [404, 409],
    query: z.looseObject({ state: z.string().min(1).max(MAX_PARAMETER) }),
    response: 'text/plain',
    otherStatuses: { 302: 'To the console' },
    example: { query: { state: 'Zx2…' }, response: '' },
    handle: async (input) => {
      const { search } = new URL(input.request.message.url ?? '', 'http://localhost');
      await openId.finish(search, input.query.state, visitOf(input));
      return { status: 302, headers: { Location: '/' }, contentType: 'text/plain', body: '' };
    },
  }),
];
