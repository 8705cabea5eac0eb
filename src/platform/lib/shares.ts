/** What accounts hold of a pool that all share, such as memory. Below its share, no account is refused. */

/** Part of the pool that each account may hold, however much the others do. */
const SHARE = 1 / 4;

export interface Shares {
  /** Whether the account may hold this much more. An account that holds nothing may hold any amount. */
  hasRoom(accountId: number, amount: number): boolean;
  /** @param amount negative when the account gives it back */
  hold(accountId: number, amount: number): void;
}

/** @param size what all may hold together before accounts above their share are refused */
export const createShares = (size: number): Shares => {
  const held = new Map<number, number>();
  let total = 0;
  return {
    hasRoom: (accountId, amount) => {
      const own = held.get(accountId) ?? 0;
      return own === 0 || own + amount <= size * SHARE || total + amount <= size;
    },
    hold: (accountId, amount) => {
      total += amount;
      const own = (held.get(accountId) ?? 0) + amount;
      if (own > 0) held.set(accountId, own);
      else held.delete(accountId);
    },
  };
};
