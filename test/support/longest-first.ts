/**
 * The order of the test files. Vitest runs the largest first until it knows how long each takes, so that the longest of
 * the last project would run alone at the end.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files of the last project that take long for their size. */
const LONG = /\/(?:abuse|plain-messages|fuzz|hostile-transcripts|generated)\.test\.ts$/;

/** A class because Vitest asks for one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ project, moduleId }: TestSpecification): number =>
      project.name === 'sqlite' ? (LONG.test(moduleId) ? 1 : 2) : 0;
    return (await super.sort(files)).sort((one, other) => rank(one) - rank(other));
  }
}
