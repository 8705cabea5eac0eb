/** Endpoints for passkeys. */
import { z } from 'zod';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { pathId } from '../../platform/http/endpoint/record-query.js';
import { exampleSignIn, exampleTime, signInResult, PASSKEY_BYTES } from './sign-in.schema.js';
import { assertion, options, passkey, registration } from './passkey.schema.js';
import type { PasskeyService } from './passkey.service.js';
import type { Passkeys } from './passkeys.js';
import { tag } from './sign-in.routes.js';
import { signInRequest } from './visit.js';

const example = {
  id: 3,
  name: 'Firefox on Windows',
  lastUsedAt: exampleTime,
  entryDate: '2026-03-01T12:00:00.000Z',
};
const exampleId = 'mZ0x9Qd3';
const exampleAssertion = {
  id: exampleId,
  rawId: exampleId,
  type: 'public-key' as const,
  response: { clientDataJSON: 'eyJ0', authenticatorData: 'SZYN', signature: 'MEUC' },
};

export const passkeyRoutes = (service: PasskeyService, passkeys: Passkeys): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/auth/passkeys',
    operationId: 'listPasskeys',
    summary: 'List your passkeys',
    tag,
    scope: 'session',
    response: z.object({ passkeys: z.array(passkey) }),
    example: { response: { passkeys: [example] } },
    handle: async ({ session }) => ({ passkeys: await service.list(session.person.id) }),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/passkeys/registration-options',
    operationId: 'getPasskeyRegistrationOptions',
    summary: 'Start to add a passkey',
    description:
      'Gets 422 where browsers refuse passkeys: on an IP address, or without https. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    response: z.object({ options }),
    example: {
      response: { options: { challenge: 'x5Yd', rp: { id: 'console.example.org', name: 'Lectern' } } },
    },
    handle: async ({ session }) => ({ options: { ...(await passkeys.registrationOptions(session)) } }),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/passkeys/create',
    operationId: 'createPasskey',
    summary: 'Add a passkey',
    description:
      'From then on, a password alone does not sign in. Returns recovery codes if there were none. Ends all other sessions. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    status: 201,
    errors: [409],
    maxJsonBytes: PASSKEY_BYTES,
    body: registration,
    response: z.object({
      passkey,
      recoveryCodes: z
        .array(z.string())
        .meta({ description: 'Each replaces a passkey once. Shown only now.' }),
    }),
    example: {
      body: {
        credential: {
          id: exampleId,
          rawId: exampleId,
          type: 'public-key',
          response: { clientDataJSON: 'eyJ0', attestationObject: 'o2Nm' },
        },
      },
      response: { passkey: { ...example, lastUsedAt: null }, recoveryCodes: ['k3vq7a-2m5xnd-pz4wte-6rhcuy'] },
    },
    handle: (input) => service.create(input.body, signInRequest(input)),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/passkeys/sign-in-options',
    operationId: 'getPasskeySignInOptions',
    summary: 'Start to sign in with a passkey',
    description: 'Gets 422 where browsers refuse passkeys: on an IP address, or without https.',
    tag,
    scope: 'open',
    response: z.object({ options }),
    example: { response: { options: { challenge: 'x5Yd', rpId: 'console.example.org' } } },
    handle: async (input) => ({ options: { ...(await passkeys.signInOptions(signInRequest(input))) } }),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    operationId: 'signInWithPasskey',
    summary: 'Sign in with a passkey',
    description: 'It replaces both the password and the second factor.',
    tag,
    scope: 'open',
    maxJsonBytes: PASSKEY_BYTES,
    body: z.strictObject({ credential: assertion }),
    response: signInResult,
    example: { body: { credential: exampleAssertion }, response: exampleSignIn },
    handle: (input) => service.signIn(input.body.credential, signInRequest(input)),
  }),
  command({
    method: 'DELETE',
    path: '/auth/passkeys/{passkeyId}',
    operationId: 'removePasskey',
    summary: 'Remove a passkey',
    description: 'Ends all other sessions. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    errors: [422],
    params: z.object({ passkeyId: pathId }),
    example: { params: { passkeyId: 3 } },
    handle: (input) => service.remove(input.params.passkeyId, signInRequest(input)),
  }),
];
