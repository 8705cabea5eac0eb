/** Parses a JSON body that was read as bytes. */
import type { z } from 'zod';
import { badRequest, invalid } from '../lib/errors.js';
import { details } from '../lib/zod-issues.js';

/**
 * @throws {BadRequestError} when it is not JSON
 * @throws {ValidationError} naming the invalid fields
 */
export const parseJsonBytes = <T extends z.ZodType>(schema: T, bytes: Uint8Array): z.output<T> => {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw badRequest('The body is not valid JSON');
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(details(parsed.error));
  return parsed.data;
};
