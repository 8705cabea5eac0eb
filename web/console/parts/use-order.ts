/** The order of rows while somebody moves them: at once on the screen, and saved when they pause or let go. */
import { useRef, useState } from 'react';

/** After the last key, so that a row that is moved five places is saved once. */
const PAUSE_MS = 900;

export interface Order {
  ids: readonly number[];
  /** @returns the new place; undefined if the row stays where it is */
  move(id: number, to: number): number | undefined;
  /** Saves what was moved, after a pause or at once. */
  save(when: 'soon' | 'now'): void;
}

/** The id at `from` moves to `to`. */
const moved = (ids: readonly number[], from: number, to: number): number[] => {
  const others = ids.filter((_, at) => at !== from);
  return [...others.slice(0, to), ids[from]!, ...others.slice(to)];
};

/**
 * @param given ids in the order that the server has
 * @param reorder saves an order; `given` is the server's again when it is done
 */
export const useOrder = (given: readonly number[], reorder: (ids: number[]) => Promise<unknown>): Order => {
  const [edited, setEdited] = useState<{ base: string; ids: readonly number[] } | null>(null);
  const base = given.join();
  const ids = edited?.base === base ? edited.ids : given;
  // A second move may come before the first is rendered.
  const current = useRef(ids);
  current.current = ids;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = async (): Promise<void> => {
    const sent = current.current;
    if (sent.join() === base) return;
    await reorder([...sent]);
    // The server's order counts again, whether it took this one or not.
    setEdited((former) => (former?.ids === sent ? null : former));
  };
  return {
    ids,
    move: (id, to) => {
      const from = current.current.indexOf(id);
      if (to < 0 || to >= ids.length || to === from) return undefined;
      current.current = moved(current.current, from, to);
      setEdited({ base, ids: current.current });
      return to;
    },
    save: (when) => {
      clearTimeout(timer.current);
      if (when === 'now') void save();
      else timer.current = setTimeout(() => void save(), PAUSE_MS);
    },
  };
};
