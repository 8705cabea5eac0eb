/** What a class of hostile requests is, and what the answers to them may be. */
import type { Json, Operation } from '../../test/support/operations.js';
import type { KnownIds } from '../fuzz/requests.js';
import type { Random } from '../random.js';

export type Host = 'private' | 'public';

export interface HostTarget {
  /** Base URL, `/v2` or `/api` included. */
  url: string;
  document: Json;
  /** The operations of the document, those without an account included. */
  operations: Operation[];
  known: KnownIds;
}

/** A running product with an account to abuse it with. */
export interface Target {
  hosts: Record<Host, HostTarget>;
  /** Of the account on the public host, e.g. `demo.localhost`. */
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
  /** Number of problems named in an error response, and of those that are only counted. */
  details: number;
  moreProblems: number;
}

export interface AbuseCase {
  /** Short, for reports. */
  name: string;
  /** Sends the same requests each time. */
  run(): Promise<Outcome[]>;
}

export interface AbuseClass {
  name: string;
  /** Cases of a whole run. */
  count: number;
  /** Cases that run at a time. */
  atOnce: number;
  /** Each request has to get a response: no connection ends without one. */
  answersAll?: boolean;
  /** Bars of the memory of the whole process in MiB: the most, and how much more than before stays when it is over. */
  memory?: { peakMiB: number; leftMiB: number };
  /** @param random of this case alone @param index counts the cases, so that all operations get their turn */
  newCase(target: Target, random: Random, index: number): AbuseCase | Promise<AbuseCase>;
}

const MAX_ERROR_BYTES = 65_536;
const MAX_DETAILS = 20;
/** 501 is oEmbed's response to a format that the provider does not have. */
const ALLOWED_ABOVE_500: readonly unknown[] = [501, 503];

/** What is wrong with the response; undefined if it may be so. */
export const problemOf = (
  { status, bytes, details }: Outcome,
  { answersAll }: Pick<AbuseClass, 'answersAll'> = {},
): string | undefined => {
  if (status === 'silent') return 'no response and no end of the connection';
  if (status === 'closed') return answersAll ? 'the connection ended without a response' : undefined;
  if (status < 400) return undefined;
  if (status >= 500 && !ALLOWED_ABOVE_500.includes(status)) return `status ${status}`;
  if (bytes > MAX_ERROR_BYTES) return `an error of ${bytes} bytes`;
  return details > MAX_DETAILS ? `an error that names ${details} problems` : undefined;
};
