/** Takes events from servers and browsers: checks them, hashes their visitors, and resolves once they are durable. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { details } from '../../platform/lib/zod-issues.js';
import { createAccountQueue } from '../../platform/lib/account-queue.js';
import type { Clock } from '../../platform/lib/clock.js';
import { cutDetail, invalid, type ErrorDetail } from '../../platform/lib/errors.js';
import { problemsOf, type BrowserSite } from './check-event.js';
import { privateEvent, publicEvent, type BatchResponse, type NewEvent } from './event.schema.js';
import type { FindReferences } from './reference-cache.js';
import { countedVisitor, type ClientInfo } from './client-info.js';
import type { ClientTraits, DescribeClient } from './describe-client.js';
import { createEventOrigin } from './staff.js';
import { toEvent, type EventVisitor } from './to-event.js';
import type { HashVisitor } from './visitors.js';

/** Where events go. */
export interface EventSink {
  /**
   * Resolves once all of them are durable.
   * @throws {SpoolFullError} when too many events are waiting
   * @throws {SpoolUnavailableError} when the disk refuses
   */
  append(events: readonly StoredEvent[]): Promise<void>;
}

export type EventService = ReturnType<typeof createEventService>;

type Parsed = { event: NewEvent } | { problems: ErrorDetail[] };

/** Events that are checked before other requests get their turn. */
const YIELD_EVERY = 50;
/** With as many invalid events, a batch is a mistake: the others of it are not looked at. */
const MAX_INVALID = 20;
const NOT_READ: ErrorDetail = {
  path: '',
  message: `was not read, because ${MAX_INVALID} events before it are invalid. Send it again without them.`,
};
/** Batches of more than `YIELD_EVERY` events: at once, and waiting. */
const LARGE_BATCHES = { atOnce: 2, total: 2, maxWaiting: 50 };

export const createEventService = ({
  clock,
  sink,
  findReferences,
  findPublicReferences,
  hashVisitor,
  describeClient,
  ownOrigins,
}: {
  clock: Clock;
  sink: EventSink;
  findReferences: FindReferences;
  /** For events from browsers: finds public records only. */
  findPublicReferences: FindReferences;
  hashVisitor: HashVisitor;
  describeClient: DescribeClient;
  /** Origins of the account's own sites. */
  ownOrigins(account: Account): string[];
}) => {
  const largeBatches = createAccountQueue({
    ...LARGE_BATCHES,
    refusal: 'Too many large batches of events are waiting. Try again later.',
  });

  /** Hashes and describes each visitor of a batch once. Without an address nobody is counted. */
  const visitors = (account: Account): ((traits: ClientTraits) => Promise<EventVisitor>) => {
    const known = new Map<string, Promise<EventVisitor>>();
    const read = async (traits: ClientTraits): Promise<EventVisitor> => {
      const { ip, userAgent = '' } = traits;
      return {
        visitorHash: ip === undefined ? null : await hashVisitor(account, { ip, userAgent }),
        ...describeClient(traits),
      };
    };
    return (traits) => {
      const key = `${traits.ip ?? ''}\n${traits.userAgent ?? ''}`;
      const visitor = known.get(key) ?? read(traits);
      known.set(key, visitor);
      return visitor;
    };
  };

  /** Parses them up to the last that may be invalid. */
  const parseAll = async (
    schema: typeof privateEvent | typeof publicEvent,
    events: readonly unknown[],
  ): Promise<Parsed[]> => {
    const parsed: Parsed[] = [];
    let invalidCount = 0;
    for (const [index, input] of events.entries()) {
      if (index > 0 && index % YIELD_EVERY === 0) await nextTurn();
      if (invalidCount === MAX_INVALID) {
        parsed.push({ problems: [NOT_READ] });
        continue;
      }
      const { success, data, error } = schema.safeParse(input);
      if (!success) invalidCount++;
      parsed.push(success ? { event: data } : { problems: details(error) });
    }
    return parsed;
  };

  const inTurn = <T>(account: Account, events: readonly unknown[], take: () => Promise<T>): Promise<T> =>
    events.length > YIELD_EVERY ? largeBatches.run(account.id, take) : take();

  /** Stores the valid ones of the events. */
  const store = async (
    account: Account,
    parsed: readonly Parsed[],
    traitsOf: (event: NewEvent) => ClientTraits,
    browser?: BrowserSite & { isBot: boolean; ip: string | undefined },
  ): Promise<BatchResponse> => {
    const now = clock.now().getTime();
    const references = await (browser ? findPublicReferences : findReferences)(
      account.id,
      parsed.flatMap((one) => ('event' in one ? [one.event] : [])),
    );
    const visitorOf = visitors(account);
    const originOf = createEventOrigin(account);
    const events: StoredEvent[] = [];
    const ids: (string | null)[] = [];
    const errors: BatchResponse['errors'] = [];
    let invalidCount = 0;
    for (const [index, one] of parsed.entries()) {
      if (index > 0 && index % YIELD_EVERY === 0) await nextTurn();
      const problems = 'event' in one ? problemsOf(one.event, references, now, browser) : one.problems;
      if (invalidCount === MAX_INVALID) {
        ids.push(null);
        errors.push({ index, ...NOT_READ });
      } else if ('event' in one && problems.length === 0) {
        const { ip } = browser ?? visitorInBody(one.event);
        const event = toEvent(one.event, references, account.id, await visitorOf(traitsOf(one.event)), now);
        events.push({ ...event, origin: originOf(ip, event.origin) });
        ids.push(event.id);
      } else {
        invalidCount++;
        ids.push(null);
        errors.push(...problems.map(({ path, message }) => ({ index, path, message })));
      }
    }
    if (!browser?.isBot) await sink.append(events);
    return { ids, errors };
  };

  return {
    /**
     * One event from a server.
     * @returns its id
     * @throws {AppError} ValidationError when the event is invalid
     */
    record: async (account: Account, event: NewEvent): Promise<string> => {
      const { ids, errors } = await store(account, [{ event }], visitorInBody);
      const [id] = ids;
      if (!id) throw invalid(errors.map(({ path, message }) => ({ path, message })));
      return id;
    },

    /**
     * A batch from a server.
     * @throws {UnavailableError} when too many large batches of the account are waiting
     */
    recordBatch: (account: Account, events: readonly unknown[]): Promise<BatchResponse> =>
      inTurn(account, events, async () =>
        firstErrorPerEvent(await store(account, await parseAll(privateEvent, events), visitorInBody)),
      ),

    /**
     * A batch from a browser.
     * @param baseUrl of the public host as the browser reached it
     * @throws {AppError} ValidationError when none of the events is valid, UnavailableError when too many large batches
     * of the account are waiting
     */
    recordFromBrowser: async (
      account: Account,
      events: readonly unknown[],
      clientInfo: ClientInfo,
      baseUrl: string,
    ): Promise<BatchResponse> => {
      const visitor = countedVisitor(account, clientInfo) ?? {};
      const { origin, isBot, visitor: caller } = clientInfo;
      // The Host header may be anything, so the URL made of it may be invalid.
      const host = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
      // Staff that asks not to be tracked is staff all the same.
      const site = { origin, own: ownOrigins(account), host, isBot, ip: caller?.ip };
      const response = await inTurn(account, events, async () =>
        firstErrorPerEvent(await store(account, await parseAll(publicEvent, events), () => visitor, site)),
      );
      const { errors } = response;
      if (errors.length > 0 && errors.length === events.length)
        throw invalid(
          errors.map(({ index, path, message }) => ({ path: `events.${index}.${path}`, message })),
        );
      return response;
    },
  };
};

/** The response with the first problem of each event that was refused, cut to a readable length. */
const firstErrorPerEvent = ({ ids, errors }: BatchResponse): BatchResponse => ({
  ids,
  errors: errors
    .filter(({ index }, at) => errors[at - 1]?.index !== index)
    .map(({ index, ...problem }) => ({ index, ...cutDetail(problem) })),
});

/** The visitor on whose behalf a server sends an event. */
const visitorInBody = ({ visitorIp, userAgent }: NewEvent): ClientTraits => ({
  ip: visitorIp ?? undefined,
  userAgent: userAgent ?? undefined,
});
