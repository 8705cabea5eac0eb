/** Divides the memory for searches between the accounts in memory and the engine's own cache. */
import { memoryNeeded, mostWithin } from '../../../indexer/index.js';

/** The engine's share where the accounts need the rest, and where they fit beside it in part, or do not fit. */
const LITTLE = 1 / 8;
const HALF = 1 / 2;

/** @param chunks of all accounts, when the index is opened */
export const cacheShares = (
  limitBytes: number,
  chunks: number,
  dimensions: number,
): { memoryBytes: number; engineBytes: number } => {
  const needed = memoryNeeded({ items: 0, chunks }, dimensions);
  const most = mostWithin(needed, limitBytes * (1 - LITTLE));
  const isWorthIt = most === 'everything' || most !== mostWithin(needed, limitBytes * (1 - HALF));
  const share = isWorthIt ? LITTLE : HALF;
  const engineBytes = Math.floor(limitBytes * share);
  return { memoryBytes: limitBytes - engineBytes, engineBytes };
};
