/** Where visitors stopped listening, in local storage; only for players with `remember`. */

interface Position {
  seconds: number;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'lectern-positions';
const MAX_ITEMS = 100;
/** The beginning is no place to come back to. */
const MIN_SECONDS = 15;

const readAll = (): Record<string, Position> => {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof all === 'object' && all !== null ? (all as Record<string, Position>) : {};
  } catch {
    return {};
  }
};

const keyOf = (host: string, itemId: number): string => `${host} ${itemId}`;

/** Seconds; undefined where the item has not been begun, or was heard to its end. */
export const positionOf = (host: string, itemId: number): number | undefined => {
  const seconds = readAll()[keyOf(host, itemId)]?.seconds;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined;
};

/** @param seconds null forgets the item */
export const savePosition = (host: string, itemId: number, seconds: number | null): void => {
  const own = keyOf(host, itemId);
  const kept = Object.entries(readAll())
    .filter(([key]) => key !== own)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, MAX_ITEMS - 1);
  if (seconds !== null && seconds >= MIN_SECONDS) kept.unshift([own, { seconds, at: Date.now() }]);
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Full or forbidden: the next visit begins at the beginning.
  }
};
