/** Configures the bare handler: the SQL statements of each call, and which of their values vary. */

export interface Statement {
  sql: string;
  /** Strings may contain a `marker`. */
  parameters: unknown[];
}

/** Placeholders in parameters for values that differ per call. */
export const marker = {
  /** The title in the body, which starts with this word, and the slug derived from it. */
  title: 'Zzmarker',
  slug: 'zzmarker',
  /** The current time. */
  now: '2099-12-31T23:59:59.999Z',
  /** The id of the row that the call inserted first. */
  id: '\u0001id',
};

export interface BareCall {
  statements: Statement[];
  /** The response body; the rows if absent. */
  answer?: unknown;
}

/** The bare server's configuration, passed as a JSON file. */
export interface BareSetup {
  port: number;
  database: string;
  /** Its only varying parameter is the first, the hash of the token. */
  tokenQuery: Statement;
  /** By method and path, e.g. `GET /v2/items/1`. */
  calls: Record<string, BareCall>;
}
