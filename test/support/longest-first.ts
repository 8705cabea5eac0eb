/**
 * Runs the slowest test files first. By default Vitest sorts by size until it knows durations, and the last project
 * would end with a long file alone.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of the last project that take long for their size. */
const LONG = /\/(?:abuse|error-messages|fuzz|hostile-transcripts|generated)\.test\.ts$/;

/** A class, because Vitest requires one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.name === 'sqlite' ? (LONG.test(moduleId) ? 1 : 2) : 0;
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
