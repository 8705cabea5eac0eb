/** Helpers for parsed JSON of unknown shape. */
import { TranscriptFormatError } from './format-error.js';

export type Fields = Readonly<Record<string, unknown>>;

/** @throws {TranscriptFormatError} when the text is not JSON; with the line of the error if the engine reports it */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const position = /position (\d+)/.exec(message)?.[1];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    throw new TranscriptFormatError(
      text.trim() ? `Invalid JSON: ${message}` : 'The JSON file is empty',
      line,
    );
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The property with this name; undefined if the value is not an object. */
export const propertyOf = (value: unknown, name: string): unknown =>
  isFields(value) ? value[name] : undefined;

/** The array property with this name; empty if there is none. */
export const listOf = (value: unknown, name: string): unknown[] => {
  const list = propertyOf(value, name);
  return Array.isArray(list) ? (list as unknown[]) : [];
};

/** Converts seconds, as a number or text, to milliseconds. */
export const msOfSeconds = (value: unknown): number | null => {
  const ms = msOf(value);
  return ms === null ? null : ms * 1_000;
};

/** Milliseconds, as a number or text; null for anything else. */
export const msOf = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  return typeof value === 'string' && /^\d{1,12}(?:\.\d{1,12})?$/.test(value) ? Number(value) : null;
};
