/** A search request. */
import type { SearchFilter } from '../ports.js';
import type { BiblePassage } from '../scripture/texts-on-passage.js';
import type { ParsedQuery } from './syntax.js';

export type SearchMode = 'hybrid' | 'semantic' | 'keyword';

/** A scripture in the query: items on it come first. */
export interface ScriptureBoost {
  /** USFM code. */
  book: string;
  chapter?: number;
  /** Items on the exact verses, which come before those on the chapter. */
  itemIds?: readonly number[];
  /** What quotes it or speaks of it comes after the items on the exact verses, or first where there are none. */
  mentioned?: BiblePassage;
  /** Whether the text is that of the verses: its words are no evidence of their own, only its meaning. */
  isWholeQuery?: boolean;
}

export interface NamedItems {
  /** Newest first. They are results whatever their texts say. */
  itemIds: readonly number[];
  /** By place in `itemIds`: how many of the query's names the item has, 1 or more. */
  counts: readonly number[];
  /** The number of names in the query. */
  names: number;
  /** Whether the query says nothing else: then they come newest first. */
  isWholeQuery: boolean;
}

/** A query as `parseQuery` reads it; a text alone has no syntax. */
export interface SearchRequest extends Partial<ParsedQuery> {
  text: string;
  /** `auto`, the default, corrects words that no text has. */
  spelling?: 'auto' | 'exact';
  mode: SearchMode;
  filter: SearchFilter;
  limit: number;
  offset: number;
  /** Maximum number of passages per item. */
  passages: number;
  /**
   * Score from which an item is a result, 0..1. Without it, that of `leastScore`, or none where the query has phrases or
   * beginnings of words, as these choose the results.
   */
  minScore?: number;
  scripture?: ScriptureBoost;
  /** The items of the speakers, series and topics that the query names. */
  named?: NamedItems;
  /**
   * Returns which of all found items pass the filter and may be shown, as the index may lag behind its source. Called
   * before the page is cut. Without it, the index decides.
   */
  accept?: (itemIds: readonly number[]) => Promise<ReadonlySet<number>>;
}
