/** The libraries that suggestions are made from, one an account that asks: kept fresh, and given up when memory is short. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import { readLibrary, takeInChanges, type YieldToEventLoop, type SuggestLibrary } from './suggest-library.js';

export type SuggestProvider = ReturnType<typeof createSuggestProvider>;

/** How long a library may be trusted without a look at what changed, ms. */
const CACHE_TTL_MS = 300;
/**
 * What changed this long before the last look is looked at again, ms: a change is dated before it is committed, and by the clock of
 * the machine that made it.
 */
const OVERLAP_MS = 60_000;
/** What a caller waits for changes to be taken in, ms: many at once go on behind it. */
const TIMEOUT_MS = 10;
/** A library that changed is made anew after a minute, for its counts, and not before fifty times as long as it took; any after 15 minutes. */
const RENEW_MS = 60_000;
const RENEW_SHARE = 50;
const RENEW_AT_LAST_MS = 15 * 60_000;
const MAX_WASTE = 0.3;
/** Of all accounts together. */
const MAX_BYTES = 512 * 1024 ** 2;

interface Held {
  library: SuggestLibrary;
  /** Milliseconds it took to make. */
  took: number;
  madeAt: number;
  lookedAt: number;
  /** Changes from this time on may not be in it, ISO. */
  since: string;
  changed: boolean;
  looking?: Promise<void>;
  renewing?: Promise<void>;
}

export const createSuggestProvider = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }) => {
  /** By account, the one that asked longest ago first. */
  const held = new Map<number, Promise<Held>>();
  const underway = new Set<Promise<unknown>>();
  let closed = false;

  const yieldToEventLoop: YieldToEventLoop = async () => {
    await setImmediate();
    if (closed) throw new Error('Suggestions are closed');
  };

  /** Work that nobody waits for, but the end. */
  const behind = (work: Promise<unknown>, what: string): Promise<void> => {
    const done = work
      .then(() => undefined)
      .catch((err: unknown) => {
        if (!closed) log.error({ err }, what);
      })
      .finally(() => underway.delete(done));
    underway.add(done);
    return done;
  };

  const make = async (accountId: number): Promise<Held> => {
    const madeAt = performance.now();
    const since = isoTime(clock, -OVERLAP_MS);
    const library = await readLibrary(db, accountId, yieldToEventLoop);
    return { library, took: performance.now() - madeAt, madeAt, lookedAt: madeAt, since, changed: false };
  };

  const look = async (accountId: number, one: Held): Promise<void> => {
    one.lookedAt = performance.now();
    const since = isoTime(clock, -OVERLAP_MS);
    const changed = await takeInChanges(db, accountId, one.library, one.since, yieldToEventLoop);
    one.since = since;
    one.changed ||= changed;
  };

  const isDueForRenewal = ({ madeAt, took, changed, library }: Held): boolean => {
    const age = performance.now() - madeAt;
    if (age > RENEW_AT_LAST_MS) return true;
    return (changed || library.index.waste > MAX_WASTE) && age > Math.max(RENEW_MS, RENEW_SHARE * took);
  };

  /** Gives up the libraries of those who asked longest ago until the others fit. */
  const fit = async (): Promise<void> => {
    let bytes = 0;
    const settled = await Promise.all([...held].reverse().map(async ([id, one]) => ({ id, ...(await one) })));
    for (const { id, library } of settled) {
      bytes += library.index.bytes;
      if (bytes > MAX_BYTES && id !== settled[0]?.id) held.delete(id);
    }
  };

  const hold = (accountId: number): Promise<Held> => {
    const known = held.get(accountId);
    held.delete(accountId);
    const one = known ?? make(accountId);
    held.set(accountId, one);
    if (!known)
      void one.then(
        () => behind(fit(), 'libraries of suggestions were not given up'),
        () => held.delete(accountId),
      );
    return one;
  };

  return {
    /** The account's library as it was a moment ago. The first who asks waits until it is made. */
    libraryOf: async (accountId: number): Promise<SuggestLibrary> => {
      const one = await hold(accountId);
      if (!one.looking && performance.now() - one.lookedAt > CACHE_TTL_MS)
        one.looking = behind(look(accountId, one), 'what changed for suggestions was not read').finally(
          () => (one.looking = undefined),
        );
      if (!one.renewing && isDueForRenewal(one))
        one.renewing = behind(
          make(accountId).then((renewed) => {
            if (held.has(accountId)) held.set(accountId, Promise.resolve(renewed));
          }),
          'a library of suggestions was not made anew',
        );
      if (one.looking) await atMost(one.looking, TIMEOUT_MS);
      return one.library;
    },

    /** Makes the library that is likely to be asked for first; what goes wrong, the first who asks is told. */
    warm: (accountIdOf: () => Promise<number | undefined>): Promise<void> =>
      behind(
        (async () => {
          const accountId = closed ? undefined : await accountIdOf();
          if (accountId !== undefined) await hold(accountId);
        })(),
        'the first library of suggestions was not made',
      ),

    close: async (): Promise<void> => {
      closed = true;
      await Promise.allSettled([...held.values(), ...underway]);
    },
  };
};

/** Resolves with the work, or after the time where that is sooner. */
const atMost = async (work: Promise<void>, ms: number): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
};
