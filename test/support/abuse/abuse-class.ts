/** Defines a class of hostile requests, and which responses are acceptable. */
import type { Json, Operation } from '../operations.js';
import type { KnownIds } from '../fuzz/requests.js';
import type { Random } from '../../../scripts/random.js';

export type Host = 'private' | 'public';

export interface HostTarget {
  /** Base URL, `/v2` or `/api` included. */
  url: string;
  document: Json;
  /** All operations of the document, including those that need no account. */
  operations: Operation[];
  known: KnownIds;
}

/** A running product with an account to abuse it with. */
export interface Target {
  hosts: Record<Host, HostTarget>;
  /** Host name of the account on the public host, e.g. `demo.localhost`. */
  hostName: string;
  /** Slug of a published item. */
  slug: string;
  /** Admin tokens: several, because each has a rate limit. */
  tokens: string[];
}

export interface Outcome {
  /** `closed` if the connection ended without a response, `silent` if nothing happened for a long time. */
  status: number | 'closed' | 'silent';
  /** Size of the response body. */
  bytes: number;
  /** Number of problems listed in an error response, and the number it counts without listing. */
  details: number;
  moreProblems: number;
  /** Number of conflicts with their values, in the response to a PATCH with `_base`. */
  conflicts: number;
}

export interface AbuseCase {
  /** Short, for reports. */
  name: string;
  /** Sends the same requests each time. */
  run(): Promise<Outcome[]>;
}

export interface AbuseClass {
  name: string;
  /** Number of cases in a full run. */
  count: number;
  /** Number of cases that run concurrently. */
  atOnce: number;
  /** Whether every request must get a response: no connection may close without one. */
  answersAll?: boolean;
  /**
   * Limits on the memory of the whole process, in MiB: the peak, and how much more than before may remain
   * afterwards.
   */
  memory?: { peakMiB: number; leftMiB: number };
  /**
   * @param random used by this case only
   * @param index number of the case, so that every operation gets its turn
   */
  newCase(target: Target, random: Random, index: number): AbuseCase | Promise<AbuseCase>;
}

const MAX_ERROR_BYTES = 65_536;
/** A conflict has the values that were sent, at most 1 MiB of JSON, and those that are stored in the same fields. */
const MAX_CONFLICT_BYTES = 2_097_152 + MAX_ERROR_BYTES;
const MAX_DETAILS = 20;
/** oEmbed responds 501 to a format that the provider does not support. */
const ALLOWED_ABOVE_500: readonly unknown[] = [501, 503];

/** What is wrong with a response; undefined if it is acceptable. */
export const problemOf = (
  { status, bytes, details, conflicts }: Outcome,
  { answersAll }: Pick<AbuseClass, 'answersAll'> = {},
): string | undefined => {
  if (status === 'silent') return 'no response and no end of the connection';
  if (status === 'closed') return answersAll ? 'the connection ended without a response' : undefined;
  if (status < 400) return undefined;
  if (status >= 500 && !ALLOWED_ABOVE_500.includes(status)) return `status ${status}`;
  if (bytes > (conflicts > 0 ? MAX_CONFLICT_BYTES : MAX_ERROR_BYTES)) return `an error of ${bytes} bytes`;
  return details > MAX_DETAILS ? `an error that names ${details} problems` : undefined;
};
