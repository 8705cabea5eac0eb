/** The load: requests at fixed rates, however long the responses take. */
import type { Outcome } from './call.js';
import type { ReadKind, Send, Writes } from './writes.js';

/** A second. Writes: 50, with an upload for each resource; reads: 20. */
const RATES: Record<keyof Writes | ReadKind, number> = {
  patch: 22,
  events: 17,
  create: 4,
  delete: 4,
  transcript: 1,
  image: 0.5,
  resource: 0.75,
  search: 13,
  list: 2,
  item: 2,
  page: 2,
  explain: 0.5,
  stats: 0.5,
};
const TICK_MS = 20;
/** Requests that wait for a response; beyond it none are sent, and they count as skipped. */
const MAX_OPEN = 1_500;

export interface Load {
  /** Outcomes since the last call. */
  take(): { outcomes: Outcome[]; skipped: number };
  /** Resolves when the requests that are open now have ended. */
  settled(): Promise<void>;
  /** Sends no more, and resolves when all have ended. */
  stop(): Promise<void>;
}

/** @param share of the usual rates */
export const startLoad = (sends: Record<keyof Writes | ReadKind, Send>, share: number): Load => {
  const kinds = Object.keys(RATES) as (keyof typeof RATES)[];
  const due = new Map(kinds.map((kind, at) => [kind, at / kinds.length]));
  const open = new Set<Promise<void>>();
  let outcomes: Outcome[] = [];
  let skipped = 0;
  let last = performance.now();
  const fire = (kind: keyof typeof RATES): void => {
    if (open.size >= MAX_OPEN) {
      skipped += 1;
      return;
    }
    const sent = sends[kind]()
      .then((ended) => {
        for (const { kind, status, message, ms, at } of ended)
          outcomes.push({ kind, status, message, ms, at });
      })
      .finally(() => open.delete(sent));
    open.add(sent);
  };
  const settled = async (): Promise<void> => {
    await Promise.all(open);
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const secs = Math.min(1, (now - last) / 1_000);
    last = now;
    for (const kind of kinds) {
      let count = (due.get(kind) ?? 0) + RATES[kind] * share * secs;
      for (; count >= 1; count--) fire(kind);
      due.set(kind, count);
    }
  }, TICK_MS);
  return {
    take: () => {
      const taken = { outcomes, skipped };
      outcomes = [];
      skipped = 0;
      return taken;
    },
    settled,
    stop: () => {
      clearInterval(timer);
      return settled();
    },
  };
};
