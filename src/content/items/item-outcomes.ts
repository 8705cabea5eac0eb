/** What became of each of several items that were to be changed. */
import type { Row } from '../../platform/db/tables.js';
import { AppError, notFound } from '../../platform/lib/errors.js';

/** By item id: its row after the change, or why it was refused. A refused item has not been changed. */
export type Outcomes = Map<number, Row<'item'> | AppError>;

/**
 * The row of the only item.
 * @throws its error, or NotFoundError when there is none
 */
export const onlyOutcome = (outcomes: Outcomes): Row<'item'> => {
  const [outcome = notFound()] = outcomes.values();
  if (outcome instanceof AppError) throw outcome;
  return outcome;
};

/** The items that pass the check; adds the errors of the others to `outcomes`. */
export const partitionByCheck = async <T>(
  all: readonly T[],
  idOf: (one: T) => number,
  outcomes: Outcomes,
  check: (one: T) => void | Promise<void>,
): Promise<T[]> => {
  const passed: T[] = [];
  for (const one of all)
    try {
      await check(one);
      passed.push(one);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcomes.set(idOf(one), error);
    }
  return passed;
};
