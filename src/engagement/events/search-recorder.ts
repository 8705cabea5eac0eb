/** Records searches as events in the background. No search waits for it or fails because of it. */
import type { SearchEvent } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import type { EventSink } from './event.service.js';
import { countedVisitor, createEventOrigin, type ClientInfo } from './client-info.js';
import type { DescribeClient } from './describe-client.js';
import type { HashVisitor } from './visitors.js';

export type CompletedSearch = Pick<
  SearchEvent,
  'searchId' | 'query' | 'origin' | 'mode' | 'totalRecords' | 'itemIds' | 'tookMs'
>;

export type RecordSearch = (account: Account, clientInfo: ClientInfo, search: CompletedSearch) => void;

export interface SearchRecorder {
  record: RecordSearch;
  /** Resolves once all searches recorded before are durable or lost. */
  flush(): Promise<void>;
}

/** Beyond this many pending searches, new ones are not recorded: the disk is too slow, and memory is limited. */
const MAX_WAITING = 1_000;
/** Searches within this many ms are written together: a write costs .4 ms of processor time, a search 7. */
const GATHER_MS = 50;

export const createSearchRecorder = ({
  clock,
  log,
  sink,
  hashVisitor,
  describeClient,
}: {
  clock: Clock;
  log: Log;
  sink: EventSink;
  hashVisitor: HashVisitor;
  describeClient: DescribeClient;
}): SearchRecorder => {
  let waiting = 0;
  let pendingEvents: Promise<SearchEvent | null>[] = [];
  let timer: NodeJS.Timeout | undefined;
  const writing = new Set<Promise<void>>();

  const toEvent = async (
    account: Account,
    clientInfo: ClientInfo,
    search: CompletedSearch,
  ): Promise<SearchEvent> => {
    const now = clock.now().getTime();
    const visitor = countedVisitor(account, clientInfo);
    return {
      type: 'search',
      id: search.searchId,
      idByClient: false,
      accountId: account.id,
      occurredAt: now,
      receivedAt: now,
      visitorHash: visitor && (await hashVisitor(account, visitor)),
      ...describeClient(visitor ?? {}),
      ...search,
      origin: createEventOrigin(account)(clientInfo.visitor?.ip, search.origin),
    };
  };

  const unrecorded = (err: unknown): null => {
    log.debug({ err }, 'a search was not recorded');
    return null;
  };

  const write = async (searches: readonly Promise<SearchEvent | null>[]): Promise<void> => {
    const events = (await Promise.all(searches)).filter((event) => event !== null);
    await sink.append(events).catch(unrecorded);
    waiting -= searches.length;
  };

  const begin = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pendingEvents.length === 0) return;
    const written = write(pendingEvents).finally(() => writing.delete(written));
    pendingEvents = [];
    writing.add(written);
  };

  return {
    record: (account, clientInfo, search) => {
      if (clientInfo.isBot || waiting >= MAX_WAITING) return;
      waiting += 1;
      pendingEvents.push(toEvent(account, clientInfo, search).catch(unrecorded));
      timer ??= setTimeout(begin, GATHER_MS);
    },
    flush: async () => {
      begin();
      await Promise.all(writing);
    },
  };
};
