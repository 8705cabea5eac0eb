/** The scope of each operation of the private host, written by hand from the specification. */
import type { Scope } from '../../src/platform/lib/permissions.js';
import type { Operation } from './operations.js';

const ADMIN =
  / \/(audit-log|\w*-?tokens|people|webhooks|account\/(?:logo|samples\/remove))\b|^PATCH \/account$/;

/** What contributors change, without what publishes. */
const DRAFTED = /^\/(items|media|scriptures)\/(?!.*\/(publish|unpublish|return|apply)$)/;
/** The scope of an operation according to the specification. */
export const specifiedScope = ({ method, path, name }: Operation): Scope => {
  if (ADMIN.test(name)) return 'admin';
  if (path.startsWith('/logging/')) return 'logging:write';
  if (path.startsWith('/stats/')) return 'stats:read';
  if (path === '/search/preview') return 'content:draft';
  if (path === '/search/explain') return 'stats:read';
  if (method === 'GET' && /^\/search\/(checks|index)/.test(path)) return 'stats:read';
  if (/^\/items\/\{itemId\}(?:\/transcript)?\/draft$/.test(path)) return 'content:draft';
  // Their URLs open what is not public yet.
  if (path.includes('/preview-links')) return 'content:draft';
  // Who may undo one depends on what it did, and who may restore on the record.
  if (path === '/jobs/{jobId}/undo' || path.startsWith('/trash'))
    return path === '/trash/purge' ? 'content:write' : 'content:draft';
  // Who may apply one depends on the item; those of others are for editors.
  if (path === '/items/{itemId}/transcript/draft/apply') return 'content:draft';
  if (path === '/items/{itemId}/transcript/drafts') return 'content:write';
  if (method === 'GET') return 'content:read';
  if (path.startsWith('/suggestions/')) return 'content:draft';
  return DRAFTED.test(path) ? 'content:draft' : 'content:write';
};
