/** Every account that has an owner keeps one. */
import type { Db } from '../../platform/db/dialect.js';
import { conflict } from '../../platform/lib/errors.js';
import { hasOtherOwner } from './people.repository.js';

/**
 * Call it after `lockPeople`.
 * @throws {ConflictError} when this person is the last owner of the account
 */
export const assertOtherOwner = async (trx: Db, accountId: number, personId: number): Promise<void> => {
  if (!(await hasOtherOwner(trx, accountId, personId)))
    throw conflict('This is the last owner of the account: make somebody else an owner first');
};
