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
