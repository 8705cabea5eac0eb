/** The interface of a benchmark. */
import type { Progress } from '../../src/cli/output.js';
import type { BenchResult } from './report.js';

export interface BenchContext {
  /** The project's folder. */
  root: string;
  /** The folder of development data; null if there is none. */
  shared: string | null;
  /** Folder for data that later runs reuse; ignored by git. */
  results: string;
  /** Size of the large library, if set on the command line. */
  chunks: number | undefined;
  /** Number of items of `bulk`, if set on the command line. */
  items: number | undefined;
  /** Number of engagement events, if set on the command line. */
  events: number | undefined;
  /** Duration of the long load in minutes, if set on the command line. */
  minutes: number | undefined;
  /** Creates an empty folder that is removed when the run ends. */
  scratch(name: string): Promise<string>;
  progress(label: string): Progress;
  say(text: string): void;
}

export type Bench = (context: BenchContext) => Promise<BenchResult>;
