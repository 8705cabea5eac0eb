/** Finds words in the paragraphs of a page and highlights them without changing the DOM. */
import { placesOf } from './places.js';

export interface FindView {
  paragraphs(): Iterable<Element>;
  /** @param match the shown match, from 1; 0 when nothing is found. Both are undefined when the query is empty. */
  onFound(match?: number, total?: number): void;
}

export interface TextFinder {
  /** Scrolls to the first match. */
  find(words: string): void;
  /** Scrolls to the next or the previous match. */
  step(by: 1 | -1): void;
}

/** Names for `::highlight()`: all matches, and the shown one. */
const [FOUND, SHOWN] = ['lectern-found', 'lectern-shown'];
/** Matches beyond this number are not counted. */
const MAX_MATCHES = 1_000;

/** Matches lie within one text node: words that span a speaker's name and a sentence do not match. */
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
  // Older browsers scroll to the match without highlighting it.
  if ('highlights' in CSS) CSS.highlights.set(name, new Highlight(...ranges));
};

/** Scrolls an element to the middle of the window, without animation if the visitor prefers reduced motion. */
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
