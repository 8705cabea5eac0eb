/** Constants that define the metrics. */

/** The watch time of a session is capped at this multiple of the item's length. */
export const MAX_WATCHES = 3;

/** Completion is stored as an integer number of these parts, because integers have the same sum in any order. */
export const COMPLETION_PARTS = 10_000;

/** Audience retention divides an item into this many parts. */
export const AUDIENCE_PARTS = 100;

/** How far a player's position may run ahead of the played time before it counts as a jump. */
export const JUMP_SLACK_MS = 2_000;

/** Weight, in plays, of the prior that a topic's popularity has not changed. */
export const TREND_PRIOR_PLAYS = 10;
