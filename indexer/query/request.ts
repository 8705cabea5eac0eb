/** A search request. */
import type { SearchFilter } from '../ports.js';
import type { BiblePassage } from '../scripture/texts-on-passage.js';
import type { ParsedQuery } from './syntax.js';

export type SearchMode = 'hybrid' | 'semantic' | 'keyword';

/** A scripture in the query; items on it come first. */
export interface ScriptureBoost {
  /** USFM code. */
  book: string;
  chapter?: number;
  /** Items on the exact verses, which come before other items on the chapter. */
  itemIds?: readonly number[];
  /** Texts that quote or mention this passage rank after the items on the exact verses, or first if there are none. */
  mentioned?: BiblePassage;
  /** Whether the query is the text of the verses: then only its meaning counts, not its words. */
  isWholeQuery?: boolean;
}

export interface NamedItems {
  /** Newest first. These are results regardless of their texts. */
  itemIds: readonly number[];
  /** By index in `itemIds`: how many of the query's names the item has, at least 1. */
  counts: readonly number[];
  /** The number of names in the query. */
  names: number;
  /** Whether the query consists of names only: then these items come newest first. */
  isWholeQuery: boolean;
}

/** A part of a query with its synonyms. */
export interface QuerySynonym {
  /** As typed. */
  typed: string;
  /** Words or phrases to search as well. */
  instead: readonly string[];
}

/** A query as parsed by `parseQuery`; a text alone has no syntax. */
export interface SearchRequest extends Partial<ParsedQuery> {
  text: string;
  /** `auto`, the default, corrects words that occur in no text. */
  spelling?: 'auto' | 'exact';
  mode: SearchMode;
  filter: SearchFilter;
  /** Language of the page, BCP 47: decides where the query's own words do not. */
  language?: string;
  limit: number;
  offset: number;
  /** Maximum number of passages per item. */
  passages: number;
  /**
   * Minimum score of a result, 0..1. Defaults to `leastScore`; there is no minimum if the query has phrases or
   * prefixes, which select the results themselves.
   */
  minScore?: number;
  scripture?: ScriptureBoost;
  /** Parts of `text` with words or phrases to search as well. */
  synonyms?: readonly QuerySynonym[];
  /** Items that are the first results, in this order, whatever their scores, if they pass the filter. */
  pinned?: readonly number[];
  /** Items that are no results. */
  hidden?: readonly number[];
  /** The items of the speakers, series and topics named in the query. */
  named?: NamedItems;
  /**
   * Returns which of all found items pass the filter and may be shown, because the index may lag behind its
   * source. Called before the page is cut. If absent, the index decides.
   */
  accept?: (itemIds: readonly number[]) => Promise<ReadonlySet<number>>;
}
