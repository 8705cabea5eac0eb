/** Finds words in paragraphs that stand on a page, and marks them without changing the page. */
import { placesOf } from './places.js';

export interface FindView {
  paragraphs(): Iterable<Element>;
  /** @param match from 1; 0 where nothing is found. Both undefined: nothing is sought. */
  onFound(match?: number, total?: number): void;
}

export interface TextFinder {
  /** Goes to the first place that has the words. */
  find(words: string): void;
  /** To the next place, or the one before. */
  step(by: 1 | -1): void;
}

/** Names in `::highlight()`: all that is found, and the one that is shown. */
const [FOUND, SHOWN] = ['lectern-found', 'lectern-shown'];
/** More are not counted. */
const MAX_MATCHES = 1_000;

/** In one piece of text: words that a speaker's name and a sentence have together are no match. */
const rangesIn = (paragraph: Element, words: string, room: number): Range[] => {
  const ranges: Range[] = [];
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node && ranges.length < room; node = walker.nextNode()) {
    for (const [start, end] of placesOf((node as Text).data, words).slice(0, room - ranges.length)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      ranges.push(range);
    }
  }
  return ranges;
};

const mark = (name: string, ranges: readonly Range[]): void => {
  // Older browsers show the place without a mark.
  if ('highlights' in CSS) CSS.highlights.set(name, new Highlight(...ranges));
};

/** Scrolls a place into the middle, calmly where the visitor asks for it. */
export const showInMiddle = (element: Element | null | undefined): void => {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element?.scrollIntoView({ block: 'center', behavior: isCalm ? 'instant' : 'smooth' });
};

export const createTextFinder = (view: FindView): TextFinder => {
  let found: Range[] = [];
  let shown = 0;

  const show = (): void => {
    const range = found[shown];
    mark(FOUND, found);
    mark(SHOWN, range ? [range] : []);
    showInMiddle(range?.startContainer.parentElement);
    view.onFound(range ? shown + 1 : 0, found.length);
  };

  return {
    find: (words) => {
      found = [];
      shown = 0;
      if (words.trim() === '') {
        mark(FOUND, []);
        mark(SHOWN, []);
        view.onFound();
        return;
      }
      for (const paragraph of view.paragraphs()) {
        if (found.length >= MAX_MATCHES) break;
        found.push(...rangesIn(paragraph, words, MAX_MATCHES - found.length));
      }
      show();
    },
    step: (by) => {
      if (found.length === 0) return;
      shown = (shown + by + found.length) % found.length;
      show();
    },
  };
};
