/** Restricts a search to the items that have its phrases and none of what it excludes. */
import type { SearchFilter, SearchReader } from './ports.js';
import type { ParsedQuery } from './query-syntax.js';

export interface Restriction {
  /** The items that have all phrases; null without phrases. */
  only: ReadonlySet<number> | null;
  without: ReadonlySet<number>;
}

/** Null where the query restricts nothing. */
export async function restrictionOf(
  index: SearchReader,
  { phrases = [], excluded = [] }: Partial<ParsedQuery>,
  { accountId, publishedOnly }: SearchFilter,
): Promise<Restriction | null> {
  if (phrases.length === 0 && excluded.length === 0) return null;
  const itemsWith = (texts: readonly string[]): Promise<number[][]> =>
    Promise.all(texts.map((text) => index.itemsWith(text, { accountId, publishedOnly })));
  const [required, unwanted] = await Promise.all([itemsWith(phrases), itemsWith(excluded)]);
  const sets = required.map((itemIds) => new Set(itemIds));
  const [first, ...others] = sets.sort((a, b) => a.size - b.size);
  const only = first && new Set([...first].filter((itemId) => others.every((other) => other.has(itemId))));
  return { only: only ?? null, without: new Set(unwanted.flat()) };
}

export const passes = ({ only, without }: Restriction, itemId: number): boolean =>
  !without.has(itemId) && (only?.has(itemId) ?? true);

/** The filter, for candidates among the items that pass. */
export function restricted(filter: SearchFilter, { only, without }: Restriction): SearchFilter {
  const { itemIds, excludeItemIds = [] } = filter;
  if (!only) return { ...filter, excludeItemIds: [...excludeItemIds, ...without] };
  const allowed = itemIds ? itemIds.filter((itemId) => only.has(itemId)) : [...only];
  return { ...filter, itemIds: allowed.filter((itemId) => !without.has(itemId)) };
}
