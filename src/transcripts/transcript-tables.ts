/** The tables of transcripts: their revisions, drafts, texts and chunks. */
import type { Generated } from 'kysely';
import type { Dated, Flag, Owned } from '../platform/db/table-parts.js';

interface TranscriptTable extends Owned {
  itemId: number;
  /** Unique per item. */
  mediaAssetId: number | null;
  /** 1 for the item's current transcript; at most one per item. */
  isCurrent: Generated<Flag>;
  language: string | null;
  textId: number;
  /** End of the last segment; null without times. */
  endMs: number | null;
  /** SHA-256 of the segments without ids, to tell which version was processed. */
  contentHash: string;
  entryDate: string;
  updatedDate: string;
}

/** A former version of an item's transcript. */
interface TranscriptRevisionTable extends Owned {
  itemId: number;
  /** The media asset of the transcript. */
  mediaAssetId: number | null;
  textId: number;
  /** Size of the segments. */
  sizeBytes: number;
  endMs: number | null;
  language: string | null;
  contentHash: string;
  /** When it became the transcript. */
  entryDate: string;
  replacedDate: string;
}

/** What somebody is changing in a transcript. */
interface TranscriptDraftTable extends Owned, Dated {
  itemId: number;
  /** The media asset of the transcript. */
  mediaAssetId: number;
  /** Unique per transcript: a `callerKey`. */
  caller: string;
  /** JSON of an `Author`. */
  createdBy: string;
  /** The segments that the operations apply to, and the ETag of their version. */
  textId: number;
  base: string;
  contentHash: string;
  /** JSON array of `TranscriptOperation`. */
  operations: string;
  operationCount: number;
}

/** The segments of transcripts, revisions and of what drafts were made from, which never change. */
interface TranscriptTextTable extends Owned {
  /** Total size of all parts. */
  sizeBytes: number;
  /** Since when nothing refers to it; null while something does. */
  unusedSince: string | null;
}

interface TranscriptPartTable extends Owned {
  textId: number;
  /** Unique per text; from 0. */
  ordinal: number;
  /** A piece, cut anywhere, of a JSON array of `TranscriptSegment`. */
  segments: string;
}

interface ChunkTable extends Owned {
  itemId: number;
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  /** Index of the paragraph in which it begins, from 0, in a transcript without times. */
  paragraph: Generated<number | null>;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    transcript: TranscriptTable;
    transcriptRevision: TranscriptRevisionTable;
    transcriptDraft: TranscriptDraftTable;
    transcriptText: TranscriptTextTable;
    transcriptPart: TranscriptPartTable;
    chunk: ChunkTable;
  }
}
