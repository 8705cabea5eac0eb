/** What waits in the spool: how many events, how many bytes, and since when. */

export interface Lag {
  events: number;
  bytes: number;
  /** Age of the oldest event that waits, ms; 0 where none does. */
  ageMs: number;
}

/** A place in the spool. */
interface Place {
  segment: number;
  offset: number;
}

/** Times are noted once a second at most: hours of them are little. */
const MARK_EVERY_MS = 1_000;

export const createBacklog = (now: () => number) => {
  let events = 0;
  let bytes = 0;
  let marks: (Place & { time: number })[] = [];

  return {
    lag: (): Lag => ({
      events,
      bytes,
      ageMs: marks[0] ? Math.max(0, now() - marks[0].time) : 0,
    }),

    /** @param place where the first of them lies @param time of the first, ms since 1970 */
    add: (place: Place, count: number, size: number, time: number): void => {
      events += count;
      bytes += size;
      // What earlier runs left is counted while new events come.
      let i = marks.length;
      for (let mark = marks[i - 1]; mark && isBefore(place, mark); mark = marks[i - 1]) i -= 1;
      const before = marks[i - 1];
      if (!before || time - before.time >= MARK_EVERY_MS) marks.splice(i, 0, { ...place, time });
    },

    /** All before `place` is done; `empty` where nothing is left behind it. */
    done: (place: Place, count: number, size: number, empty: boolean): void => {
      events = empty ? 0 : Math.max(0, events - count);
      bytes = empty ? 0 : Math.max(0, bytes - size);
      if (empty) marks = [];
      while (marks[1] && !isBefore(place, marks[1])) marks.shift();
    },
  };
};

const isBefore = (a: Place, b: Place): boolean =>
  a.segment < b.segment || (a.segment === b.segment && a.offset < b.offset);
