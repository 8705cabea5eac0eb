/**
 * What the bare handler is told: which statements stand for which call, and which of their values each call has of its
 * own.
 */

export interface Statement {
  sql: string;
  /** Texts may hold a `marker`. */
  parameters: unknown[];
}

/** In parameters, what each call has its own of. */
export const marker = {
  /** The body's title, which starts with this word, and the slug made of it. */
  title: 'Zzmarker',
  slug: 'zzmarker',
  /** The time of the call. */
  now: '2099-12-31T23:59:59.999Z',
  /** The id of the row that the call inserted first. */
  id: '\u0001id',
};

export interface BareCall {
  statements: Statement[];
  /** What is stringified as the answer; the rows where it is absent. */
  answer?: unknown;
}

/** What the bare server is started with: a file of this as JSON. */
export interface BareSetup {
  port: number;
  database: string;
  /** Its one parameter that varies is the hash of the token, the first. */
  tokenQuery: Statement;
  /** By method and address, e.g. `GET /v2/items/1`. */
  calls: Record<string, BareCall>;
}
