/** Sign-ins that wait for their next step, in SQL. */
import type { Db } from '../../platform/db/dialect.js';
import type { Row } from '../../platform/db/tables.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import { sha256 } from '../../platform/lib/ids.js';

export type StepPurpose = Row<'signInStep'>['purpose'];

const VALID_MS = 10 * 60_000;

/** Hash of what the next step must bring with it: a challenge, a state, or the secret of the device cookie. */
const keyOf = (purpose: StepPurpose, secret: string): string => sha256(`${purpose} ${secret}`);

/** Waits ten minutes for the next step. Replaces one with the same secret. */
export const insertStep = async <T>(
  db: Db,
  clock: Clock,
  purpose: StepPurpose,
  secret: string,
  { personId, data }: { personId: number | null; data: T },
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
export const takeStep = async <T>(
  db: Db,
  clock: Clock,
  purpose: StepPurpose,
  secret: string,
): Promise<{ personId: number | null; data: T } | undefined> => {
  const step = await db
    .deleteFrom('signInStep')
    .where('secretHash', '=', keyOf(purpose, secret))
    .returningAll()
    .executeTakeFirst();
  if (!step || step.expiresAt <= isoTime(clock)) return undefined;
  return { personId: step.personId, data: JSON.parse(step.data) as T };
};

/**
 * Counts an attempt at the step before it is made, so that parallel ones count too.
 * @returns undefined if there is no such step, or it has expired or had too many attempts
 */
export const attemptStep = async <T>(
  db: Db,
  clock: Clock,
  purpose: StepPurpose,
  secret: string,
  maxAttempts: number,
): Promise<{ personId: number | null; data: T } | undefined> => {
  const step = await db
    .updateTable('signInStep')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('secretHash', '=', keyOf(purpose, secret))
    .where('attempts', '<', maxAttempts)
    .where('expiresAt', '>', isoTime(clock))
    .returningAll()
    .executeTakeFirst();
  return step && { personId: step.personId, data: JSON.parse(step.data) as T };
};

export const deleteStepsOf = async (db: Db, personId: number): Promise<void> => {
  await db.deleteFrom('signInStep').where('personId', '=', personId).execute();
};

export const deleteExpiredSteps = async (db: Db, now: string): Promise<void> => {
  await db.deleteFrom('signInStep').where('expiresAt', '<=', now).execute();
};
