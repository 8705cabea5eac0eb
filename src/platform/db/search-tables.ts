/** The tables of the search desk: what staff set for searches, and the checks of their results. */
import type { Generated } from 'kysely';
import type { Authored, Dated, Flag, Owned } from './table-parts.js';

export interface SearchSynonymTable extends Owned, Dated, Authored {
  term: string;
  /** JSON array of words and phrases. */
  synonyms: string;
  bothWays: Flag;
}

/** A search that staff do not want to see among the groups of searches. */
export interface IgnoredQueryTable extends Owned {
  /** As the reports on searches compare it. */
  query: string;
  entryDate: string;
}

/** What a query shows first, or not at all. */
export interface SearchPinTable extends Owned, Dated, Authored {
  query: string;
  /** The query without regard to how it is written; unique. */
  queryKey: string;
  /** JSON array of further queries to which it applies. */
  otherQueries: Generated<string>;
  /** JSON array, in the order of the results. */
  pinnedItemIds: string;
  /** JSON array. */
  hiddenItemIds: string;
}

/** A change of a synonym or a pin. */
export interface SearchRevisionTable extends Owned {
  recordType: 'searchSynonym' | 'searchPin';
  recordId: number;
  /** JSON of an `Author`. */
  author: string | null;
  /** JSON of the fields that staff set; null if there was no record. */
  before: string | null;
  after: string | null;
  entryDate: string;
}

/** A query that must find an item among its first results. */
export interface SearchCheckTable extends Owned, Dated, Authored {
  query: string;
  itemId: number;
  maxRank: number;
  status: Generated<'waiting' | 'passed' | 'failed'>;
  /** From 1, at the last run; null if it was not found. */
  rank: Generated<number | null>;
  /** When it last ran. */
  checkedDate: Generated<string | null>;
}
