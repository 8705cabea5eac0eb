/** The entry of the thread of integrity.ts: reads every page of a database. */
import { Database } from '../../../sqlite/driver.js';
import { serve } from '../../../workers/index.js';

const calls = {
  check: (file: string): string => {
    try {
      const database = new Database(file, { readonly: true });
      try {
        return String(database.pragma('quick_check(1)', { simple: true }));
      } finally {
        database.close();
      }
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },
};

export type IntegrityCalls = typeof calls;

serve(() => calls);
