/** Types of the tables of transcripts: their segments, revisions and chunks. */
import type { Generated } from 'kysely';
import type { Flag, Owned } from './table-parts.js';

export interface TranscriptTable extends Owned {
  itemId: number;
  /** Unique per item. */
  mediaAssetId: number | null;
  /** 1 for the item's current transcript; at most one per item. */
  isCurrent: Generated<Flag>;
  language: string | null;
  /** JSON array of {text, startMs, endMs, speaker, heading} */
  segments: string;
  /** End of the last segment; null without times. */
  endMs: number | null;
  /** SHA-256 of `segments`, to tell which version was processed. */
  contentHash: string;
  entryDate: string;
  updatedDate: string;
}
/** A former version of an item's transcript. */
export interface TranscriptRevisionTable extends Owned {
  itemId: number;
  /** The media asset of the transcript. */
  mediaAssetId: number | null;
  /** Size of the segments. */
  sizeBytes: number;
  endMs: number | null;
  language: string | null;
  contentHash: string;
  /** When it became the transcript. */
  entryDate: string;
  replacedDate: string;
}
export interface TranscriptRevisionTextTable extends Owned {
  revisionId: number;
  /** As in a transcript. */
  segments: string;
}
export interface ChunkTable extends Owned {
  itemId: number;
  ordinal: number;
  text: string;
  startMs: number | null;
  endMs: number | null;
  speaker: string | null;
  /** Index of the paragraph in which it begins, from 0, in a transcript without times. */
  paragraph: Generated<number | null>;
}
