/** `Idempotency-Key`: a create that is sent again with its key is answered as the first time, and done once. */
import type { Context } from 'koa';
import { badQuery } from '../lib/errors.js';
import { sha256 } from '../lib/ids.js';
import { needsToken, type Endpoint } from './endpoint.js';

export interface KeyedCall {
  accountId: number;
  key: string;
  /** Name of the operation. */
  operation: string;
  /** SHA-256 of the address and of the body as it was understood. */
  bodyHash: string;
  /** With it the answer is stored so that only a caller who has it can read it again. */
  encrypt?: string;
}
export interface StoredResponse {
  status: number;
  /** JSON */
  body: string;
}

/** Given by createApp. */
export interface Idempotency {
  /**
   * Runs the call, or answers what its first run answered. A run that throws frees the key.
   * @throws ConflictError where the key stands for another call, or its call is still running
   */
  once(
    call: KeyedCall,
    run: () => Promise<StoredResponse>,
  ): Promise<{ response: StoredResponse; replayed: boolean }>;
}

/** Creates on the private host take a key. */
export const takesKey = (endpoint: Endpoint): boolean =>
  endpoint.method === 'POST' && endpoint.status === 201 && needsToken(endpoint);

/** The call's key, where it takes one and has one. @throws BadRequestError for a key that is none */
export const keyOf = (endpoint: Endpoint, ctx: Context): string | undefined => {
  const key = ctx.req.headers['idempotency-key'];
  if (key === undefined || !takesKey(endpoint)) return undefined;
  if (typeof key === 'string' && /^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw badQuery([{ path: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' }]);
};

/** What the key stands for. @param body as parsed: what reads the same is the same */
export const keyedCall = (
  endpoint: Endpoint,
  ctx: Context,
  accountId: number,
  key: string,
  body: unknown,
): KeyedCall => ({
  accountId,
  key,
  operation: endpoint.name,
  bodyHash: sha256(`${ctx.url}\n${JSON.stringify(body)}`),
  ...(endpoint.encrypted && { encrypt: ctx.get('Authorization').split(' ').at(-1) }),
});
