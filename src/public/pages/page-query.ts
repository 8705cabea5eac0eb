/** Parameters that several pages have. */
import { z } from 'zod';
import { queryInteger } from '../../platform/http/record-query.js';
import { text } from '../../platform/lib/fields.js';

const MAX_PAGE = 100_000;

/** Pages are linked to by whoever likes: a parameter that is no valid one is ignored. */
export const lenient = <T extends z.ZodType>(field: T) => {
  const meta = field.meta() ?? {};
  return field
    .optional()
    .catch(undefined as never)
    .meta({ ...meta } as never);
};

export const pageNumber = lenient(queryInteger(1, MAX_PAGE)).transform((page) => page ?? 1);
export const collectionId = lenient(queryInteger(1, 999_999_999_999_999));
export const slug = text(255).normalize('NFC');
