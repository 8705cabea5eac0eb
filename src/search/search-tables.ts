/** The tables of search: versions of the index, what staff set for searches, and the checks of their results. */
import type { Generated } from 'kysely';
import type { Authored, Dated, Flag, Owned } from '../platform/db/table-parts.js';

/** Versions of the search index: one is active, and another one may be under construction. */
interface IndexVersionTable {
  id: Generated<number>;
  engine: string;
  modelId: string;
  dimensions: number;
  state: 'building' | 'active' | 'retired';
  /** Position of its last change. */
  changes: Generated<number>;
  entryDate: string;
  /** When searches switched to it. */
  activeDate: Generated<string | null>;
}

interface SearchSynonymTable extends Owned, Dated, Authored {
  term: string;
  /** JSON array of words and phrases. */
  synonyms: string;
  bothWays: Flag;
}

/** What a query shows first, or not at all. */
interface SearchPinTable extends Owned, Dated, Authored {
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
interface SearchRevisionTable extends Owned {
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
interface SearchCheckTable extends Owned, Dated, Authored {
  query: string;
  itemId: number;
  maxRank: number;
  status: Generated<'waiting' | 'passed' | 'failed'>;
  /** From 1, at the last run; null if it was not found. */
  rank: Generated<number | null>;
  /** When it last ran. */
  checkedDate: Generated<string | null>;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    indexVersion: IndexVersionTable;
    searchSynonym: SearchSynonymTable;
    searchPin: SearchPinTable;
    searchRevision: SearchRevisionTable;
    searchCheck: SearchCheckTable;
  }
}
