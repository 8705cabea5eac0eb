/** Why signing in at the OpenID provider failed, in words that the console's page knows. */
import { AppError } from '../../platform/lib/errors.js';

/** A fixed list, because it goes into an address: nothing of what the provider or a link says. */
export type OpenIdFailure =
  'expired' | 'refused' | 'unknown' | 'taken' | 'signInFirst' | 'usedLink' | 'unavailable' | 'failed';

/** An error of the API that also says which failure it is. */
export class OpenIdError extends AppError {
  constructor(
    readonly failure: OpenIdFailure,
    { status, type, message }: AppError,
  ) {
    super(status, type, message);
  }
}

/** Undefined for what is no answer to the request but a fault of the server. */
export const openIdFailureOf = (error: unknown): OpenIdFailure | undefined => {
  if (error instanceof OpenIdError) return error.failure;
  if (!(error instanceof AppError)) return undefined;
  return error.status === 503 ? 'unavailable' : 'failed';
};
