/** Endpoints for authenticator apps and recovery codes. */
import { z } from 'zod';
import { command, endpoint, type Endpoint } from '../../platform/http/endpoint/endpoint.js';
import { code, SIGN_IN_BYTES } from './sign-in.schema.js';
import { tag } from './sign-in.routes.js';
import type { TotpService } from './totp.service.js';
import { signInRequest } from './visit.js';

const recoveryCodes = z.object({
  recoveryCodes: z
    .array(z.string())
    .meta({ description: 'Each replaces a second factor once. They are shown only now.' }),
});
const exampleCodes = { recoveryCodes: ['k3vq7a-2m5xnd-pz4wte-6rhcuy'] };

export const totpRoutes = (totp: TotpService): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/auth/totp/create',
    operationId: 'createTotp',
    summary: 'Set up an authenticator app',
    description:
      'It counts once /auth/totp/confirm gets a first code. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    errors: [409],
    response: z.object({
      secret: z.string().meta({ description: 'Base32, to be typed.' }),
      uri: z.string().meta({ description: 'For a QR code.' }),
    }),
    example: {
      response: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Lectern:miriam%40example.org?issuer=Lectern&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
    handle: (input) => totp.create(signInRequest(input)),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/totp/confirm',
    operationId: 'confirmTotp',
    summary: 'Confirm an authenticator app',
    description:
      'With its first code. From then on, signing in with a password needs a code too. Ends all other sessions. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    maxJsonBytes: SIGN_IN_BYTES,
    body: z.strictObject({ code }),
    response: recoveryCodes,
    example: { body: { code: '492039' }, response: exampleCodes },
    handle: async (input) => ({ recoveryCodes: await totp.confirm(input.body.code, signInRequest(input)) }),
  }),
  command({
    method: 'DELETE',
    path: '/auth/totp',
    operationId: 'removeTotp',
    summary: 'Remove the authenticator app',
    description:
      'Recovery codes stay only if there is a passkey. Ends all other sessions. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    errors: [404],
    handle: (input) => totp.remove(signInRequest(input)),
  }),
  endpoint({
    method: 'POST',
    path: '/auth/recovery-codes/create',
    operationId: 'createRecoveryCodes',
    summary: 'Make new recovery codes',
    description:
      'They replace the earlier ones. Ends all other sessions. Needs a sign-in of the last ten minutes.',
    tag,
    scope: 'session',
    recent: true,
    response: recoveryCodes,
    example: { response: exampleCodes },
    handle: async (input) => ({ recoveryCodes: await totp.renewRecoveryCodes(signInRequest(input)) }),
  }),
];
