/** Finds damaged pages of an SQLite database, in a thread because it reads the whole file. */
import { newThread } from '../lib/thread-pool.js';
import { storeFault } from '../lib/store-fault.js';

/**
 * Reads every page once, which takes about a second per gigabyte.
 * @throws {Error} with the path and the remedy when a page is damaged
 */
export const checkIntegrity = async (file: string): Promise<void> => {
  const worker = newThread('./integrity-thread', import.meta.url, { workerData: file });
  worker.unref();
  const result = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  // SQLite's result: `ok`, or a line that names the page.
  if (result !== 'ok')
    throw storeFault(
      Object.assign(new Error(result.trim().replace(/\s+/g, ' ')), { code: 'SQLITE_CORRUPT' }),
      file,
    );
};
