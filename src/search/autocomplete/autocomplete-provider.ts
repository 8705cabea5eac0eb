/** Provides the autocomplete index of each account from a cache in memory, which is refreshed often and limited in size. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Db } from '../../platform/db/dialect.js';
import { isoTime, type Clock } from '../../platform/lib/clock.js';
import type { Log } from '../../platform/lib/log.js';
import {
  readLibrary,
  applyChanges,
  type YieldToEventLoop,
  type AutocompleteLibrary,
} from './autocomplete-library.js';

export type AutocompleteProvider = ReturnType<typeof createAutocompleteProvider>;

/** How long a library is used without checking for changes, in ms. */
const CACHE_TTL_MS = 300;
/**
 * Changes this long before the last check are read again, in ms, because a change is dated before it is
 * committed, by the clock of the machine that made it.
 */
const OVERLAP_MS = 60_000;
/** How long a caller waits for changes, in ms; the rest is applied in the background. */
const TIMEOUT_MS = 10;
/**
 * A changed library is rebuilt, to update its counts, after a minute or fifty times its build time; any library
 * after 15 minutes.
 */
const REBUILD_MS = 60_000;
const REBUILD_FACTOR = 50;
const MAX_AGE_MS = 15 * 60_000;
const MAX_WASTE = 0.3;
/** For all accounts together. */
const MAX_BYTES = 512 * 1024 ** 2;

interface CachedLibrary {
  library: AutocompleteLibrary;
  buildMs: number;
  builtAt: number;
  checkedAt: number;
  /** Changes from this time on may be missing, ISO. */
  since: string;
  changed: boolean;
  checking?: Promise<void>;
  rebuilding?: Promise<void>;
}

export const createAutocompleteProvider = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }) => {
  /** By account, least recently used first. */
  const cache = new Map<number, Promise<CachedLibrary>>();
  const background = new Set<Promise<unknown>>();
  let closed = false;

  const yieldToEventLoop: YieldToEventLoop = async () => {
    await setImmediate();
    if (closed) throw new Error('Autocomplete has been closed');
  };

  /** Runs work in the background; only `close` waits for it. */
  const inBackground = (work: Promise<unknown>, failure: string): Promise<void> => {
    const done = work
      .then(() => undefined)
      .catch((err: unknown) => {
        if (!closed) log.error({ err }, failure);
      })
      .finally(() => background.delete(done));
    background.add(done);
    return done;
  };

  const build = async (accountId: number): Promise<CachedLibrary> => {
    const builtAt = performance.now();
    const since = isoTime(clock, -OVERLAP_MS);
    const library = await readLibrary(db, isoTime(clock), accountId, yieldToEventLoop);
    return {
      library,
      buildMs: performance.now() - builtAt,
      builtAt,
      checkedAt: builtAt,
      since,
      changed: false,
    };
  };

  const check = async (accountId: number, one: CachedLibrary): Promise<void> => {
    one.checkedAt = performance.now();
    const since = isoTime(clock, -OVERLAP_MS);
    const changed = await applyChanges(
      db,
      isoTime(clock),
      accountId,
      one.library,
      one.since,
      yieldToEventLoop,
    );
    one.since = since;
    one.changed ||= changed;
  };

  const isDueForRebuild = ({ builtAt, buildMs, changed, library }: CachedLibrary): boolean => {
    const age = performance.now() - builtAt;
    if (age > MAX_AGE_MS) return true;
    return (
      (changed || library.index.waste > MAX_WASTE) && age > Math.max(REBUILD_MS, REBUILD_FACTOR * buildMs)
    );
  };

  /** Evicts the least recently used libraries until the rest fits. */
  const evict = async (): Promise<void> => {
    let bytes = 0;
    const settled = await Promise.all(
      [...cache].reverse().map(async ([id, one]) => ({ id, ...(await one) })),
    );
    for (const { id, library } of settled) {
      bytes += library.index.bytes;
      if (bytes > MAX_BYTES && id !== settled[0]?.id) cache.delete(id);
    }
  };

  const load = (accountId: number): Promise<CachedLibrary> => {
    const cached = cache.get(accountId);
    cache.delete(accountId);
    const one = cached ?? build(accountId);
    cache.set(accountId, one);
    if (!cached)
      void one.then(
        () => inBackground(evict(), 'could not evict autocomplete from memory'),
        () => cache.delete(accountId),
      );
    return one;
  };

  return {
    /** The account's library as of a moment ago. The first caller waits until it is built. */
    libraryOf: async (accountId: number): Promise<AutocompleteLibrary> => {
      const one = await load(accountId);
      if (!one.checking && performance.now() - one.checkedAt > CACHE_TTL_MS)
        one.checking = inBackground(check(accountId, one), 'could not update autocomplete').finally(
          () => (one.checking = undefined),
        );
      if (!one.rebuilding && isDueForRebuild(one))
        one.rebuilding = inBackground(
          build(accountId).then((renewed) => {
            if (cache.has(accountId)) cache.set(accountId, Promise.resolve(renewed));
          }),
          'could not rebuild autocomplete',
        );
      if (one.checking) await waitAtMost(one.checking, TIMEOUT_MS);
      return one.library;
    },

    /** Builds the library that is likely to be needed first. A failure is reported at the first call. */
    warm: (accountIdOf: () => Promise<number | undefined>): Promise<void> =>
      inBackground(
        (async () => {
          const accountId = closed ? undefined : await accountIdOf();
          if (accountId !== undefined) await load(accountId);
        })(),
        'could not build autocomplete at the start',
      ),

    close: async (): Promise<void> => {
      closed = true;
      await Promise.allSettled([...cache.values(), ...background]);
    },
  };
};

/** Resolves when the work is done, or after `ms` at the latest. */
const waitAtMost = (work: Promise<void>, ms: number): Promise<void> =>
  Promise.race([work, setTimeout(ms, undefined, { ref: false })]);
