/** Phrases of the reasons of guesses. */
import type { GuessContext } from './read-talk.js';

/** "the last 20 items of Sermons" */
export const itemsOf = ({ habits, collection }: Pick<GuessContext, 'habits' | 'collection'>): string => {
  const count = habits.items.length;
  return `the last ${count === 1 ? 'item' : `${count} items`} of ${collection}`;
};

/** "18 of the last 20 items of Sermons"; all of them are not counted. */
export const countOf = (count: number, items: string): string =>
  items.startsWith(`the last ${count} `) ? items : `${count} of ${items}`;

/** Folded markers as they are usually written. */
export const markerText = (marker: string): string => (marker.length <= 2 ? marker.toUpperCase() : marker);
