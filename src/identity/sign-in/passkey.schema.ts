/** Schemas of passkeys, as browsers send them (WebAuthn, `PublicKeyCredential.toJSON()`). */
import { z } from 'zod';
import { dateTimeOutput, visibleText } from '../../platform/lib/fields.js';

const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'must be base64url');

/** At most 1,023 bytes. */
const credentialId = base64url(1_364);
const clientDataJSON = base64url(4_000);
/** With a certificate chain, if the authenticator sends one unasked. */
const attestationObject = base64url(40_000);

const credential = <T extends z.ZodRawShape>(response: T) =>
  z.object({
    id: credentialId,
    rawId: credentialId,
    type: z.literal('public-key'),
    response: z.object(response),
  });

export const registration = z.strictObject({
  credential: credential({
    clientDataJSON,
    attestationObject,
    transports: z.array(z.string().max(32)).max(10).optional(),
  }),
  name: visibleText(100).optional().meta({ description: 'Default: the name of the browser and system.' }),
});

export const assertion = credential({
  clientDataJSON,
  authenticatorData: base64url(4_000),
  signature: base64url(8_000),
  userHandle: base64url(100).nullish(),
});

export const passkey = z
  .object({
    id: z.int(),
    name: z.string(),
    lastUsedAt: dateTimeOutput.nullable(),
    entryDate: dateTimeOutput,
  })
  .meta({ id: 'Passkey' });

/** Passed to the browser as it is. */
export const options = z.record(z.string(), z.unknown()).meta({
  description: 'For `PublicKeyCredential.parseCreationOptionsFromJSON()` or `parseRequestOptionsFromJSON()`.',
});

export type Registration = z.output<typeof registration>;
export type Assertion = z.output<typeof assertion>;
