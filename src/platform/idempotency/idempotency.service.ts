/**
 * Creates that are done once, however often they are sent with their Idempotency-Key.
 *
 * The key is taken before the call runs, and the answer is stored after the call has committed. A process that dies in the moment
 * between the two leaves the key busy for a minute; a call with it after that runs anew.
 */
import type { Db } from '../db/dialect.js';
import type { Row } from '../db/tables.js';
import type { Idempotency, StoredResponse, KeyedCall } from '../http/idempotency.js';
import { isoTime, type Clock } from '../lib/clock.js';
import { conflict } from '../lib/errors.js';
import { encrypt, decrypt } from '../lib/encrypt.js';
import { changeKey, findKey, freeKey, insertKey } from './idempotency.repository.js';

type KeyRow = Row<'idempotencyKey'>;

/** For how long an answer is repeated. */
export const KEY_RETENTION_MS = 24 * 60 * 60 * 1000;
/** A call that takes longer than this is taken for dead. */
const LEASE_MS = 60_000;

const storedResponse = ({ responseStatus, responseBody }: KeyRow, call: KeyedCall): StoredResponse => {
  const body = call.encrypt === undefined ? responseBody : decrypt(responseBody ?? '', call.encrypt);
  if (responseStatus === null || body === null)
    throw conflict(
      'The call with this Idempotency-Key was carried out with another token: its secret is answered to that one only',
    );
  return { status: responseStatus, body };
};

export const createIdempotencyService = ({ db, clock }: { db: Db; clock: Clock }): Idempotency => {
  /** Makes the key this call's own, or finds the answer of the call that had it. @throws ConflictError */
  const take = async (call: KeyedCall): Promise<KeyRow | StoredResponse> => {
    const { accountId, key, operation, bodyHash } = call;
    const fresh = {
      ...{ accountId, key, operation, bodyHash },
      status: 'running' as const,
      responseStatus: null,
      responseBody: null,
      entryDate: isoTime(clock),
    };
    const taken = await insertKey(db, fresh);
    if (taken) return taken;
    const known = await findKey(db, accountId, key);
    const busy = conflict('A call with this Idempotency-Key is still being carried out; try again');
    // Freed between the two looks: its call has just been refused.
    if (!known) throw busy;
    const kept = known.status === 'done' ? KEY_RETENTION_MS : LEASE_MS;
    if (known.entryDate <= isoTime(clock, -kept)) {
      const inherited = await changeKey(db, known, fresh);
      if (inherited) return inherited;
      throw busy;
    }
    if (known.operation !== operation || known.bodyHash !== bodyHash)
      throw conflict('This Idempotency-Key was used for another call or another body');
    if (known.status === 'running') throw busy;
    return storedResponse(known, call);
  };

  return {
    once: async (call, run) => {
      const taken = await take(call);
      if ('body' in taken) return { response: taken, replayed: true };
      let response: StoredResponse;
      try {
        response = await run();
      } catch (error) {
        // Where the database is away, the key is free again once its time is over.
        await freeKey(db, taken).catch(() => undefined);
        throw error;
      }
      const stored = changeKey(db, taken, {
        status: 'done',
        responseStatus: response.status,
        responseBody: call.encrypt === undefined ? response.body : encrypt(response.body, call.encrypt),
      });
      // The record is there: its answer goes out though it could not be kept.
      await stored.catch(() => undefined);
      return { response, replayed: false };
    },
  };
};
