/**
 * Sends events in batches, and again until the server has answered. Each has an id, so that one that is sent twice
 * counts once.
 */
import { serverNow } from '../api.js';
import type { EventStore } from './event-store.js';
import { randomId } from './random-id.js';
import type { NewSiteEvent, SiteEvent } from './site-event.js';

export interface EventQueue {
  add(event: NewSiteEvent): void;
  /** Sends what waits now, in a way that outlives the page. */
  flush(): void;
  /** Keeps what waits in local storage too from now on, and sends what earlier pages have left there. */
  remember(): void;
}

/** Events wait this long for others. */
const BATCH_MS = 3_000;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;
/** An event has some 500 bytes, and browsers take 64 KiB in all from a page that goes. */
const BATCH_EVENTS = 50;
/** Two hours of playing without a connection. */
const MAX_WAITING = 1_000;

const queues = new Map<string, EventQueue>();

/** The queue of a host; one for all components on the page. */
export const eventQueueOf = (host: string): EventQueue => {
  const queue = queues.get(host) ?? createEventQueue(host);
  queues.set(host, queue);
  return queue;
};

const createEventQueue = (host: string): EventQueue => {
  const url = `${host}/api/events`;
  let waiting: SiteEvent[] = [];
  /** Handed to the browser when the page was left: nobody knows whether they have arrived. */
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

  /** @returns how long to wait before the events are sent again, in ms; undefined when they are done with */
  const post = async (events: SiteEvent[]): Promise<number | undefined> => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        // Needs no preflight request.
        headers: { 'Content-Type': 'text/plain' },
        body: JSON.stringify({ events }),
        keepalive: true,
      });
      const { status, headers } = response;
      if (status === 422 && !isWarned && /embedToken"/.test(await response.text())) {
        isWarned = true;
        // For whoever puts the element into a page.
        // eslint-disable-next-line no-console
        console.warn(
          `Lectern counts nothing on ${location.origin}: add it to the account's settings.publicSites`,
        );
      }
      // An event that the server refuses for what it is will not become better.
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

  /** The page lives on: what was handed to the browser is sent once more. */
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
      // Whoever adds an event when the page is left already has nobody else to send it.
      if (document.visibilityState === 'hidden') queueMicrotask(flush);
    },
    flush,
    remember: () => {
      if (isRemembering) return;
      isRemembering = true;
      // Few sites do: the others need not load it. Without it, memory has to do.
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
