/** The part of the list that is on the screen: its rows, what is read for them, and the room of the others. */
import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { LibrarySearch } from './selection/library-search.js';
import { PAGE, useItemPages, type ItemPages } from './use-item-pages.js';

export const ROW_PX = 56;
/** Rows rendered beyond the screen, above and below. */
const OVERSCAN = 10;

export interface ItemWindow {
  items: ItemPages;
  rows: VirtualItem[];
  /** Height of the rows that are not rendered, in pixels. */
  above: number;
  below: number;
  /** The element whose top is that of the list. */
  list: RefObject<HTMLDivElement | null>;
  /** Scrolls to a row. */
  show(index: number): void;
}

export const useItemWindow = (search: LibrarySearch): ItemWindow => {
  const [pages, setPages] = useState<readonly number[]>([0]);
  const items = useItemPages(search, pages);
  const list = useRef<HTMLDivElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: items.total ?? 0,
    estimateSize: () => ROW_PX,
    overscan: OVERSCAN,
    scrollMargin: list.current?.offsetTop ?? 0,
  });
  const rows = virtualizer.getVirtualItems();
  const first = Math.floor((rows[0]?.index ?? 0) / PAGE);
  const last = Math.floor((rows.at(-1)?.index ?? 0) / PAGE);
  // Page 0 always stays: it has the number of items.
  useEffect(() => {
    setPages([...new Set([0, ...Array.from({ length: last - first + 1 }, (_, i) => first + i)])]);
  }, [first, last]);
  useEffect(() => {
    if (items.total !== undefined) performance.mark('lectern:list-visible');
  }, [items.total]);
  const { scrollMargin } = virtualizer.options;
  return {
    items,
    rows,
    above: rows[0] ? rows[0].start - scrollMargin : 0,
    below: virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? 0) - scrollMargin),
    list,
    show: (index) => virtualizer.scrollToIndex(index),
  };
};
