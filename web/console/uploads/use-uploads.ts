/** The person's uploads to the open account in this tab. */
import { useSyncExternalStore } from 'react';
import { useAccount } from '../api/account.js';
import { createUploadQueue, type Upload, type UploadQueue } from './upload-queue.js';

const queues = new Map<string, UploadQueue>();

/** One queue for each person and account: uploads go on when the person opens another account. */
const queueOf = (key: string): UploadQueue => {
  const queue = queues.get(key) ?? createUploadQueue();
  queues.set(key, queue);
  return queue;
};

export const useUploads = (): { queue: UploadQueue; uploads: readonly Upload[] } => {
  const { person, shortName } = useAccount();
  const queue = queueOf(`${person.id} ${shortName}`);
  return { queue, uploads: useSyncExternalStore(queue.subscribe, queue.uploads) };
};
