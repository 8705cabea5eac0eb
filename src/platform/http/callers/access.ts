/** Kinds of callers that endpoints can require. */
import { scopes, type Scope } from '../../lib/permissions.js';

/**
 * Who may call: tokens and people with the scope; people who are signed in, without an account (`session`); anyone, for
 * the account of the host (`public`) or of the path's {accountId} (`link`: the handler checks a secret in the path); or
 * anyone, without an account (`open`).
 */
export type Access = Scope | 'session' | 'public' | 'link' | 'open';

/** Whether tokens and people need it as a scope. */
export const isScope = (access: Access): access is Scope => (scopes as readonly Access[]).includes(access);

/** What limits need to know of an endpoint. */
export interface Limited {
  method: string;
  scope: Access;
  /** What it reads as a body; undefined if it has none. */
  body?: unknown;
  maxJsonBytes?: number;
  update?: unknown;
}

/** Whether the call needs a token. */
export const needsToken = ({ scope }: Pick<Limited, 'scope'>): boolean => isScope(scope);

/** Whether a request of this method changes nothing. */
export const isRead = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Fits a form of short texts. */
const DEFAULT_BYTES = 64 * 1024;
/** An update may be the response of GET, with expansions, and `_base`. */
const UPDATE_BYTES = 1024 * 1024;

/** Maximum size of the endpoint's JSON body. */
export const maxJsonBytesOf = ({ maxJsonBytes, update }: Pick<Limited, 'maxJsonBytes' | 'update'>): number =>
  maxJsonBytes ?? (update ? UPDATE_BYTES : DEFAULT_BYTES);
