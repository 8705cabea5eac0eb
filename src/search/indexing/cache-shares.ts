/** Divides the memory for searches between the accounts in memory and the engine's own cache. */
import { memoryNeeded } from '../../../indexer/index.js';

/** The engine's share where all accounts fit, and where some are left to it. */
const LITTLE = 1 / 8;
const HALF = 1 / 2;

/** @param chunks of all accounts, when the index is opened */
export const cacheShares = (
  limitBytes: number,
  chunks: number,
  dimensions: number,
): { memoryBytes: number; engineBytes: number } => {
  const { withPassages } = memoryNeeded({ items: 0, chunks }, dimensions);
  const share = withPassages <= limitBytes * (1 - LITTLE) ? LITTLE : HALF;
  const engineBytes = Math.floor(limitBytes * share);
  return { memoryBytes: limitBytes - engineBytes, engineBytes };
};
