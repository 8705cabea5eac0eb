/** The tables of processing: its runs and steps, transcription, and written suggestions. */
import type { Generated } from 'kysely';
import type { Owned } from '../platform/db/table-parts.js';

/** One run of the processing steps over an item. */
interface ProcessingTable extends Owned {
  itemId: number;
  status: 'running' | 'done' | 'failed';
  errorMessage: string | null;
  startedDate: string;
  finishedDate: string | null;
}

/** Progress of a step of the item's last run. */
interface ProcessingStepTable extends Owned {
  itemId: number;
  /** Unique per item. */
  name: string;
  status: 'pending' | 'running' | 'done' | 'skipped' | 'actionRequired' | 'error';
  /** 0 to 100 */
  percent: number;
  message: string | null;
  /** Identifies what the result was made from, so that a resumed run can tell whether it is still current. */
  input: string | null;
  startedDate: string | null;
  finishedDate: string | null;
}

/** Progress of transcribing a media file. */
interface TranscriptionTable extends Owned {
  itemId: number;
  /** Unique. */
  mediaAssetId: number;
  /** `waiting` until its job has ended. */
  status: 'waiting' | 'done' | 'failed';
  /** Reason of the failure, for people. */
  message: string | null;
  failedDate: string | null;
  /** JSON of where the sound is cut into parts; null until it is planned. */
  plan: string | null;
  /** Milliseconds of sound sent to the transcriber, including repeated parts, as a measure of cost. */
  sentMs: number;
  /** Milliseconds of this machine's processors that it took; 0 if it was transcribed elsewhere. */
  processorMs: Generated<number>;
  /** Hash of the resulting transcript. */
  contentHash: string | null;
  entryDate: string;
}

/** A completed part of an unfinished transcription. */
interface TranscriptionPartTable extends Owned {
  transcriptionId: number;
  /** Unique per transcription; from 0. */
  ordinal: number;
  /** Segments as in a transcript, with times from the start of the part. */
  segments: string;
  language: string | null;
}

/** Texts that a chat server writes for an item. */
interface WritingTable extends Owned {
  /** Unique. */
  itemId: number;
  /** `waiting` until its job has ended. */
  status: 'waiting' | 'done' | 'failed';
  /** Hash of the transcript that the texts are about. */
  contentHash: string;
  /** The requested model. */
  model: string;
  /** JSON; null until it is done, or if there was nothing to write. */
  written: string | null;
  /** Reason of the failure, for people. */
  message: string | null;
  failedDate: string | null;
  entryDate: string;
}

declare module '../platform/db/tables.js' {
  interface Tables {
    processing: ProcessingTable;
    processingStep: ProcessingStepTable;
    transcription: TranscriptionTable;
    transcriptionPart: TranscriptionPartTable;
    writing: WritingTable;
  }
}
