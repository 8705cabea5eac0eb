/** Types of the tables about the processing of items. */
import type { Owned } from './table-parts.js';

/** One run of the processing steps over an item. */
export interface ProcessingTable extends Owned {
  itemId: number;
  status: 'running' | 'done' | 'failed';
  errorMessage: string | null;
  startedDate: string;
  finishedDate: string | null;
}
/** How far a step of the item's last run is. */
export interface ProcessingStepTable extends Owned {
  itemId: number;
  /** Unique per item. */
  name: string;
  status: 'pending' | 'running' | 'done' | 'skipped' | 'actionRequired' | 'error';
  /** 0 to 100 */
  percent: number;
  message: string | null;
  /** What it was made from, to tell whether it is still current when an interrupted run goes on. */
  input: string | null;
  startedDate: string | null;
  finishedDate: string | null;
}
/** What of a media file has been transcribed by speech recognition. */
export interface TranscriptionTable extends Owned {
  itemId: number;
  /** Unique. */
  mediaAssetId: number;
  /** `waiting` until its job has ended. */
  status: 'waiting' | 'done' | 'failed';
  /** Why it failed, for people. */
  message: string | null;
  failedDate: string | null;
  /** JSON: where the sound is cut into parts; null until that is known. */
  plan: string | null;
  /** Milliseconds of sound that were transcribed, those counted again that were sent again: what it costs. */
  sentMs: number;
  /** Of the transcript that was made. */
  contentHash: string | null;
  entryDate: string;
}
/** What a chat server writes of an item. */
export interface WritingTable extends Owned {
  /** Unique. */
  itemId: number;
  /** `waiting` until its job has ended. */
  status: 'waiting' | 'done' | 'failed';
  /** Of the transcript that it is written of. */
  contentHash: string;
  /** That is asked. */
  model: string;
  /** JSON; null until it is done, and where there was nothing to write. */
  written: string | null;
  /** Why it failed, for people. */
  message: string | null;
  failedDate: string | null;
  entryDate: string;
}
/** A part that is finished, until the whole is. */
export interface TranscriptionPartTable extends Owned {
  transcriptionId: number;
  /** Unique per transcription; from 0. */
  ordinal: number;
  /** As those of a transcript, with times from the start of the part. */
  segments: string;
  language: string | null;
}
