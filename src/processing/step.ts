/** The interface of a pipeline step: its input, and its result for each item. */
import type { UnembeddedItem } from '../../indexer/index.js';
import { indexedBy, type CurrentTranscript } from '../content/items/current-transcript.repository.js';
import type { TranscriptThreads } from '../transcripts/transcript-tasks.js';
import type { Row } from '../platform/db/tables.js';
import type { IndexingDeps } from '../search/indexing/index-items.js';
import type { StepResult } from './runs/run.repository.js';
import type { SuggestThreads } from './suggest/suggest-threads.js';

export interface ProcessingDeps extends IndexingDeps {
  threads: TranscriptThreads;
  /** Null if suggestions are turned off. */
  suggestThreads: SuggestThreads | null;
  /** The model of the chat server that writes descriptions and topics; null without one. */
  writingModel: string | null;
  /** Whether recordings can be transcribed. */
  transcribes: boolean;
}

/** An item on its way through the steps, which add to it. */
export interface WorkItem {
  readonly itemId: number;
  /** The row at the start of the run. */
  readonly item: Row<'item'>;
  /** What is indexed; `segment` adds its chunks. */
  draft: UnembeddedItem;
  /** Set by `transcribe`. */
  transcript: CurrentTranscript | undefined;
  /** The recording to index by the item's title, speakers and description; null with a transcript. */
  recordingId: number | null;
  /** Whether the run goes on after the index, because the transcript is still being made. */
  isAhead: boolean;
  /** For a resumed run: the input of each completed step, by step name. */
  readonly inputs: ReadonlyMap<string, string | null>;
}

/** Statuses from which processing makes an item ready. */
export const becomesReadyFrom: ReadonlySet<string> = new Set(['queued', 'processing']);

/** Whether the item is to be in the index, with its transcript or without one. */
export const isIndexed = ({ transcript, recordingId }: WorkItem): boolean =>
  transcript?.isIndexable ?? recordingId !== null;

/** The item's `indexedMediaAssetId` once it is processed. */
export const mediaToIndex = ({ transcript, recordingId }: WorkItem): number | null =>
  transcript ? indexedBy(transcript) : recordingId;

export interface StepBatch {
  accountId: number;
  /** Items of one account that are processed together. */
  items: readonly WorkItem[];
  /** Records the progress of the step for all items, 0 to 100. */
  report(percent: number): Promise<void>;
}

export interface Step {
  /** The step's share of an item's progress. */
  weight: number;
  /**
   * Must be idempotent; several parts may run concurrently. If it throws, it is retried later.
   * @returns the result of each item, by id
   */
  run(part: StepBatch): Promise<ReadonlyMap<number, StepResult>>;
}

export type StepFactory = (deps: ProcessingDeps) => Step;
