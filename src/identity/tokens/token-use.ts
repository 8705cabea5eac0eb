/** Records when tokens are used, to the minute and outside their requests. */
import type { Db } from '../../platform/db/dialect.js';
import type { Clock } from '../../platform/lib/clock.js';
import { groupBy } from '../../platform/lib/group.js';
import type { Log } from '../../platform/lib/log.js';
import { setLastUsed } from './token.repository.js';

const MINUTE_MS = 60_000;
/** Tokens used within this time are written together. */
const DELAY_MS = 1_000;

export interface TokenUse {
  used(tokenId: number): void;
  /** Writes pending records. */
  flush(): Promise<void>;
}

export const createTokenUse = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }): TokenUse => {
  /** The tokens used in the current minute, and which of them are not written yet. */
  let minute = 0;
  let seen = new Set<number>();
  let unwritten = new Map<number, number>();
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const byMinute = groupBy([...unwritten], ([, at]) => at);
    unwritten = new Map();
    for (const [at, tokens] of byMinute)
      await setLastUsed(
        db,
        tokens.map(([id]) => id),
        new Date(at * MINUTE_MS).toISOString(),
      ).catch((err: unknown) => log.warn({ err }, 'could not store when tokens were used'));
  };

  return {
    used: (tokenId) => {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS);
      if (now !== minute) {
        minute = now;
        seen = new Set();
      }
      if (seen.has(tokenId)) return;
      seen.add(tokenId);
      unwritten.set(tokenId, now);
      timer ??= setTimeout(() => void flush(), DELAY_MS).unref();
    },
    flush,
  };
};
