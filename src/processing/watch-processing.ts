/** Watches items that are processed by any process: one timer reads the rows for all watchers. */
import { groupBy } from '../platform/lib/group.js';
import type { Log } from '../platform/lib/log.js';
import type { EventStream } from '../platform/http/event-streams.js';
import { unfinishedStatuses, type Processing } from './processing.record.js';

const POLL_MS = 500;

interface Watcher {
  accountId: number;
  itemId: number;
  stream: EventStream;
  /** JSON of the last message. */
  sent: string;
}

type Read = (accountId: number, itemIds: readonly number[]) => Promise<ReadonlyMap<number, Processing>>;

const isUnfinished = ({ status }: Processing): boolean =>
  (unfinishedStatuses as readonly string[]).includes(status);

/** @param present converts the processing to the message to send */
export const createProcessingWatch = (read: Read, present: (processing: Processing) => unknown, log: Log) => {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | undefined;

  const poll = async (): Promise<void> => {
    for (const [accountId, own] of groupBy([...watchers], (watcher) => watcher.accountId)) {
      const ids = [...new Set(own.map(({ itemId }) => itemId))];
      const found = await read(accountId, ids);
      for (const watcher of own) tell(watcher, found.get(watcher.itemId));
    }
  };

  /** Sends changes, and ends the stream when the run ends or the item is deleted. */
  const tell = (watcher: Watcher, processing: Processing | undefined): void => {
    const { stream } = watcher;
    const data = processing && { processing: present(processing) };
    const json = JSON.stringify(data ?? null);
    if (data && json !== watcher.sent) stream.send('progress', data);
    watcher.sent = json;
    if (processing && isUnfinished(processing)) return;
    if (data) stream.send('end', data);
    stream.end();
  };

  const schedule = (): void => {
    if (timer || watchers.size === 0) return;
    timer = setTimeout(() => {
      poll()
        .catch((err: unknown) => log.warn({ err }, 'could not read the progress of processing'))
        .finally(() => {
          timer = undefined;
          schedule();
        });
    }, POLL_MS).unref();
  };

  return {
    /** Sends `progress` now and after each change, then `end`. */
    watch: (stream: EventStream, accountId: number, itemId: number, processing: Processing): void => {
      const watcher: Watcher = { accountId, itemId, stream, sent: '' };
      watchers.add(watcher);
      stream.closed.addEventListener('abort', () => watchers.delete(watcher), { once: true });
      tell(watcher, processing);
      schedule();
    },
  };
};
