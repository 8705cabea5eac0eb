/** Finds a program in the PATH, as a shell does. */
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

/**
 * @param path folders, as in the environment variable PATH; relative ones are skipped
 * @returns its absolute path; null if it is in none of the folders
 */
export const findProgram = (name: string, path = ''): string | null => {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile()) return file;
    } catch {
      // Try the next folder.
    }
  }
  return null;
};
