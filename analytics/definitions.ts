/** What the metrics mean, in the numbers that the reports' SQL and its readers share. */

/** Seconds watched in one session count up to so many times the item's length. */
export const MOST_WATCHES = 3;

/** Completion is counted in so many parts of the whole: whole numbers add up alike in any order. */
export const COMPLETION_PARTS = 10_000;

/** An item is divided into so many parts for its audience. */
export const AUDIENCE_PARTS = 100;

/** Milliseconds by which a player's position may run ahead of its time played without its being a jump. */
export const JUMP_SLACK_MS = 2_000;

/** Plays of a topic that count as much as what is believed of it beforehand: that nothing has changed. */
export const TREND_PRIOR_PLAYS = 10;

/** The search that a query counts as: its words without case, accents of width or doubled spaces. */
export const searchTerm = (query: string): string =>
  query.normalize('NFKC').toLowerCase().trim().replace(/\s+/gu, ' ');
