/** Makes and uses passkeys. They fail with a DOMException when the person cancels, or the browser has none. */
import type { operations } from '../../../client/console-api.js';
import { sessionApi, unwrap } from '../api/session-api.js';

type Body<O extends keyof operations> = operations[O] extends {
  requestBody: { content: { 'application/json': infer B } };
}
  ? B
  : never;
type Assertion = Body<'signInWithPasskey'>['credential'];
export type Registration = Body<'createPasskey'>['credential'];

/** What proves that the person has one of their passkeys. */
export const usePasskey = async (): Promise<Assertion> => {
  const { options } = await unwrap(sessionApi.POST('/auth/passkeys/sign-in-options'));
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options as never);
  const credential = (await navigator.credentials.get({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as Assertion;
};

/** A new passkey, for the server to keep. */
export const makePasskey = async (): Promise<Registration> => {
  const { options } = await unwrap(sessionApi.POST('/auth/passkeys/registration-options'));
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options as never);
  const credential = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
  return credential.toJSON() as Registration;
};
