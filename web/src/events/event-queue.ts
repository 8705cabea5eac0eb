/**
 * Sends events in batches and retries until the server accepts them. Each event has an id, so a repeated one
 * counts once.
 */
import { serverNow } from '../api.js';
import type { EventStore } from './event-store.js';
import { randomId } from './random-id.js';
import type { NewSiteEvent, SiteEvent } from './site-event.js';

export interface EventQueue {
  add(event: NewSiteEvent): void;
  /** Sends the queued events now, with a request that outlives the page. */
  flush(): void;
  /** Also stores queued events in local storage from now on, and sends what earlier pages left there. */
  remember(): void;
}

/** How long an event waits to be sent with others. */
const BATCH_MS = 3_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** An event takes about 500 bytes, and browsers allow 64 KiB of requests in total when a page is closing. */
const BATCH_EVENTS = 50;
/** Enough for two hours of playback without a connection. */
const MAX_WAITING = 1_000;

const queues = new Map<string, EventQueue>();

/** Returns the queue of a host. All components on the page share it. */
export const eventQueueOf = (host: string): EventQueue => {
  const queue = queues.get(host) ?? createEventQueue(host);
  queues.set(host, queue);
  return queue;
};

const createEventQueue = (host: string): EventQueue => {
  const url = `${host}/api/events`;
  let waiting: SiteEvent[] = [];
  /** Events handed to the browser while the page was closing. Whether they arrived is unknown. */
  let unconfirmed: SiteEvent[] = [];
  let store: EventStore | undefined;
  let isRemembering = false;
  let isSending = false;
  let isWarned = false;
  let retryMs = FIRST_RETRY_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const changed = (): void => store?.save([...unconfirmed, ...waiting]);

  const schedule = (ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      void send();
    }, ms);
  };

  /** @returns ms to wait before the events are sent again; undefined when they were accepted or rejected for good */
  const post = async (events: SiteEvent[]): Promise<number | undefined> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        // This content type needs no CORS preflight request.
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify({ events }),
        keepalive: true,
      });
      const { status, headers } = response;
      if (status === 422 && !isWarned && /embedToken"/.test(await response.text())) {
        isWarned = true;
        // A warning for the developer who embeds the element.
        // eslint-disable-next-line no-console
        console.warn(
          `Lectern counts nothing on ${location.origin}: add it to the account's settings.publicSites`,
        );
      }
      // Retrying does not help if the server rejects the event itself.
      if (status !== 429 && status < 500) return undefined;
      return Math.max(retryMs, 1_000 * (Number(headers.get('Retry-After')) || 0));
    } catch {
      return retryMs;
    }
  };

  const send = async (): Promise<void> => {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const batch = waiting.slice(0, BATCH_EVENTS);
    const waitMs = await post(batch);
    isSending = false;
    if (waitMs === undefined) {
      const sent = new Set(batch);
      waiting = waiting.filter((event) => !sent.has(event));
      retryMs = FIRST_RETRY_MS;
      changed();
      if (waiting.length > 0) schedule(BATCH_MS);
    } else {
      retryMs = Math.min(MAX_RETRY_MS, retryMs * 2);
      schedule(waitMs);
    }
  };

  const flush = (): void => {
    if (!navigator.onLine) return;
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_EVENTS);
      if (!navigator.sendBeacon(url, JSON.stringify({ events: batch }))) break;
      unconfirmed.push(...batch);
      waiting = waiting.slice(batch.length);
    }
    changed();
  };

  /** The page was not closed after all: sends the unconfirmed events again. */
  const resume = (): void => {
    waiting = [...unconfirmed, ...waiting];
    unconfirmed = [];
    if (waiting.length > 0) schedule(0);
  };

  addEventListener('online', resume);
  addEventListener('pagehide', flush);
  addEventListener('pageshow', resume);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') flush();
    else resume();
  });

  return {
    add: (event) => {
      waiting.push({ ...event, eventId: randomId(), occurredAt: serverNow().toISOString() });
      if (waiting.length > MAX_WAITING) waiting.shift();
      changed();
      if (timer === undefined && !isSending) schedule(BATCH_MS);
      // An event added while the page is hidden has to be sent at once.
      if (document.visibilityState === 'hidden') queueMicrotask(flush);
    },
    flush,
    remember: () => {
      if (isRemembering) return;
      isRemembering = true;
      // Loaded on demand, because few sites use it. If it cannot be loaded, the queue stays in memory.
      const loading = import('./event-store.js').then(({ createEventStore }) => {
        store = createEventStore(host);
        waiting = [...store.takeOthers(), ...waiting];
        changed();
        if (waiting.length > 0) schedule(0);
      });
      loading.catch(() => undefined);
    },
  };
};
