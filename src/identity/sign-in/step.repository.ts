/** Sign-ins that wait for their next step, in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { sha256 } from '../../platform/lib/ids.js';
import { deleteWhere } from '../../platform/db/rows.js';

/** What each kind of step has to know of the one before. */
interface StepData {
  /** How the person signed in so far. */
  totp: { method: 'password' | 'link' };
  passkeySignIn: { device: string };
  passkeyRegistration: { sessionId: number };
  openId: OpenIdStep;
}

interface OpenIdStep {
  /** Hash of the secret of the device cookie: the answer must come to the same browser. */
  device: string;
  nonce: string;
  verifier: string;
  /** Whose identity it becomes: that of the person of a session, or of an invitation. */
  sessionId?: number;
  linkId?: number;
  maxAgeSecs?: number | undefined;
}

export type StepPurpose = Row<'signInStep'>['purpose'];

interface Step<P extends StepPurpose> {
  /** Null until the person is known. */
  personId: number | null;
  data: StepData[P];
}

const VALID_MS = 10 * 60_000;

/** Hash of what the next step must bring with it: a challenge, a state, or the secret of the device cookie. */
const keyOf = (purpose: StepPurpose, secret: string): string => sha256(`${purpose} ${secret}`);

/** Waits ten minutes for the next step. Replaces one with the same secret. */
export const insertStep = async <P extends StepPurpose>(
  db: Db,
  clock: Clock,
  purpose: P,
  secret: string,
  { personId, data }: Step<P>,
): Promise<void> => {
  const values = {
    personId,
    data: JSON.stringify(data),
    attempts: 0,
    expiresAt: isoTime(clock, VALID_MS),
    entryDate: isoTime(clock),
  };
  await db
    .insertInto('signInStep')
    .values({ purpose, secretHash: keyOf(purpose, secret), ...values })
    .onConflict((conflict) => conflict.column('secretHash').doUpdateSet(values))
    .execute();
};

/** Takes the step away, so that it works once; undefined if there is none, or it has expired. */
export const takeStep = async <P extends StepPurpose>(
  db: Db,
  clock: Clock,
  purpose: P,
  secret: string,
): Promise<Step<P> | undefined> => {
  const step = await deleteWhere(db, 'signInStep', { secretHash: keyOf(purpose, secret) })
    .returningAll()
    .executeTakeFirst();
  if (!step || step.expiresAt <= isoTime(clock)) return undefined;
  return { personId: step.personId, data: JSON.parse(step.data) as StepData[P] };
};

/**
 * Counts an attempt at the step before it is made, so that parallel ones count too.
 * @returns undefined if there is no such step, or it has expired or had too many attempts
 */
export const attemptStep = async <P extends StepPurpose>(
  db: Db,
  clock: Clock,
  purpose: P,
  secret: string,
  maxAttempts: number,
): Promise<Step<P> | undefined> => {
  const step = await db
    .updateTable('signInStep')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('secretHash', '=', keyOf(purpose, secret))
    .where('attempts', '<', maxAttempts)
    .where('expiresAt', '>', isoTime(clock))
    .returningAll()
    .executeTakeFirst();
  return step && { personId: step.personId, data: JSON.parse(step.data) as StepData[P] };
};

export const deleteStepsOf = async (db: Db, personId: number): Promise<void> => {
  await deleteWhere(db, 'signInStep', { personId }).execute();
};

export const deleteExpiredSteps = async (db: Db, now: string): Promise<void> => {
  await db.deleteFrom('signInStep').where('expiresAt', '<=', now).execute();
};
