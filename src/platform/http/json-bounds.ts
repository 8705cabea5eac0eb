/**
 * Limits the shape of a JSON body before its schema is checked, because a schema would report every one of any
 * number of problems.
 */
import type { ErrorDetail } from '../lib/errors.js';

/** More than any list in a JSON body may have. */
const MAX_ENTRIES = 1_000;
const MAX_FIELDS = 100;
const MAX_DEPTH = 32;
/** Maximum number of values, including lists and objects. */
const MAX_VALUES = 50_000;

interface Place {
  parent: Place | undefined;
  name: string | number;
  depth: number;
}

/** The first place that exceeds a limit; undefined if there is none. Linear, and stops at the limit. */
export const outOfBounds = (body: unknown): ErrorDetail | undefined => {
  let values = 0;
  const pending: { value: unknown; place: Place | undefined }[] = [{ value: body, place: undefined }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { value, place } = next;
    if (++values > MAX_VALUES) return { path: '', message: `must have at most ${MAX_VALUES} values` };
    if (typeof value !== 'object' || value === null) continue;
    const depth = (place?.depth ?? 0) + 1;
    const refuse = (message: string): ErrorDetail => ({ path: pathOf(place), message });
    if (depth > MAX_DEPTH) return refuse(`must be at most ${MAX_DEPTH} levels deep`);
    if (Array.isArray(value)) {
      if (value.length > MAX_ENTRIES) return refuse(`must have at most ${MAX_ENTRIES} entries`);
      for (const [name, entry] of value.entries())
        pending.push({ value: entry, place: { parent: place, name, depth } });
    } else {
      const names = Object.keys(value);
      if (names.length > MAX_FIELDS) return refuse(`must have at most ${MAX_FIELDS} fields`);
      for (const name of names)
        pending.push({
          value: (value as Record<string, unknown>)[name],
          place: { parent: place, name, depth },
        });
    }
  }
  return undefined;
};

const pathOf = (place: Place | undefined): string => {
  const names: (string | number)[] = [];
  for (let at = place; at; at = at.parent) names.unshift(at.name);
  return names.join('.');
};
