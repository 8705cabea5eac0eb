/** Worker thread of integrity.ts: reads every page of a database. */
import { parentPort, workerData } from 'node:worker_threads';
import { Database } from '../../../sqlite/driver.js';

const check = (file: string): string => {
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
};

parentPort?.postMessage(check(workerData as string));
