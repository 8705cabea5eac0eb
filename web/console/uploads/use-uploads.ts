/** The uploads of the open account in this tab. */
import { useSyncExternalStore } from 'react';
import { useAccount } from '../api/account.js';
import { createUploadQueue, type Upload, type UploadQueue } from './upload-queue.js';

const queues = new Map<string, UploadQueue>();

/** One queue for each account: uploads go on when the person opens another one. */
const queueOf = (shortName: string): UploadQueue => {
  const queue = queues.get(shortName) ?? createUploadQueue();
  queues.set(shortName, queue);
  return queue;
};

export const useUploads = (): { queue: UploadQueue; uploads: readonly Upload[] } => {
  const queue = queueOf(useAccount().shortName);
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) };
};
