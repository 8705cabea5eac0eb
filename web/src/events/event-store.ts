/** Stores unsent events in local storage, one entry per page, so that tabs do not overwrite each other. */
import { randomId } from './random-id.js';
import type { SiteEvent } from './site-event.js';

export interface EventStore {
  save(events: readonly SiteEvent[]): void;
  /** Takes the events that other pages left. If such a page is still open and sends them too, they count once. */
  takeOthers(): SiteEvent[];
}

const MAX_EVENTS = 500;
/** The server rejects events older than this. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

export const createEventStore = (host: string): EventStore => {
  const prefix = `lectern-events ${host} `;
  const ownKey = prefix + randomId();
  return {
    save: (events) => {
      try {
        if (events.length === 0) localStorage.removeItem(ownKey);
        else localStorage.setItem(ownKey, JSON.stringify(events.slice(-MAX_EVENTS)));
      } catch {
        // Local storage is full or blocked: the events stay in memory.
      }
    },
    takeOthers: () => {
      try {
        const keys = Object.keys(localStorage).filter((key) => key.startsWith(prefix) && key !== ownKey);
        const found = keys.flatMap((key) => readEvents(localStorage.getItem(key)));
        for (const key of keys) localStorage.removeItem(key);
        return found.slice(-MAX_EVENTS);
      } catch {
        return [];
      }
    },
  };
};

const readEvents = (text: string | null): SiteEvent[] => {
  try {
    const events: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(events)) return [];
    return events.filter((event: SiteEvent | null): event is SiteEvent => {
      const age = Date.now() - Date.parse(event?.occurredAt ?? '');
      return age < MAX_AGE_MS;
    });
  } catch {
    return [];
  }
};
