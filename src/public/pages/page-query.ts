/** Query parameters that several pages share. */
import { z } from 'zod';
import { queryInteger } from '../../platform/http/record-query.js';
import { text } from '../../platform/lib/fields.js';

const MAX_PAGE = 100_000;

/** Ignores an invalid value, because anyone may link to a page. */
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
