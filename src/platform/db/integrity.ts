/** Finds damaged pages of a database in SQLite, in a thread: it reads the whole file. */
import { newThread } from '../lib/thread-pool.js';
import { storeFault } from '../lib/store-fault.js';

/**
 * Reads every page once: about a second for a gigabyte.
 * @throws {Error} with the path and what to do where a page is damaged
 */
export const checkIntegrity = async (file: string): Promise<void> => {
  const worker = newThread('./integrity-thread', import.meta.url, { workerData: file });
  worker.unref();
  const result = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  // SQLite's words for what it found: `ok`, or a line that names the page.
  if (result !== 'ok')
    throw storeFault(
      Object.assign(new Error(result.trim().replace(/\s+/g, ' ')), { code: 'SQLITE_CORRUPT' }),
      file,
    );
};
