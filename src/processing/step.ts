/** A step of the pipeline: what it is given, and how it ends for each item. */
import type { UnembeddedItem } from '../../indexer/index.js';
import type { CurrentTranscript } from '../content/items/current-transcript.repository.js';
import type { TranscriptThreads } from '../content/transcripts/transcript-tasks.js';
import type { Row } from '../platform/db/tables.js';
import type { IndexingDeps } from '../search/indexing/handler-support.js';
import type { SuggestThreads } from './suggest/suggest-threads.js';

/** The step that follows once an item is ready, by a job of its own: what becomes of it changes no item's status. */
export const SUGGEST = 'suggest';

export interface ProcessingDeps extends IndexingDeps {
  threads: TranscriptThreads;
  /** Null where suggestions are turned off. */
  suggestThreads: SuggestThreads | null;
  /** The model of the chat server that writes descriptions and topics; null where there is none. */
  writingModel: string | null;
  /** Whether recordings can be transcribed. */
  transcribes: boolean;
}

/** An item on its way through the steps, which add to it. */
export interface WorkItem {
  readonly itemId: number;
  /** As it was when the work began. */
  readonly item: Row<'item'>;
  /** What is indexed; its chunks come with `segment`. */
  draft: UnembeddedItem;
  /** Comes with `transcribe`. */
  transcript: CurrentTranscript | undefined;
  /** What each step that is done was made from, by its name; of a run that goes on after an interruption. */
  readonly inputs: ReadonlyMap<string, string | null>;
}

/**
 * - `done`, or `skipped` where there is nothing to do: the item goes on to the next step. `input` tells what the result
 *   was made from.
 * - `waiting`: other jobs do it, and enqueue the item again when they have ended.
 * - `actionRequired`: a person must act. The message says what to do.
 */
export type StepResult =
  | { status: 'done' | 'skipped'; message?: string; input?: string }
  | { status: 'waiting'; message?: string }
  | { status: 'actionRequired'; message: string };

export interface Part {
  accountId: number;
  /** Some items of one account, which are worked on together. */
  items: readonly WorkItem[];
  /** Records how far the step is with all of them, 0 to 100. */
  report(percent: number): Promise<void>;
}

export interface Step {
  /** Its share of the whole in the percentage of an item. */
  weight: number;
  /**
   * Can run twice for the same item; several parts may run at once. If it throws, it is repeated later.
   * @returns a result for each item, by its id
   */
  run(part: Part): Promise<ReadonlyMap<number, StepResult>>;
}

export type StepFactory = (deps: ProcessingDeps) => Step;
