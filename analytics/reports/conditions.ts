/** SQL conditions that every query on events shares. */

export const ACCOUNT = 'accountId = {accountId:UInt64}';
/** Condition for events that count: those of the account without its staff. Roll-ups contain no others. */
export const COUNTED = `${ACCOUNT} AND ifNull(origin, '') != 'console'`;

/** Converts a parameter in milliseconds to an instant. */
export const instant = (param: string): string => `fromUnixTimestamp64Milli({${param}:Int64}, 'UTC')`;

/** Condition for events that count, in the range of a report. */
export const between = (from = 'from', to = 'to'): string =>
  `${COUNTED} AND at >= ${instant(from)} AND at < ${instant(to)}`;
