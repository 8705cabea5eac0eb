/** Derives the fields for filtering and sorting a list from the schema of its records. */
import { z } from 'zod';
import type { FieldType, ListField } from './list-query.js';

/**
 * The fields of the schema with a single value.
 * @param others additional fields, and fields that differ from the schema
 */
export const listFields = (
  { shape }: z.ZodObject,
  others: Record<string, ListField> = {},
): Record<string, ListField> => {
  const derived = Object.entries(shape).flatMap(([name, schema]) => {
    const field = listField(schema);
    return field ? [[name, field] as const] : [];
  });
  return { ...Object.fromEntries(derived), ...others };
};

const listField = (schema: unknown): ListField | undefined => {
  if (schema instanceof z.ZodNullable) {
    const field = listField(schema.unwrap());
    return field && { ...field, nullable: true };
  }
  if (schema instanceof z.ZodEnum) return { type: 'enum', values: schema.options.map(String) };
  if (schema instanceof z.ZodBoolean) return { type: 'boolean' };
  if (schema instanceof z.ZodNumber) return { type: schema.format === 'safeint' ? 'integer' : 'number' };
  if (schema instanceof z.ZodString) return { type: formats[String(schema.meta()?.format)] ?? 'string' };
  return undefined;
};

const formats: Partial<Record<string, FieldType>> = { date: 'date', 'date-time': 'dateTime' };
