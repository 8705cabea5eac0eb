/** Remembers in local storage where visitors stopped listening. Only players with `remember` use it. */

interface Position {
  seconds: number;
  /** Milliseconds since 1970. */
  at: number;
}

const KEY = 'lectern-positions';
const MAX_ITEMS = 100;
/** A position before this is not worth resuming. */
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

/** Seconds; undefined if the item was not started, or was played to its end. */
export const positionOf = (host: string, itemId: number): number | undefined => {
  const seconds = readAll()[keyOf(host, itemId)]?.seconds;
  return typeof seconds === 'number' && Number.isFinite(seconds) ? seconds : undefined;
};

/** @param seconds null removes the entry */
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
    // Local storage is full or blocked: the next visit starts at the beginning.
  }
};
