/** Makes challenges for passkeys, and verifies what browsers sign. User verification makes a passkey both factors. */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import type { Session } from '../../platform/http/callers/sessions.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { invalidState, messageOf, signInRequired } from '../../platform/lib/errors.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Log } from '../../platform/lib/log.js';
import { findPasskey, passkeysOf, usePasskey } from './factor.repository.js';
import type { Assertion, Registration } from './passkey.schema.js';
import { insertStep, takeStep } from './step.repository.js';
import type { RequestLimit } from './throttle.js';
import { deviceOf, type SignInRequest } from './visit.js';
import { isIP } from 'node:net';

const MAX_PASSKEYS = 20;
const TIMEOUT_MS = 5 * 60_000;

type Transports = NonNullable<Parameters<typeof verifyAuthenticationResponse>[0]['credential']['transports']>;

const refused = () => signInRequired('The passkey was not accepted. Try again.');

/** The challenge that the browser signed; undefined if the data is malformed. */
const challengeOf = (clientDataJSON: string): string | undefined => {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()) as {
      challenge?: unknown;
    };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
};

/** Identifies a person to authenticators: the same each time, so that they replace the person's passkey. */
const userHandleOf = (personId: number): Buffer => Buffer.from(sha256(`person ${personId}`), 'hex');

const transportsOf = ({ transports }: Row<'passkey'>): Transports => JSON.parse(transports) as Transports;

/** What a browser registered. */
export type NewPasskey = Pick<Row<'passkey'>, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;

export type Passkeys = ReturnType<typeof createPasskeys>;

export const createPasskeys = ({
  db,
  clock,
  log,
  relyingParty: { rpId, origin, reason },
  startLimit,
}: {
  db: Db;
  clock: Clock;
  log: Log;
  relyingParty: RelyingParty;
  /** Limits how often sign-ins are started. */
  startLimit: RequestLimit;
}) => {
  const assertOffered = (): void => {
    if (reason) throw invalidState(reason);
  };
  const logFailure = (error: unknown, { client, requestId }: SignInRequest): void =>
    log.warn({ step: 'passkey', reason: messageOf(error), ip: client.ip, requestId }, 'sign-in failed');

  return {
    /** @throws {InvalidStateError} when passkeys are not offered, or the person has too many */
    registrationOptions: async ({ id: sessionId, person }: Session) => {
      assertOffered();
      const known = await passkeysOf(db, person.id);
      if (known.length >= MAX_PASSKEYS)
        throw invalidState(`You have ${known.length} passkeys: remove one first`);
      const options = await generateRegistrationOptions({
        rpName: 'Lectern',
        rpID: rpId,
        userID: new Uint8Array(userHandleOf(person.id)),
        userName: person.email,
        userDisplayName: person.name,
        timeout: TIMEOUT_MS,
        excludeCredentials: known.map((row) => ({ id: row.credentialId, transports: transportsOf(row) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await insertStep(db, clock, 'passkeyRegistration', options.challenge, {
        personId: person.id,
        data: { sessionId },
      });
      return options;
    },

    /** @throws {AuthenticationError} when the browser registered for another host, person or challenge */
    verifyRegistration: async (
      { credential: { id, rawId, type, response } }: Registration,
      visit: SignInRequest & { session: Session },
    ): Promise<NewPasskey> => {
      const challenge = challengeOf(response.clientDataJSON);
      const step = challenge ? await takeStep(db, clock, 'passkeyRegistration', challenge) : undefined;
      if (!challenge || step?.data.sessionId !== visit.session.id) throw refused();
      try {
        const { registrationInfo } = await verifyRegistrationResponse({
          response: { id, rawId, type, clientExtensionResults: {}, response: response },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          requireUserVerification: true,
        });
        if (!registrationInfo) throw new Error('not verified');
        const { credential } = registrationInfo;
        return {
          credentialId: credential.id,
          publicKey: Buffer.from(credential.publicKey).toString('base64url'),
          counter: credential.counter,
          transports: JSON.stringify(response.transports ?? []),
        };
      } catch (error) {
        logFailure(error, visit);
        throw refused();
      }
    },

    /**
     * @throws {InvalidStateError} when passkeys are not offered
     * @throws {RateLimitError} when too many sign-ins were started
     */
    signInOptions: async (visit: SignInRequest) => {
      assertOffered();
      await startLimit.count({ address: visit.client.ip });
      // Browsers offer the passkeys that they have: a list would tell who is known here.
      const options = await generateAuthenticationOptions({
        rpID: rpId,
        timeout: TIMEOUT_MS,
        userVerification: 'required',
      });
      const device = sha256(deviceOf(visit));
      await insertStep(db, clock, 'passkeySignIn', options.challenge, { personId: null, data: { device } });
      return options;
    },

    /**
     * @returns the person of the passkey
     * @throws {AuthenticationError} when it is unknown, of another host, or did not sign this browser's challenge
     */
    verify: async ({ id, rawId, type, response }: Assertion, visit: SignInRequest): Promise<number> => {
      const challenge = challengeOf(response.clientDataJSON);
      const step = challenge ? await takeStep(db, clock, 'passkeySignIn', challenge) : undefined;
      const device = visit.cookies.device();
      if (!challenge || !device || step?.data.device !== sha256(device)) throw refused();
      const known = await findPasskey(db, id);
      if (known?.rpId !== rpId) throw refused();
      const { userHandle } = response;
      if (userHandle && userHandle !== userHandleOf(known.personId).toString('base64url')) throw refused();
      try {
        const { verified, authenticationInfo } = await verifyAuthenticationResponse({
          response: {
            id,
            rawId,
            type,
            clientExtensionResults: {},
            response: { ...response, userHandle: response.userHandle ?? undefined },
          },
          expectedChallenge: challenge,
          expectedOrigin: origin,
          expectedRPID: rpId,
          credential: {
            id: known.credentialId,
            publicKey: new Uint8Array(Buffer.from(known.publicKey, 'base64url')),
            counter: known.counter,
            transports: transportsOf(known),
          },
          requireUserVerification: true,
        });
        if (!verified) throw new Error('wrong signature');
        await usePasskey(db, known.id, authenticationInfo.newCounter, isoTime(clock));
        return known.personId;
      } catch (error) {
        logFailure(error, visit);
        throw refused();
      }
    },
  };
};

export interface RelyingParty {
  /** Host of the console: a passkey of another host does not work here. */
  rpId: string;
  origin: string;
  /** Why passkeys are not offered here; null if they are. */
  reason: string | null;
}

/**
 * @param consoleBaseUrl an origin
 * @param openIdOnly whether people only sign in at the OpenID provider
 */
export const relyingPartyOf = (consoleBaseUrl: string, openIdOnly: boolean): RelyingParty => {
  const { hostname, origin, protocol } = new URL(consoleBaseUrl);
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost');
  const reasonNot = (): string | null => {
    if (openIdOnly) return 'People sign in at the OpenID provider only.';
    if (isAddress)
      return 'Passkeys need a host name, and the console has an IP address. Set CONSOLE_BASE_URL.';
    return isSecure ? null : 'Passkeys need https. Set CONSOLE_BASE_URL.';
  };
  return { rpId: hostname, origin, reason: reasonNot() };
};
