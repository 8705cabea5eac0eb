/** Signs in at an OpenID provider. People are known by issuer and subject, never by email address. */
import type { Db } from '../../platform/db/dialect.js';
import { isRecent } from '../../platform/http/callers/sessions.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Row } from '../../platform/db/tables.js';
import {
  conflict,
  invalidState,
  notFound,
  reauthenticationRequired,
  signInRequired,
  AppError,
} from '../../platform/lib/errors.js';
import type { Mailer } from '../../platform/mail/mailer.js';
import { sha256 } from '../../platform/lib/ids.js';
import type { Log } from '../../platform/lib/log.js';
import { changeCredentials } from './change-credentials.js';
import { auditPerson, completeSignIn, toPerson } from './complete-sign-in.js';
import { acceptInvitation, findUsableLink, linkById, mustSignIn, useLink } from './link.repository.js';
import type { OpenIdClaims, OpenIdProvider } from './open-id-provider.js';
import { cannotSignIn, factorsOf, lockPerson, membershipsOf } from './person.repository.js';
import { insertStep, takeStep } from './step.repository.js';
import type { RequestLimit } from './throttle.js';
import { deviceOf, type SignedInVisit, type SignInRequest } from './visit.js';
import { deleteWhere, rowsWhere } from '../../platform/db/rows.js';

const identitiesOf = (db: Db, personId: number): Promise<Row<'openIdIdentity'>[]> =>
  rowsWhere(db, 'openIdIdentity', { personId }).selectAll().orderBy('id').execute();

/** To confirm who they are, people must have signed in at the provider within this time. */
const RECENT_SECS = 10 * 60;

export type OpenIdService = ReturnType<typeof createOpenIdService>;

export const createOpenIdService = ({
  db,
  clock,
  mailer,
  log,
  provider,
  startLimit,
  passwordsRefused,
}: {
  db: Db;
  clock: Clock;
  mailer: Mailer;
  log: Log;
  /** Null if none is configured. */
  provider: OpenIdProvider | null;
  /** Limits how often sign-ins are started. */
  startLimit: RequestLimit;
  /** Whether people only sign in at the provider. */
  passwordsRefused: boolean;
}) => {
  const parts = { db, clock, mailer };

  const personOf = async (trx: Db, { issuer, subject }: OpenIdClaims): Promise<number | undefined> => {
    const identity = await rowsWhere(trx, 'openIdIdentity', { issuer, subject })
      .select('personId')
      .executeTakeFirst();
    return identity?.personId;
  };

  /** @throws {ConflictError} when the identity is another person's */
  const link = async (trx: Db, personId: number, claims: OpenIdClaims): Promise<void> => {
    const owner = await personOf(trx, claims);
    if (owner === personId) return;
    if (owner !== undefined)
      throw new OpenIdError(
        'taken',
        conflict('Your account at the OpenID provider belongs to another person here'),
      );
    const { issuer, subject } = claims;
    const entryDate = clock.now().toISOString();
    await trx.insertInto('openIdIdentity').values({ personId, issuer, subject, entryDate }).execute();
  };

  /** Makes the identity that of an invited person who could not sign in before. */
  const accept = (linkId: number, claims: OpenIdClaims, visit: SignInRequest): Promise<number> =>
    db.transaction().execute(async (trx) => {
      const invitation = await linkById(trx, clock, linkId);
      const person = invitation && (await lockPerson(trx, invitation.personId));
      if (!person) throw new OpenIdError('usedLink', notFound());
      const { personId } = invitation;
      const isOwn = (await personOf(trx, claims)) === personId;
      if (!isOwn && !(await cannotSignIn(trx, personId))) throw new OpenIdError('signInFirst', mustSignIn());
      if (!(await useLink(trx, clock, linkId))) throw new OpenIdError('usedLink', notFound());
      await link(trx, personId, claims);
      await acceptInvitation(trx, clock, invitation);
      const audited = await membershipsOf(trx, personId);
      await auditPerson(trx, clock, toPerson(person), audited, 'acceptInvitation', visit);
      return personId;
    });

  /** Links the identity to the person who started to link it, in the same session. */
  const linkToSession = async (
    sessionId: number,
    claims: OpenIdClaims,
    visit: SignInRequest,
  ): Promise<void> => {
    const { session } = visit;
    if (session?.id !== sessionId) throw new OpenIdError('expired', signInRequired());
    await changeCredentials(parts, { visit: { ...visit, session }, operation: 'linkOpenId' }, (trx, person) =>
      link(trx, person.id, claims),
    );
  };

  const knownPerson = async (claims: OpenIdClaims): Promise<number> => {
    const personId = await personOf(db, claims);
    if (personId !== undefined) return personId;
    throw new OpenIdError(
      'unknown',
      signInRequired(
        'Nobody here has this account at the OpenID provider. Accept your invitation with it, or sign in another way and link it.',
      ),
    );
  };

  /** Whether the person can sign in without the identity that was just deleted. */
  const canStillSignIn = async (trx: Db, { id, passwordHash }: Row<'person'>): Promise<boolean> => {
    if ((await identitiesOf(trx, id)).length > 0) return true;
    return !passwordsRefused && (passwordHash !== null || (await factorsOf(trx, id)).passkeys > 0);
  };

  return {
    /** The person's accounts at providers. */
    list: (personId: number): Promise<Row<'openIdIdentity'>[]> => identitiesOf(db, personId),

    /**
     * @throws {NotFoundError} when the person has no such identity
     * @throws {InvalidStateError} when it is their only way to sign in
     */
    unlink: (id: number, visit: SignedInVisit): Promise<void> =>
      changeCredentials(parts, { visit, operation: 'unlinkOpenId' }, async (trx, person) => {
        const { numDeletedRows } = await deleteWhere(trx, 'openIdIdentity', {
          personId: person.id,
          id,
        }).executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound();
        if (!(await canStillSignIn(trx, person)))
          throw invalidState('This is your only way to sign in: set a password or add a passkey first');
      }),

    /**
     * @param input.link to link the provider's account to the person who is signed in
     * @param input.token of an invitation to accept
     * @returns the URL of the provider
     * @throws {InvalidStateError} when no provider is configured
     * @throws {RateLimitError} when too many sign-ins were started
     * @throws {ReauthenticationRequiredError} when linking needs a recent sign-in
     * @throws {NotFoundError} when the token is not that of an invitation
     * @throws {UnavailableError} when the provider cannot be reached
     */
    start: async (
      input: { link?: boolean | undefined; token?: string | undefined },
      visit: SignInRequest,
    ): Promise<{ url: string }> => {
      const { session } = visit;
      if (!provider) throw invalidState('No OpenID provider is configured: set OIDC_ISSUER');
      await startLimit.count({ address: visit.client.ip });
      if (input.link && !session) throw signInRequired();
      if (input.link && session && !isRecent(clock, session)) throw reauthenticationRequired();
      const invitation =
        input.token === undefined ? undefined : await findUsableLink(db, clock, input.token, visit.isLocal);
      if (input.token !== undefined && invitation?.purpose !== 'invitation')
        throw notFound('The link is unknown or expired, or was used before');
      const { url, state, ...request } = await provider.start(session ? RECENT_SECS : undefined);
      await insertStep(db, clock, 'openId', state, {
        personId: null,
        data: {
          ...request,
          device: sha256(deviceOf(visit)),
          ...(input.link && session && { sessionId: session.id }),
          ...(invitation && { linkId: invitation.id }),
        },
      });
      return { url };
    },

    /**
     * @param search of the URL to which the provider sent the browser
     * @throws {AuthenticationError} when the provider refused, or its answer belongs to no sign-in of this browser
     * @throws {ConflictError} when the account at the provider belongs to another person
     * @throws {UnavailableError} when the provider cannot be reached
     */
    finish: async (search: string, state: string, visit: SignInRequest): Promise<void> => {
      const step = await takeStep(db, clock, 'openId', state);
      const device = visit.cookies.device();
      if (!provider || !step || !device || step.data.device !== sha256(device))
        throw new OpenIdError(
          'expired',
          signInRequired('This answer belongs to no sign-in of this browser. Start again.'),
        );
      const claims = await provider.finish(search, { ...step.data, state });
      if ('refusal' in claims) {
        const { client, requestId } = visit;
        log.warn({ step: 'OpenID', reason: claims.refusal, ip: client.ip, requestId }, 'sign-in failed');
        throw new OpenIdError(
          'refused',
          signInRequired('The OpenID provider did not confirm the sign-in. Start again.'),
        );
      }
      const { sessionId, linkId } = step.data;
      if (sessionId !== undefined) return linkToSession(sessionId, claims, visit);
      const personId = linkId === undefined ? await knownPerson(claims) : await accept(linkId, claims, visit);
      await completeSignIn(parts, personId, 'openId', visit, claims.authenticatedAt ?? 0);
    },
  };
};

/** A fixed list, because it goes into an address: nothing of what the provider or a link says. */
type OpenIdFailure =
  'expired' | 'refused' | 'unknown' | 'taken' | 'signInFirst' | 'usedLink' | 'unavailable' | 'failed';

/** An error of the API that also says which failure it is. */
class OpenIdError extends AppError {
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
