/** JSON stored as text in SQL. */

/** A stored JSON object, or null. */
export const parseObject = (text: string | null): Record<string, unknown> | null =>
  text === null ? null : (JSON.parse(text) as Record<string, unknown>);
