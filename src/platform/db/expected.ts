/** What a caller expects of the record that it changes: a version, and the values that it saw. */
import { assertVersion } from '../lib/etag.js';
import type { Db } from './dialect.js';

/** The values of `_base` in the body of a PATCH. */
export interface SeenValues {
  /** The names of the fields, without those inside others. */
  names: readonly string[];
  /** As the schema of the changes parses them. */
  values: Readonly<Record<string, unknown>>;
  /**
   * Call it with the record locked, in the transaction of the change.
   * @param record its row, with the other fields that callers may compare
   * @throws {ConflictError} naming the fields that somebody else has changed
   */
  assertUnchanged(trx: Db, record: object): Promise<void>;
}

export interface Expected {
  /** The `If-Match` header. */
  ifMatch?: string | undefined;
  seen?: SeenValues | undefined;
}

/**
 * Call it with the record locked, in the transaction of the change.
 * @param row from which the ETag is computed
 * @param record as for `assertUnchanged`, if it has more than the row
 * @throws {PreconditionFailedError} when `ifMatch` does not match the ETag
 * @throws {ConflictError} when somebody else has changed what the caller saw
 */
export const assertExpected = async (
  trx: Db,
  row: object,
  { ifMatch, seen }: Expected = {},
  record: object = row,
): Promise<void> => {
  assertVersion(row, ifMatch);
  await seen?.assertUnchanged(trx, record);
};
