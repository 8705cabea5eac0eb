/** The row of the list that the keys act on. */
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useAccount, type Schemas } from '../api/account.js';
import type { ItemPages } from './use-item-pages.js';

export interface Cursor {
  /** -1 until a key moves it into the list. */
  index: number;
  item: Schemas['Item'] | undefined;
  move(by: number): void;
  /** Whether the row takes the focus: once for each move, so that it never takes it from a field. */
  takesFocus(): boolean;
  /** Opens the item. */
  open(): void;
}

/** @param show scrolls to a row, which may not be rendered */
export const useCursor = (items: ItemPages, show: (index: number) => void): Cursor => {
  const { shortName } = useAccount();
  const navigate = useNavigate();
  const [at, setAt] = useState(-1);
  const hasMoved = useRef(false);
  const last = (items.total ?? 0) - 1;
  const index = Math.min(at, last);
  const item = index < 0 ? undefined : items.at(index);
  return {
    index,
    item,
    move: (by) => {
      const next = Math.max(0, Math.min(last, index + by));
      if (last < 0) return;
      hasMoved.current = true;
      setAt(next);
      show(next);
    },
    takesFocus: () => {
      const takes = hasMoved.current;
      hasMoved.current = false;
      return takes;
    },
    open: () => {
      if (item) void navigate({ to: `/a/${shortName}/items/${item.id}` });
    },
  };
};
