/** What may fail while a store is in trouble, and how responses and log lines name the store. */

/** `disk` holds the data folder of the program: spool and caches, and files where there is no bucket. */
export type StoreName = 'database' | 'index' | 'clickhouse' | 'bucket' | 'disk';
/** What is in trouble: a store, a process of the program, or its clock. */
export type Subject = StoreName | 'api' | 'worker' | 'clock' | 'node';

/** The requests of the load. */
export type RequestKind =
  | 'create'
  | 'patch'
  | 'delete'
  | 'transcript'
  | 'events'
  | 'image'
  | 'resource'
  | 'upload'
  | 'search'
  | 'list'
  | 'item'
  | 'page'
  | 'explain'
  | 'stats';

interface Expectation {
  /** What gets 503 without it; `all`: every request. */
  needs: readonly RequestKind[] | 'all';
  /** How the message of a 503 names it. */
  named: RegExp;
  /** Lines of the log at level error that it explains. */
  logged: RegExp;
}

export const expectations: Record<Subject, Expectation> = {
  database: {
    needs: 'all',
    named: /database is not available|query took too long|too many writes/i,
    logged:
      /database|ECONNRE|57P0|53100|08006|XX000|Connection terminated|timeout exceeded|job table|Query read timeout/i,
  },
  index: {
    needs: ['explain'],
    named: /search (engine|index)|qdrant/i,
    logged: /search (engine|index)|qdrant|index/i,
  },
  // One of three: nothing may fail.
  node: { needs: [], named: /^$/, logged: /search (engine|index)|qdrant|index/i },
  clickhouse: { needs: ['stats'], named: /clickhouse/i, logged: /clickhouse/i },
  bucket: { needs: ['image', 'upload'], named: /file storage/i, logged: /file storage/i },
  disk: { needs: ['events', 'image'], named: /disk|spool|events/i, logged: /ENOSPC|disk|spool|SQLITE_FULL/i },
  api: { needs: 'all', named: /^$/, logged: /^$/ },
  worker: { needs: [], named: /^$/, logged: /^$/ },
  // Signed requests carry the time.
  clock: { needs: ['image', 'upload'], named: /file storage/i, logged: /file storage|RequestTimeTooSkewed/i },
};

export const mayFail = (subject: Subject, kind: RequestKind): boolean => {
  const { needs } = expectations[subject];
  return needs === 'all' || needs.includes(kind);
};
