/** Endpoints to sign in at an OpenID provider. */
import type { IncomingMessage } from 'node:http';
import { z } from 'zod';
import { command, endpoint, type Endpoint, type RawResponse } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { dateTimeOutput } from '../../platform/lib/fields.js';
import { exampleTime, linkToken, SIGN_IN_BYTES } from './sign-in.schema.js';
import { openIdFailureOf, type OpenIdService } from './open-id.service.js';
import { tag } from './sign-in.routes.js';
import { signInRequest } from './visit.js';

const MAX_PARAMETER = 4_000;

/** Whether a browser shows the response to somebody. */
const isPageLoad = ({ headers }: IncomingMessage): boolean => headers['sec-fetch-mode'] === 'navigate';

const identity = z
  .object({ id: z.int(), issuer: z.string(), entryDate: dateTimeOutput })
  .meta({ id: 'OpenIdIdentity', description: 'An account at an OpenID provider.' });

const redirectTo = (path: string): RawResponse => ({
  status: 302,
  headers: { Location: path },
  contentType: 'text/plain',
  body: '',
});

export const openIdRoutes = (openId: OpenIdService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/auth/oidc/start',
    operationId: 'startOpenId',
    summary: 'Start to sign in at the OpenID provider',
    description:
      'Returns the URL to open, or 422 if no provider is configured. With `token`, it accepts an invitation; with `link`, whoever is signed in can use their account at the provider from then on, which needs a sign-in of the last ten minutes.',
    tag,
    scope: 'open',
    errors: [403, 404],
    maxJsonBytes: SIGN_IN_BYTES,
    body: z.strictObject({ token: linkToken.optional(), link: z.boolean().optional() }),
    response: z.object({ url: z.string() }),
    example: {
      body: {},
      response: { url: 'https://login.example.org/authorize?client_id=lectern&response_type=code' },
    },
    handle: (input) => openId.start(input.body, signInRequest(input)),
  }),
  endpoint({
    method: 'GET',
    path: '/auth/oidc/callback',
    operationId: 'finishOpenId',
    summary: 'Complete a sign-in at the OpenID provider',
    description:
      'The provider sends the browser here. Redirects to the console; after a failure, a browser that opens it as a page is sent to `/sign-in#error=` with the reason.',
    tag,
    scope: 'open',
    errors: [404, 409],
    query: z.looseObject({ state: z.string().min(1).max(MAX_PARAMETER) }),
    response: 'text/plain',
    otherStatuses: { 302: 'To the console' },
    example: { query: { state: 'Zx2…' }, response: '' },
    handle: async (input) => {
      const { search } = new URL(input.request.message.url ?? '', 'http://localhost');
      try {
        await openId.finish(search, input.query.state, signInRequest(input));
      } catch (error) {
        const failure = openIdFailureOf(error);
        if (failure === undefined || !isPageLoad(input.request.message)) throw error;
        return redirectTo(`/sign-in#error=${failure}`);
      }
      return redirectTo('/');
    },
  }),
  endpoint({
    method: 'GET',
    path: '/auth/oidc/identities',
    operationId: 'listOpenIdIdentities',
    summary: 'List your accounts at OpenID providers',
    description: 'Those with which you can sign in here.',
    tag,
    scope: 'session',
    response: z.object({ identities: z.array(identity) }),
    example: {
      response: { identities: [{ id: 5, issuer: 'https://login.example.org', entryDate: exampleTime }] },
    },
    handle: async ({ session }) => ({ identities: await openId.list(session.person.id) }),
  }),
  command({
    method: 'DELETE',
    path: '/auth/oidc/identities/{identityId}',
    operationId: 'unlinkOpenId',
    summary: 'Unlink an account at an OpenID provider',
    description:
      'Gets 422 if it is your only way to sign in. Ends all other sessions. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    errors: [422],
    params: z.object({ identityId: pathId }),
    example: { params: { identityId: 5 } },
    handle: (input) => openId.unlink(input.params.identityId, signInRequest(input)),
  }),
];
