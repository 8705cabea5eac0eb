/** What every benchmark is given, and what it gives back. */
import type { Progress } from '../../src/cli/output.js';
import type { BenchResult } from './report.js';

export interface BenchContext {
  /** The project's folder. */
  root: string;
  /** Where the folders for development lie, or null where there are none. */
  shared: string | null;
  /** For what is kept between runs; git does not see it. */
  results: string;
  /** Of the large library, where the caller says how many. */
  chunks: number | undefined;
  /** Of the year of engagement, likewise. */
  events: number | undefined;
  /** An empty folder that is gone when the run ends. */
  scratch(name: string): Promise<string>;
  progress(label: string): Progress;
  say(text: string): void;
}

export type Bench = (context: BenchContext) => Promise<BenchResult>;
