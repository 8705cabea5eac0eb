/**
 * Whose work is next: start-time fair queueing by account (Goyal, Vin and Cheng, "Start-time Fair Queueing", SIGCOMM
 * 1996). Each piece of work has a start on a virtual clock: the end of the account's work before it, or now if that is
 * past. The piece with the lowest start is next, so an account with one small piece waits for at most one of another.
 */

export interface Turn {
  accountId: number;
  /** The turn comes earlier by this much of virtual time. */
  lead: number;
}

export interface Turns {
  /** Account of the last turn; 0 before the first. */
  last(): number;
  /** The first of those that are next; undefined without any. */
  next<T extends Turn>(waiting: readonly T[]): T | undefined;
  /** Charges the account for its turn. */
  charge(accountId: number, work: number): void;
}

export const createTurns = (): Turns => {
  /** When the work of each account ends, on the virtual clock; past ends are left out. */
  const ends = new Map<number, number>();
  let now = 0;
  let last = 0;
  const startOf = (accountId: number): number => Math.max(now, ends.get(accountId) ?? 0);

  return {
    last: () => last,
    next: (waiting) => {
      if (waiting.length === 0) return undefined;
      // Not the start of the one that is next: a lead must not move the clock past those who wait.
      now = Math.min(...waiting.map(({ accountId }) => startOf(accountId)));
      for (const [accountId, end] of ends) if (end <= now) ends.delete(accountId);
      const orderOf = ({ accountId, lead }: Turn): number => startOf(accountId) - lead;
      return waiting.reduce((best, one) => (orderOf(one) < orderOf(best) ? one : best));
    },
    charge: (accountId, work) => {
      last = accountId;
      ends.set(accountId, startOf(accountId) + work);
    },
  };
};
