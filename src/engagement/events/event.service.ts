/**
 * Accepts events from servers and browsers: validates them, hashes their visitors, and resolves once they are
 * durable.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { StoredEvent } from '../../../analytics/index.js';
import type { Account } from '../../identity/accounts/account.record.js';
import { details } from '../../platform/lib/zod-issues.js';
import { createFairQueue } from '../../platform/lib/fair-queue.js';
import type { Clock } from '../../platform/lib/clock.js';
import { truncateDetail, invalid, type ErrorDetail, truncate, unknownId } from '../../platform/lib/errors.js';
import { privateEvent, publicEvent, type BatchResponse, type NewEvent } from './event.schema.js';
import type { FindReferences, References } from './reference-cache.js';
import { countedVisitor, createEventOrigin, type ClientInfo } from './client-info.js';
import type { ClientTraits, DescribeClient } from './describe-client.js';
import { occurrenceOf, toEvent, type EventVisitor } from './to-event.js';
import type { HashVisitor } from './visitors.js';
import { isSameSite } from '../../platform/lib/site-origin.js';

/** Stores events durably. */
export interface EventSink {
  /**
   * Resolves once all events are durable.
   * @throws {SpoolFullError} when too many events are queued
   * @throws {SpoolUnavailableError} when the disk cannot be written
   */
  append(events: readonly StoredEvent[]): Promise<void>;
}

export type EventService = ReturnType<typeof createEventService>;

type Parsed = { event: NewEvent } | { problems: ErrorDetail[] };

const QUARTER_MS = 15 * 60_000;
/** Number of events to validate before yielding to other requests. */
const YIELD_EVERY = 50;
/** A batch with this many invalid events is a mistake: the rest of it is not parsed. */
const MAX_INVALID = 20;
const NOT_READ: ErrorDetail = {
  path: '',
  message: `was not read, because ${MAX_INVALID} events before it are invalid. Send it again without them.`,
};
/** Limits for batches of more than `YIELD_EVERY` events: per account, in total, and queued. */
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
  /** For events from browsers: finds only public records. */
  findPublicReferences: FindReferences;
  hashVisitor: HashVisitor;
  describeClient: DescribeClient;
  /** Origins of the account's own sites. */
  ownOrigins(account: Account): string[];
}) => {
  const largeBatches = createFairQueue<number>({
    ...LARGE_BATCHES,
    refusal: 'Too many large batches of events are waiting. Try again later.',
  });

  /**
   * Hashes and describes each visitor of a batch once in a quarter of an hour, with which days begin in all time zones.
   * A visitor without an IP address is not counted.
   */
  const visitors = (
    account: Account,
  ): ((traits: ClientTraits, occurredAt: number) => Promise<EventVisitor>) => {
    const known = new Map<string, Promise<EventVisitor>>();
    const read = async (traits: ClientTraits, occurredAt: number): Promise<EventVisitor> => {
      const { ip, userAgent = '' } = traits;
      return {
        visitorHash: ip === undefined ? null : await hashVisitor(account, { ip, userAgent }, occurredAt),
        ...describeClient(traits),
      };
    };
    return (traits, occurredAt) => {
      const quarter = Math.floor(occurredAt / QUARTER_MS);
      const key = `${quarter}\n${traits.ip ?? ''}\n${traits.userAgent ?? ''}`;
      const visitor = known.get(key) ?? read(traits, occurredAt);
      known.set(key, visitor);
      return visitor;
    };
  };

  /** Parses events until the limit of invalid ones is reached. */
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

  /** Stores the valid events. */
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
      const problems = 'event' in one ? eventProblems(one.event, references, now, browser) : one.problems;
      if (invalidCount === MAX_INVALID) {
        ids.push(null);
        errors.push({ index, ...NOT_READ });
      } else if ('event' in one && problems.length === 0) {
        const { ip } = browser ?? visitorInBody(one.event);
        const visitor = await visitorOf(traitsOf(one.event), occurrenceOf(one.event, now));
        const event = toEvent(one.event, references, account.id, visitor, now, index);
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
     * Records one event from a server.
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
     * Records a batch from a server.
     * @throws {UnavailableError} when too many large batches of the account are queued
     */
    recordBatch: (account: Account, events: readonly unknown[]): Promise<BatchResponse> =>
      inTurn(account, events, async () =>
        firstErrorPerEvent(await store(account, await parseAll(privateEvent, events), visitorInBody)),
      ),

    /**
     * Records a batch from a browser.
     * @param baseUrl of the public host as the browser reached it
     * @throws {AppError} ValidationError when no event is valid; UnavailableError when too many large batches of
     * the account are queued
     */
    recordFromBrowser: async (
      account: Account,
      events: readonly unknown[],
      clientInfo: ClientInfo,
      baseUrl: string,
    ): Promise<BatchResponse> => {
      const visitor = countedVisitor(account, clientInfo) ?? {};
      const { origin, isBot, visitor: caller } = clientInfo;
      // A URL built from the Host header may be invalid.
      const host = URL.canParse(baseUrl) ? new URL(baseUrl).origin : undefined;
      // Staff are recognised by their address even if they ask not to be tracked.
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

/** Reduces the response to the first problem of each rejected event, cut to a readable length. */
const firstErrorPerEvent = ({ ids, errors }: BatchResponse): BatchResponse => ({
  ids,
  errors: errors
    .filter(({ index }, at) => errors[at - 1]?.index !== index)
    .map(({ index, ...problem }) => ({ index, ...truncateDetail(problem) })),
});

/** The visitor on whose behalf a server sends an event. */
const visitorInBody = ({ visitorIp, userAgent }: NewEvent): ClientTraits => ({
  ip: visitorIp ?? undefined,
  userAgent: userAgent ?? undefined,
});

const MAX_ORIGIN_LENGTH = 100;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
/** Tolerance for browser clocks that run fast. */
const MAX_SKEW_MS = 60_000;

/** The site from which a browser sent the event. */
interface BrowserSite {
  /** The `Origin` header. */
  origin: string | undefined;
  /** Origins of the account's own sites. */
  own: readonly string[];
  /** Origin of the public host, which serves pages itself and players for other sites. */
  host: string | undefined;
}

/**
 * @param browser undefined if a server sent the event with an API token
 * @returns all problems; empty if there are none
 */
const eventProblems = (
  event: NewEvent,
  references: References,
  now: number,
  browser?: BrowserSite,
): ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const mustExist = (path: string, found: boolean): void => {
    if (!found) problems.push(unknownId(path));
  };
  if (event.occurredAt) {
    const age = now - Date.parse(event.occurredAt);
    if (age > MAX_AGE_MS) problems.push({ path: 'occurredAt', message: 'must be at most 7 days ago' });
    if (age < -MAX_SKEW_MS) problems.push({ path: 'occurredAt', message: 'must not be in the future' });
  }
  if (event.itemId) mustExist('itemId', references.items.has(event.itemId));
  if (event.type === 'mediaPlaybackEvent') {
    const asset = references.mediaAssets.get(event.mediaAssetId);
    mustExist('mediaAssetId', asset !== undefined);
    if (asset && asset.itemId !== event.itemId)
      problems.push({ path: 'mediaAssetId', message: 'must be a media asset of the item' });
  }
  if (event.type === 'pageView') {
    if (event.seriesId) mustExist('seriesId', references.series.has(event.seriesId));
    if (event.collectionId) mustExist('collectionId', references.collections.has(event.collectionId));
  }
  const site = event.embedToken ? references.sites.get(event.embedToken) : undefined;
  if (event.embedToken) mustExist('embedToken', site !== undefined);
  if (browser) problems.push(...siteProblems(browser, Boolean(event.embedToken), site?.allowedOrigins));
  return problems;
};

/** A site is identified by its origin or its embed token. Programs other than browsers send no origin. */
const siteProblems = (
  { origin, own, host }: BrowserSite,
  hasToken: boolean,
  allowed: readonly string[] | undefined,
): ErrorDetail[] => {
  if (origin !== undefined && origin === host) return [];
  if (hasToken) {
    if (!allowed || !origin || allowed.includes('*') || isOneOf(allowed, origin)) return [];
    return [{ path: 'embedToken', message: `is not valid for ${truncate(origin, MAX_ORIGIN_LENGTH)}` }];
  }
  if (origin && isOneOf(own, origin)) return [];
  const settings = '(settings publicSiteUrl and publicSites)';
  const message = `is required on sites other than the account’s own ${settings}`;
  return [{ path: 'embedToken', message }];
};

const isOneOf = (sites: readonly string[], origin: string): boolean =>
  sites.some((site) => isSameSite(site, origin));
