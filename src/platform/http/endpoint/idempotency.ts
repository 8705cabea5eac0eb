/** `Idempotency-Key`: a create that is repeated with the same key runs once and returns the first response again. */
import type { Context } from 'koa';
import { callerKey, type Caller } from '../../lib/caller.js';
import { badQuery } from '../../lib/errors.js';
import { sha256 } from '../../lib/ids.js';
import { needsToken } from '../callers/access.js';
import type { Endpoint } from './endpoint.js';
import type { RequestInfo } from '../callers/request-info.js';

export interface KeyedCall {
  accountId: number;
  /** As `callerKey` names it: each caller has keys of their own. */
  caller: string;
  key: string;
  /** Name of the operation. */
  operation: string;
  /** SHA-256 of the URL and the parsed body. */
  bodyHash: string;
  /** The key that encrypts the stored response. */
  encrypt?: string;
}
export interface StoredResponse {
  status: number;
  /** JSON */
  body: string;
}

export interface Idempotency {
  /**
   * Runs the call, or returns the response of its first run. If the run throws, the key can be used again.
   * @throws {ConflictError} when the key was used for another call, or its call is still running
   */
  once(
    call: KeyedCall,
    run: () => Promise<StoredResponse>,
  ): Promise<{ response: StoredResponse; replayed: boolean }>;
}

/** Whether the endpoint accepts a key, as creates on the private host do. */
export const acceptsIdempotencyKey = (endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' && endpoint.status === 201 && needsToken(endpoint);

/**
 * The request's key, if it has one and the endpoint accepts it.
 * @throws {BadRequestError} when the key is invalid
 */
export const keyOf = (endpoint: Endpoint, ctx: Context): string | undefined => {
  const key = ctx.req.headers['idempotency-key'];
  if (key === undefined || !acceptsIdempotencyKey(endpoint)) return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw badQuery([{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]);
};

/** @param body parsed, so that formatting makes no difference */
export const keyedCall = (
  endpoint: Endpoint,
  ctx: Context,
  { caller, body, request }: { caller: Caller; body: unknown; request: RequestInfo },
  key: string,
): KeyedCall => ({
  accountId: caller.accountId,
  caller: callerKey(caller),
  key,
  operation: endpoint.operationId,
  bodyHash: sha256(`${ctx.url}\n${JSON.stringify(body)}`),
  ...(endpoint.encrypted && {
    encrypt: caller.person ? request.cookies?.session() : ctx.get('Authorization').split(' ').at(-1),
  }),
});
