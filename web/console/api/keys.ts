/** Keys of the cache: everything of an account is below its short name, each resource below its own. */

type Filters = Readonly<Record<string, unknown>>;

/** The resources of the private API that screens read. */
export type Resource =
  | 'account'
  | 'auditLog'
  | 'collections'
  | 'embedTokens'
  | 'explanations'
  | 'analytics'
  | 'home'
  | 'itemResources'
  | 'items'
  | 'jobs'
  | 'media'
  | 'people'
  | 'resourceTypes'
  | 'scriptures'
  | 'searchChecks'
  | 'searchIndex'
  | 'searchPins'
  | 'searchRevisions'
  | 'searchSynonyms'
  | 'series'
  | 'speakers'
  | 'suggestions'
  | 'tokens'
  | 'topics'
  | 'transcripts'
  | 'trash'
  | 'webhooks';

export const sessionKey = ['session'] as const;

/** @param account its short name */
export const keys = (account: string) => ({
  all: ['a', account] as const,
  /** All that was read of a resource: to be read again after a change. */
  every: (resource: Resource) => ['a', account, resource] as const,
  list: (resource: Resource, filters: Filters = {}) => ['a', account, resource, 'list', filters] as const,
  one: (resource: Resource, id: number) => ['a', account, resource, id] as const,
  /** What belongs to one record, such as the media of an item. */
  part: (resource: Resource, id: number, part: string) => ['a', account, resource, id, part] as const,
});
