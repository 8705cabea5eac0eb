/** The table of the sample content. */

/** A record of the sample content, or of the data that came with it. */
interface SampleRecordTable {
  accountId: number;
  type: 'item' | 'series' | 'speaker' | 'topic' | 'collection' | 'pageView' | 'search' | 'site';
  /** Its id; for a site, its URL. */
  record: string;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    sampleRecord: SampleRecordTable;
  }
}
