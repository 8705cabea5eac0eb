/** Records searches as events, in the background: no search waits for it or fails because of it. */
import type { SearchEvent } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import type { Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import type { EventSink } from './event.service.js';
import { countedVisitor, type ClientInfo } from './client-info.js';
import type { DescribeClient } from './describe-client.js';
import type { HashVisitor } from './visitors.js';

export type CompletedSearch = Pick<
  SearchEvent,
  'searchId' | 'query' | 'mode' | 'totalRecords' | 'itemIds' | 'tookMs'
>;

export type RecordSearch = (account: Account, clientInfo: ClientInfo, search: CompletedSearch) => void;

/** Beyond this, searches go unrecorded: the disk does not keep up, and memory is limited. */
const MAX_WAITING = 1_000;

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
}): RecordSearch => {
  let waiting = 0;

  const record = async (account: Account, clientInfo: ClientInfo, search: CompletedSearch): Promise<void> => {
    const now = clock.now().getTime();
    const visitor = countedVisitor(account, clientInfo);
    const event: SearchEvent = {
      type: 'search',
      id: search.searchId,
      idByClient: false,
      accountId: account.id,
      occurredAt: now,
      receivedAt: now,
      visitorHash: visitor && (await hashVisitor(account, visitor)),
      origin: null,
      ...describeClient(visitor ?? {}),
      ...search,
    };
    await sink.append([event]);
  };

  return (account, clientInfo, search) => {
    if (clientInfo.isBot || waiting >= MAX_WAITING) return;
    waiting += 1;
    record(account, clientInfo, search)
      .catch((err: unknown) => log.debug({ err }, 'a search was not recorded'))
      .finally(() => (waiting -= 1));
  };
};
