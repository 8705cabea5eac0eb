/** MIME types as callers write them: of any case, with parameters. */
import { z } from 'zod';

/** The type without its parameters, in lower case. */
export const mimeEssence = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Reduces what is sent to its essence, then checks it by the schema. */
export const mimeTypeOf = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (typeof value === 'string' ? mimeEssence(value) : value), schema);
