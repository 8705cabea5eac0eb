/** Finds damaged pages of a SQLite database, in a thread, because it reads the whole file. */
import { createWorker } from '../../../workers/index.js';
import { storeFault } from '../lib/store-fault.js';
import type { IntegrityCalls } from './integrity-thread.js';

/**
 * Reads every page once, which takes about a second per gigabyte.
 * @throws {Error} with the path and the remedy when a page is damaged
 */
export const checkIntegrity = async (file: string): Promise<void> => {
  const worker = createWorker<IntegrityCalls>({
    name: 'The thread that checks the database',
    entry: './integrity-thread',
    importer: import.meta.url,
  });
  const result = await worker.call('check', file).finally(() => worker.close());
  // SQLite returns `ok`, or a line with the damaged page.
  if (result !== 'ok')
    throw storeFault(
      Object.assign(new Error(result.trim().replace(/\s+/g, ' ')), { code: 'SQLITE_CORRUPT' }),
      file,
    );
};
