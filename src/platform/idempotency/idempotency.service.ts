/**
 * Runs a create once, however often it is sent with its Idempotency-Key.
 *
 * The key is locked before the request runs, and the response is stored after the request has committed. If the
 * process dies in between, the key stays locked for a minute; after that, a request with the key runs again.
 */
import type { Db } from '../db/dialect.js';
import type { Row, NewRow } from '../db/tables.js';
import type { Idempotency, StoredResponse, KeyedCall } from '../http/endpoint/idempotency.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { conflict } from '../lib/errors.js';
import { encrypt, decrypt } from '../lib/encrypt.js';
import type { MaintenanceTask } from '../jobs/maintenance.js';
import { deleteWhere, updateWhere, rowsWhere } from '../db/rows.js';

type KeyRow = Row<'idempotencyKey'>;

/** How long a response can be repeated. */
const KEY_RETENTION_MS = 24 * 60 * 60 * 1000;
/** A request that takes longer than this is presumed dead. */
const LEASE_MS = 60_000;

const storedResponse = ({ responseStatus, responseBody }: KeyRow, call: KeyedCall): StoredResponse => {
  const body = call.encrypt === undefined ? responseBody : decrypt(responseBody ?? '', call.encrypt);
  if (responseStatus === null || body === null)
    throw conflict(
      'This Idempotency-Key was used with another secret of the token, or in another session. The secret in the response is only returned there.',
    );
  return { status: responseStatus, body };
};

export const createIdempotencyService = ({ db, clock }: { db: Db; clock: Clock }): Idempotency => {
  /**
   * Locks the key for this request, or returns the stored response.
   * @throws {ConflictError}
   */
  const acquire = async (call: KeyedCall): Promise<KeyRow | StoredResponse> => {
    const { accountId, caller, key, operation, bodyHash } = call;
    const fresh = {
      accountId,
      caller,
      key,
      operation,
      bodyHash,
      status: 'running' as const,
      responseStatus: null,
      responseBody: null,
      entryDate: isoTime(clock),
    };
    const inserted = await insertKey(db, fresh);
    if (inserted) return inserted;
    const stored = rowsWhere(db, 'idempotencyKey', { accountId, caller, key });
    const existing = await stored.selectAll().executeTakeFirst();
    const busy = conflict('A request with this Idempotency-Key is still in progress. Try again later.');
    // Its request failed and released it between the two queries.
    if (!existing) throw busy;
    const lifetimeMs = existing.status === 'done' ? KEY_RETENTION_MS : LEASE_MS;
    if (existing.entryDate <= isoTime(clock, -lifetimeMs)) {
      const takenOver = await changeKey(db, existing, fresh);
      if (takenOver) return takenOver;
      throw busy;
    }
    if (existing.operation !== operation || existing.bodyHash !== bodyHash)
      throw conflict('This Idempotency-Key was used for another operation or body');
    if (existing.status === 'running') throw busy;
    return storedResponse(existing, call);
  };

  return {
    once: async (call, run) => {
      const acquired = await acquire(call);
      if ('body' in acquired) return { response: acquired, replayed: true };
      let response: StoredResponse;
      try {
        response = await run();
      } catch (error) {
        // If the database is down, the key becomes available again when its lease expires.
        await releaseKey(db, acquired).catch(() => undefined);
        throw error;
      }
      const stored = changeKey(db, acquired, {
        status: 'done',
        responseStatus: response.status,
        responseBody: call.encrypt === undefined ? response.body : encrypt(response.body, call.encrypt),
      });
      // The record exists: respond even if the response could not be stored.
      await stored.catch(() => undefined);
      return { response, replayed: false };
    },
  };
};

const HOUR_MS = 60 * 60_000;

/** Deletes expired keys. */
export const keyMaintenance = ({ db, clock }: { db: Db; clock: Clock }): MaintenanceTask => ({
  name: 'idempotency keys',
  everyMs: HOUR_MS,
  run: () => deleteKeysBefore(db, isoTime(clock, -KEY_RETENTION_MS)),
});

type StoredKey = Row<'idempotencyKey'>;
type Holder = Pick<StoredKey, 'id' | 'accountId' | 'entryDate'>;

/** @returns the new row, or undefined if the caller already has the key */
const insertKey = (db: Db, values: NewRow<'idempotencyKey'>): Promise<StoredKey | undefined> =>
  db
    .insertInto('idempotencyKey')
    .values(values)
    .onConflict((conflict) => conflict.columns(['accountId', 'caller', 'key']).doNothing())
    .returningAll()
    .executeTakeFirst();

/**
 * Updates the row if `holder` still holds the key.
 * @returns the updated row, or undefined if another request holds it
 */
const changeKey = (
  db: Db,
  holder: Holder,
  values: Partial<NewRow<'idempotencyKey'>>,
): Promise<StoredKey | undefined> =>
  updateWhere(db, 'idempotencyKey', {
    accountId: holder.accountId,
    id: holder.id,
    entryDate: holder.entryDate,
  })
    .set(values)
    .returningAll()
    .executeTakeFirst();

const releaseKey = async (db: Db, holder: Holder): Promise<void> => {
  await deleteWhere(db, 'idempotencyKey', {
    accountId: holder.accountId,
    id: holder.id,
    entryDate: holder.entryDate,
  }).execute();
};

/** Deletes the keys of all accounts that were first used before this time. */
const deleteKeysBefore = async (db: Db, time: string): Promise<void> => {
  await db.deleteFrom('idempotencyKey').where('entryDate', '<', time).execute();
};
