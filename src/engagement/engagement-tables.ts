/** The tables of engagement: salts of visitors, and queries that reports leave out. */
import type { Owned } from '../platform/db/table-parts.js';

/** The salt of visitor hashes for one day in the account's time zone. */
interface VisitorSaltTable extends Owned {
  /** YYYY-MM-DD in the account's time zone */
  day: string;
  /** 256 random bits, hex */
  salt: string;
  entryDate: string;
}

/** A search that staff do not want to see among the groups of searches. */
interface IgnoredQueryTable extends Owned {
  /** As the reports on searches compare it. */
  query: string;
  entryDate: string;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    visitorSalt: VisitorSaltTable;
    ignoredQuery: IgnoredQueryTable;
  }
}
