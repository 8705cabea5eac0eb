/** Examples of records for the API reference. */
import type { z } from 'zod';

type NullableKeys<T> = { [K in keyof T]-?: null extends T[K] ? K : never }[keyof T];
type WithoutNulls<T> = Omit<T, NullableKeys<T>> & Partial<T>;

/** An example of a record; nullable fields missing from `values` are null. */
export const exampleOf = <S extends z.ZodObject>(
  { shape }: S,
  values: WithoutNulls<z.input<S>>,
): z.input<S> => {
  const nulls = Object.entries(shape).flatMap(([name, schema]) =>
    (schema as z.ZodType).safeParse(null).success ? [[name, null]] : [],
  );
  return { ...Object.fromEntries(nulls), ...values } as z.input<S>;
};
