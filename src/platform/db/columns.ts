/** Converts values of a body to columns: booleans to 0 or 1, objects to JSON text. */
import type { Flag } from './tables.js';

type Column<V> = V extends boolean ? Flag : V extends Record<string, unknown> ? string : V;

export const toColumns = <T extends object>(body: T): { [K in keyof T]: Column<T[K]> } =>
  Object.fromEntries(Object.entries(body).map(([name, value]) => [name, toColumn(value)])) as {
    [K in keyof T]: Column<T[K]>;
  };

const toColumn = (value: unknown): unknown => {
  if (typeof value === 'boolean') return value ? 1 : 0;
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
};
