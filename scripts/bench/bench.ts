/** The interface of a benchmark. */
import type { BenchResult } from './report.js';

export interface BenchContext {
  /** Creates an empty folder that is removed when the run ends. */
  scratch(name: string): Promise<string>;
}

export type Bench = (context: BenchContext) => Promise<Omit<BenchResult, 'name'>>;
