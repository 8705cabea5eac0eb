/** The segments, of which only those on the screen are rendered. */
import { defaultRangeExtractor, useWindowVirtualizer, type Range } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { transcriptTexts } from '../../../strings/console/transcript/en.js';
import { useEditor, useStore } from './editor.js';
import { SegmentRow } from './segment-row.js';

const LINE_PX = 25;
const ROW_PX = 14;
/** Rows rendered beyond the screen, above and below. */
const OVERSCAN = 6;
const HEADER_PX = 56;
/** Somebody who has just typed looks at the text, not at the sound. */
const TYPING_MS = 4_000;

interface Props {
  /** Height of what stays on the screen above the rows, in px. */
  above: number;
  hasSound: boolean;
}

export const SegmentList = memo(function SegmentList({ above, hasSound }: Props) {
  const editor = useEditor();
  const { store } = editor;
  const ids = useStore((one) => one.ids());
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const top = list.current?.getBoundingClientRect().top ?? 0;
    setMargin(Math.round(top + window.scrollY));
  }, [above]);
  const virtualizer = useWindowVirtualizer({
    count: ids.length,
    estimateSize: useCallback(
      (index: number) => ROW_PX + LINE_PX * linesOf(store.segment(ids[index]!)?.text ?? ''),
      [store, ids],
    ),
    // With another function, all rows would be measured anew.
    getItemKey: useCallback((index: number) => ids[index]!, [ids]),
    overscan: OVERSCAN,
    scrollMargin: margin,
    scrollPaddingStart: HEADER_PX + above,
    scrollPaddingEnd: 3 * LINE_PX,
    rangeExtractor: useRangeWithFocus(list),
  });
  const { scrollToIndex } = virtualizer;
  useEffect(() => {
    editor.reveal.to = (index) => scrollToIndex(index, { align: 'center' });
  }, [editor, scrollToIndex]);
  useFollowing((index) => scrollToIndex(index, { align: 'auto' }));
  const rows = virtualizer.getVirtualItems();
  return (
    <div
      ref={list}
      role="list"
      aria-label={transcriptTexts.segments}
      aria-description={hasSound ? transcriptTexts.tabPlays : undefined}
      style={{ position: 'relative', height: virtualizer.getTotalSize() }}
    >
      {rows.map(({ index, key, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          role="listitem"
          aria-posinset={index + 1}
          aria-setsize={ids.length}
          data-index={index}
          data-segment-id={ids[index]}
          style={{ position: 'absolute', insetInline: 0, top: start - margin }}
        >
          <SegmentRow id={ids[index]!} index={index} />
        </div>
      ))}
    </div>
  );
});

/** A guess until the row is measured. */
const linesOf = (text: string): number =>
  Math.max(1, Math.ceil((text.length * 8) / (window.innerWidth * 0.55)));

/** The row with the caret stays, however far away it is scrolled: otherwise, keys would go nowhere. */
const useRangeWithFocus = (list: RefObject<HTMLDivElement | null>) =>
  useCallback(
    (range: Range): number[] => {
      const shown = defaultRangeExtractor(range);
      const row = document.activeElement?.closest<HTMLElement>('[data-segment-id]');
      const focused = row && list.current?.contains(row) ? Number(row.dataset.index) : -1;
      if (focused < 0 || focused >= range.count || shown.includes(focused)) return shown;
      return [...shown, focused].sort((a, b) => a - b);
    },
    [list],
  );

/** Scrolls along with the sound, until the reader scrolls. */
const useFollowing = (scrollTo: (index: number) => void): void => {
  const { store, sound, isFollowing, typedAt } = useEditor();
  const latest = useRef(scrollTo);
  useEffect(() => {
    latest.current = scrollTo;
  });
  useEffect(() => {
    const stop = (): void => {
      if (sound.isPlaying.get()) isFollowing.set(false);
    };
    const unsubscribe = sound.current.subscribe(() => {
      const id = sound.current.get();
      const isTyping = performance.now() - typedAt.ms < TYPING_MS;
      if (id === null || isTyping || !isFollowing.get() || !sound.isPlaying.get()) return;
      latest.current(store.indexOf(id));
    });
    window.addEventListener('wheel', stop, { passive: true });
    window.addEventListener('touchmove', stop, { passive: true });
    return () => {
      unsubscribe();
      window.removeEventListener('wheel', stop);
      window.removeEventListener('touchmove', stop);
    };
  }, [store, sound, isFollowing, typedAt]);
};
