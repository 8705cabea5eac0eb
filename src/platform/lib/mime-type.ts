/** MIME types as callers write them, in any case and with parameters. */
import { z } from 'zod';

/** The type without its parameters, in lower case. */
export const mimeEssence = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Removes parameters and case from the input, then validates it with the schema. */
export const mimeTypeOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' ? mimeEssence(value) : value), schema);
