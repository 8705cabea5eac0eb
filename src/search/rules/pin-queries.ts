/** Keeps each query with one pin at most, whether it is a pin's own query or another to which it applies. */
import type { Db } from '../../platform/db/dialect.js';
import { conflict, invalid } from '../../platform/lib/errors.js';
import { queryKey } from './query-key.js';

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
  const pins = await trx
    .selectFrom('searchPin')
    .select(['id', 'query', 'otherQueries'])
    .where('accountId', '=', accountId)
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
