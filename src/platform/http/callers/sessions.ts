/** The port to the sessions of people, for the console's host. */
import { isoTime, type Clock } from '../../lib/clock.js';
import type { Role } from '../../lib/permissions.js';
import type { Tenant } from './tenant.js';

export interface SessionPerson {
  id: number;
  name: string;
  email: string;
  isOperator: boolean;
  /** BCP 47; null for that of the account. */
  language: string | null;
  /** IANA name. */
  timeZone: string;
}

export interface Session {
  id: number;
  person: SessionPerson;
  /** When the person last proved who they are. */
  authenticatedAt: string;
  /** Whether the person has proved it with more than a password, so that accounts that demand that are open to them. */
  secondFactor: boolean;
  method: 'password' | 'passkey' | 'openId' | 'link';
}

export interface Sessions {
  /**
   * The session with this secret; null if it is unknown, expired or ended. Updates when, from where and with which
   * browser it was last used, at most once a minute.
   */
  find(secret: string, request: { ip: string; userAgent: string }): Promise<Session | null>;
  /** The account with this short name and the person's role in it; null for strangers and unknown names alike. */
  accountOf(personId: number, shortName: string): Promise<{ account: Tenant; role: Role } | null>;
  /** For each of these sessions that has not ended, the roles of its person by account that is open to it. */
  rolesOf(sessionIds: readonly number[]): Promise<ReadonlyMap<number, ReadonlyMap<number, Role>>>;
}

/** Whether the account demands a second factor of this role and the session has none: then only `/auth/*` is allowed. */
export const lacksSecondFactor = (
  { secondFactor }: Pick<Session, 'secondFactor'>,
  { settings: { requireSecondFactor = 'owners' } }: Pick<Tenant, 'settings'>,
  role: Role,
): boolean =>
  !secondFactor && (requireSecondFactor === 'all' || (requireSecondFactor === 'owners' && role === 'owner'));

const RECENT_MS = 10 * 60_000;

/** Whether the person has proved who they are in the last ten minutes. */
export const isRecent = (clock: Clock, { authenticatedAt }: Pick<Session, 'authenticatedAt'>): boolean =>
  authenticatedAt > isoTime(clock, -RECENT_MS);
