/** Starts and renews sessions: 256 random bits in a cookie, of which the database has the hash. */
import { randomBytes } from 'node:crypto';
import type { Db } from '../../platform/db/dialect.js';
import type { Session } from '../../platform/http/callers/sessions.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { sha256 } from '../../platform/lib/ids.js';
import { deleteSessions, insertSession, pruneSessions, updateSession } from './session.repository.js';
import UAParser from 'ua-parser-js';
import { updateWhere } from '../../platform/db/rows.js';

const DAY_MS = 24 * 60 * 60_000;
const IDLE_MS = 14 * DAY_MS;
const LONGEST_MS = 90 * DAY_MS;
/** Starting another one ends the session that was unused for longest. */
const MAX_SESSIONS = 50;

export interface SessionClient {
  ip: string;
  userAgent: string;
}

export const newSessionSecret = (): string => randomBytes(32).toString('base64url');

/** Expires without use for 14 days, and 90 days after the sign-in. */
export const expiryOf = (clock: Clock, signedInAt: string): string => {
  const last = new Date(Date.parse(signedInAt) + LONGEST_MS).toISOString();
  const idle = isoTime(clock, IDLE_MS);
  return idle < last ? idle : last;
};

export interface StartedSession {
  id: number;
  secret: string;
  /** Until the cookie ends. */
  maxAgeSecs: number;
}

const started = (clock: Clock, id: number, secret: string, signedInAt: string): StartedSession => ({
  id,
  secret,
  maxAgeSecs: Math.floor((Date.parse(signedInAt) + LONGEST_MS - clock.now().getTime()) / 1_000),
});

interface NewSession {
  personId: number;
  method: Session['method'];
  /** When the person proved who they are, in ms since 1970; now if absent. */
  authenticatedAt?: number | undefined;
}

/** Starts a session of a person who has just signed in. */
export const startSession = async (
  trx: Db,
  clock: Clock,
  { personId, method, authenticatedAt }: NewSession,
  { ip, userAgent }: SessionClient,
): Promise<StartedSession> => {
  const secret = newSessionSecret();
  const now = isoTime(clock);
  const { id } = await insertSession(trx, {
    personId,
    secretHash: sha256(secret),
    method,
    device: deviceName(userAgent),
    address: ip,
    signedInAt: now,
    authenticatedAt: authenticatedAt === undefined ? now : new Date(authenticatedAt).toISOString(),
    lastUsedAt: now,
    expiresAt: expiryOf(clock, now),
    entryDate: now,
  });
  await updateWhere(trx, 'person', { id: personId }).set({ lastSignInAt: now }).execute();
  await pruneSessions(trx, personId, MAX_SESSIONS);
  return started(clock, id, secret, now);
};

/**
 * Gives the session a new secret.
 * @param authenticatedAt when the person proved who they are; as before if absent
 * @returns null if it has ended
 */
export const renewSession = async (
  trx: Db,
  clock: Clock,
  { id, person }: Pick<Session, 'id'> & { person: { id: number } },
  authenticatedAt?: string,
): Promise<StartedSession | null> => {
  const secret = newSessionSecret();
  const renewed = await updateSession(trx, person.id, id, {
    secretHash: sha256(secret),
    ...(authenticatedAt !== undefined && { authenticatedAt }),
  });
  return renewed ? started(clock, id, secret, renewed.signedInAt) : null;
};

/** After a change of role or credentials: the session gets a new secret, and all others of the person end. */
export const renewOnly = async (
  trx: Db,
  clock: Clock,
  session: Pick<Session, 'id'> & { person: { id: number } },
): Promise<StartedSession | null> => {
  await deleteSessions(trx, session.person.id, session.id);
  return renewSession(trx, clock, session);
};

/** Longer user agents are cut first, because parsing time grows with the length. */
const MAX_USER_AGENT = 500;
const MAX_NAME = 100;

/** @returns null if neither is known */
export const deviceName = (userAgent: string): string | null => {
  const parser = new UAParser(userAgent.slice(0, MAX_USER_AGENT));
  const names = [parser.getBrowser().name, parser.getOS().name].filter(Boolean);
  return names.length > 0 ? names.join(' on ').slice(0, MAX_NAME) : null;
};
