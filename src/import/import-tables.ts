/** The tables of imports: files and episodes that have been imported. */
import type { Generated } from 'kysely';
import type { Owned } from '../platform/db/table-parts.js';

/** The source of an imported item, identified by collection, imported folder and the path inside it. */
interface ImportedFileTable extends Owned {
  collectionId: number;
  path: string;
  itemId: number;
  contentHash: string;
  entryDate: string;
  /** JSON of the file's values and the stored values at the last import; null if an earlier version imported it. */
  written: string | null;
  /** Absolute path of the imported folder. */
  folder: string | null;
  /** When the item was unpublished because its file had disappeared. */
  goneDate: string | null;
}

/** An episode of a podcast feed that became an item, and the download of its media. */
interface ImportedEpisodeTable extends Owned {
  collectionId: number;
  itemId: number;
  mediaAssetId: number;
  /** The account job that counts the download; it is deleted some time after it has finished. */
  accountJobId: number | null;
  feedUrl: string;
  guid: string;
  enclosureUrl: string;
  transcriptUrl: string | null;
  /** MIME type as the feed declares it. */
  transcriptType: string | null;
  /** BCP 47, of the transcript. */
  language: string | null;
  /** JSON of those in the feed. */
  chapters: Generated<string | null>;
  chaptersUrl: Generated<string | null>;
  status: 'waiting' | 'done' | 'failed' | 'cancelled';
  errorMessage: string | null;
  entryDate: string;
  finishedDate: string | null;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    importedFile: ImportedFileTable;
    importedEpisode: ImportedEpisodeTable;
  }
}
