/** Deletes a folder into which an engine may still be writing. */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const ATTEMPTS = 100;
const PAUSE_MS = 100;

/**
 * Reads the folder again for each attempt. `maxRetries` of rmSync does not, and misses files written in the meantime.
 */
export const removeFolder = async (path: string): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return rmSync(path, { recursive: true, force: true });
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
};
