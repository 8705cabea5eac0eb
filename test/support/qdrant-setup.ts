/** Runs before the tests on Qdrant: starts its engine, unless TEST_QDRANT_URL names a server. */
import type { TestProject } from 'vitest/node';
import { qdrantPython, startQdrantFront } from './qdrant-front/start.js';
import { runFolder } from './run-folder.js';

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  runFolder();
  const { TEST_QDRANT_URL } = process.env;
  if (TEST_QDRANT_URL) {
    project.provide('qdrantUrl', TEST_QDRANT_URL);
    return () => Promise.resolve();
  }
  const front = await startQdrantFront(qdrantPython()!);
  project.provide('qdrantUrl', front.url);
  return async () => {
    await front.stop();
    failOn(front.unknown);
  };
};

/** Fails the run for unknown requests, because a search that falls back to full text would pass its test. */
const failOn = (unknown: readonly string[]): void => {
  if (unknown.length === 0) return;
  console.error(`The front of Qdrant was asked for what it does not know:\n${unknown.join('\n')}`);
  process.exitCode = 1;
};
