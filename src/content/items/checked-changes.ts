/** Validates stored changes of an item as if they were sent now. */
import { invalid } from '../../platform/lib/errors.js';
import { details } from '../../platform/lib/zod-issues.js';
import { itemChanges, type ItemChanges } from './item.schema.js';

/** @throws {ValidationError} naming the fields that are not valid any more */
export const checkedChanges = (body: unknown): ItemChanges => {
  const { success, data, error } = itemChanges.safeParse(body);
  if (!success) throw invalid(details(error));
  return data;
};
