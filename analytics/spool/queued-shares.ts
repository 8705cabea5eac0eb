/** What each account has in the queue of the spool, which events leave in the order in which they came. */

/** The part of the queue that each account has, and whether it may have more. */
export interface AccountShares {
  hasRoom(accountId: number, bytes: number): boolean;
  /** @param bytes negative when they have left the queue */
  hold(accountId: number, bytes: number): void;
}

/** Bytes that are counted together, so that a long queue needs little memory. */
const STRETCH_BYTES = 1024 * 1024;

interface Stretch {
  bytes: number;
  byAccount: Map<number, number>;
}

export const createQueuedShares = (shares: AccountShares, maxBytes: number) => {
  /** In the order of the queue. */
  const stretches: Stretch[] = [];
  const stretchBytes = Math.min(STRETCH_BYTES, maxBytes / 64);
  let total = 0;

  return {
    /** @param bytes negative for what was not queued after all */
    add: (accountId: number, bytes: number): void => {
      shares.hold(accountId, bytes);
      total += bytes;
      let last = stretches.at(-1);
      if (!last || last.bytes >= stretchBytes) stretches.push((last = { bytes: 0, byAccount: new Map() }));
      last.bytes += bytes;
      last.byAccount.set(accountId, (last.byAccount.get(accountId) ?? 0) + bytes);
    },
    /** Gives back what has left the queue. */
    leave: (queuedBytes: number): void => {
      for (let [first] = stretches; first && total - first.bytes >= queuedBytes; [first] = stretches) {
        stretches.shift();
        total -= first.bytes;
        for (const [accountId, bytes] of first.byAccount) shares.hold(accountId, -bytes);
      }
    },
  };
};
