/** Answers on the hosts' ports while the database is migrated: alive, but not ready. */
import { createWorker } from '../../../../workers/index.js';
import type { MigrationProgress } from '../../db/migrate.js';
import type { WaitingCalls } from './waiting-thread.js';

export interface WaitingServer {
  report(progress: MigrationProgress): void;
  stop(): Promise<void>;
}

/** @throws {Error} when a port is not available */
export const startWaitingServer = async (host: string, ports: readonly number[]): Promise<WaitingServer> => {
  const thread = createWorker<WaitingCalls>({
    name: 'The thread that answers while the database is migrated',
    entry: './waiting-thread',
    importer: import.meta.url,
  });
  const stop = (): Promise<void> => thread.close();
  try {
    await thread.call('listen', host, ports);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    // Posted at once; the thread takes it while SQLite blocks this one.
    report: (progress) => void thread.call('report', progress).catch(() => undefined),
    stop,
  };
};
