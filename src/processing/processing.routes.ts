/** Endpoints for the processing progress of an item. */
import { z } from 'zod';
import { endpoint, type Endpoint } from '../platform/http/endpoint/endpoint.js';
import type { EventStreams, EventStream } from '../platform/http/server/event-streams.js';
import { pathId } from '../platform/http/endpoint/record-query.js';
import { notFound } from '../platform/lib/errors.js';
import type { Log } from '../platform/lib/log.js';
import { storedLinks } from '../platform/lib/links.js';
import { presenter } from '../platform/lib/present.js';
import {
  processingExample,
  processingRecord,
  unfinishedStatuses,
  type Processing,
} from './processing.record.js';
import { groupBy } from '../platform/lib/group.js';

const params = z.object({ itemId: pathId });
const example = { processing: processingExample };
const tag = 'Items';

export interface ProcessingRoutesOptions {
  log: Log;
  streams: EventStreams;
  read(accountId: number, itemIds: readonly number[]): Promise<ReadonlyMap<number, Processing>>;
}

export const processingRoutes = ({ log, streams, read }: ProcessingRoutesOptions): Endpoint[] => {
  const present = presenter(processingRecord);
  const watch = createProcessingWatch(read, (processing) => present(processing, storedLinks), log);
  const get = async (accountId: number, itemId: number): Promise<Processing> => {
    const processing = (await read(accountId, [itemId])).get(itemId);
    if (!processing) throw notFound();
    return processing;
  };
  return [
    endpoint({
      method: 'GET',
      path: '/items/{itemId}/processing',
      operationId: 'getProcessing',
      summary: 'Get the progress of processing',
      description: 'The steps of the last run, and the overall progress.',
      tag,
      scope: 'content:read',
      params,
      response: z.object({ processing: processingRecord }),
      example: { params: { itemId: 42 }, response: example },
      handle: async ({ caller, params: { itemId } }) => ({ processing: await get(caller.accountId, itemId) }),
    }),
    endpoint({
      method: 'GET',
      path: '/items/{itemId}/processing/events',
      operationId: 'watchProcessing',
      summary: 'Watch the progress of processing',
      description:
        'Server-sent events: `progress` at once and on each change, `end` when the item is neither queued nor processing. Suggestions are made later; the webhook `item.suggestionsReady` announces them. The data of both is the response of `GET /items/{itemId}/processing`. A comment every 15 s keeps the connection open. 429 when too many streams are open.',
      tag,
      scope: 'content:read',
      params,
      response: 'text/event-stream',
      errors: [404],
      example: {
        params: { itemId: 42 },
        response: `event: progress\ndata: ${JSON.stringify(example)}\n\n`,
      },
      handle: async ({ caller: { accountId }, params: { itemId }, request: { ip } }) => {
        const processing = await get(accountId, itemId);
        return streams.open({ accountId, ip }, (stream) =>
          watch.watch(stream, accountId, itemId, processing),
        );
      },
    }),
  ];
};

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
const createProcessingWatch = (read: Read, present: (processing: Processing) => unknown, log: Log) => {
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
