/** Flushes the entries of a folder to the disk, such as a file that was renamed. */
import { open } from 'node:fs/promises';

export const flushFolder = async (path: string): Promise<void> => {
  const handle = await open(path);
  await handle.sync().finally(() => handle.close());
};
