/** Objects of JSON whose fields are not known at compile time. */

export type Values = Record<string, unknown>;

/** Whether the value is an object, not an array. */
export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
