/**
 * Checks pins: each query has one at most, whether it is the pin's own query or another to which it applies, and their
 * items exist.
 */
import type { Db } from '../../platform/db/dialect.js';
import { conflict, invalid } from '../../platform/lib/errors.js';
import type { Row } from '../../platform/db/tables.js';
import type { NewPin } from './pin.schema.js';
import { queryKey } from './query-key.js';
import { assertItemsExist } from './rule.repository.js';
import { rowsWhere } from '../../platform/db/rows.js';

export interface PinQueries {
  query: string;
  otherQueries: readonly string[];
}

/**
 * @param ownId of the pin, if it exists
 * @throws {ConflictError} when another pin has the query
 * @throws {ValidationError} naming other queries that a pin has
 */
export const assertQueriesFree = async (
  trx: Db,
  accountId: number,
  { query, otherQueries }: PinQueries,
  ownId: number | undefined,
): Promise<void> => {
  const pins = await rowsWhere(trx, 'searchPin', { accountId })
    .select(['id', 'query', 'otherQueries'])
    .execute();
  const taken = new Set(
    pins
      .filter(({ id }) => id !== ownId)
      .flatMap((pin) => keysOf({ ...pin, otherQueries: JSON.parse(pin.otherQueries) as string[] })),
  );
  if (taken.has(queryKey(query))) throw conflict('This query already has a pin. Change that one.');
  const seen = new Set([queryKey(query)]);
  const problems = otherQueries.flatMap((other, at) => {
    const key = queryKey(other);
    const path = `otherQueries.${at}`;
    if (taken.has(key)) return [{ path, message: 'already has another pin' }];
    if (seen.has(key)) return [{ path, message: 'is there already' }];
    seen.add(key);
    return [];
  });
  if (problems.length > 0) throw invalid(problems);
};

export const keysOf = ({ query, otherQueries }: PinQueries): string[] =>
  [query, ...otherQueries].map(queryKey);

const contentOf = (pin: Row<'searchPin'>): NewPin => ({
  query: pin.query,
  otherQueries: JSON.parse(pin.otherQueries) as string[],
  pinnedItemIds: JSON.parse(pin.pinnedItemIds) as number[],
  hiddenItemIds: JSON.parse(pin.hiddenItemIds) as number[],
});

/**
 * @param changes all fields of a new pin; of a known one, those that change
 * @param before the known one, whose items may have been deleted
 * @throws {ConflictError} when another pin has the query
 * @throws {ValidationError} naming items that do not exist or are pinned and hidden, and other queries that a pin has
 */
export const assertPinValid = async (
  trx: Db,
  accountId: number,
  changes: Partial<NewPin>,
  before?: Row<'searchPin'>,
): Promise<void> => {
  const known = before && contentOf(before);
  const after = { ...known, ...changes } as NewPin;
  const added = (['pinnedItemIds', 'hiddenItemIds'] as const).flatMap((field) =>
    after[field].flatMap((id, at) => (known?.[field].includes(id) ? [] : [[`${field}.${at}`, id] as const])),
  );
  await assertItemsExist(trx, accountId, added);
  const both = after.hiddenItemIds.flatMap((id, at) =>
    after.pinnedItemIds.includes(id)
      ? [{ path: `hiddenItemIds.${at}`, message: 'must not be pinned as well' }]
      : [],
  );
  if (both.length > 0) throw invalid(both);
  await assertQueriesFree(trx, accountId, after, before?.id);
};
