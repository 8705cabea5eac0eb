/** Restricts a search to the items that have its phrases and none of what it excludes. */
import { tokenize } from '../text/analyze.js';
import type { SearchFilter, SearchReader, Vocabulary } from '../ports.js';
import { excludedPrefix, type ParsedQuery } from './syntax.js';

export interface FoundPhrase {
  text: string;
  /** Number of items that have it, whatever the filters. */
  found: number;
}

export interface Restriction {
  /** The items that have all phrases that any item has; null where there is no such phrase. */
  only: ReadonlySet<number> | null;
  without: ReadonlySet<number>;
  /** A phrase that no item has restricts nothing: its words are searched. */
  phrases: FoundPhrase[];
}

/** Words that are excluded with all beginnings of a query. Where the vocabulary is partial, each costs a query. */
const MAX_BEGUN = 256;
const MAX_BEGUN_PARTIAL = 32;

/**
 * Null where the query restricts nothing.
 *
 * @param vocabulary the words that excluded beginnings stand for
 */
export async function restrictionOf(
  index: SearchReader,
  { phrases = [], excluded = [] }: Partial<ParsedQuery>,
  { accountId, publishedOnly }: SearchFilter,
  vocabulary: () => Promise<Vocabulary | undefined>,
): Promise<Restriction | null> {
  if (phrases.length === 0 && excluded.length === 0) return null;
  const begun = excluded.flatMap((part) => excludedPrefix(part) ?? []);
  const words = begun.length > 0 ? await wordsBeginning(begun, await vocabulary()) : [];
  const itemsWith = (texts: readonly string[]): Promise<number[][]> =>
    Promise.all(texts.map((text) => index.itemsWith(text, { accountId, publishedOnly })));
  const [required, unwanted] = await Promise.all([itemsWith(phrases), itemsWith([...excluded, ...words])]);
  const sets = required.map((itemIds) => new Set(itemIds));
  const [first, ...others] = sets.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size);
  const only = first && new Set([...first].filter((itemId) => others.every((other) => other.has(itemId))));
  return {
    only: only ?? null,
    without: new Set(unwanted.flat()),
    phrases: phrases.map((text, at) => ({ text, found: sets[at]!.size })),
  };
}

/** A word for each term, as items are found by these. */
async function wordsBeginning(
  prefixes: readonly string[],
  vocabulary: Vocabulary | undefined,
): Promise<string[]> {
  if (!vocabulary) return [];
  await vocabulary.prepare?.();
  const limit = (vocabulary.isPartial ? MAX_BEGUN_PARTIAL : MAX_BEGUN) / prefixes.length;
  const byTerm = new Map<string, string>();
  for (const prefix of prefixes)
    for (const { word } of vocabulary.startingWith(prefix, Math.ceil(limit)))
      for (const { term } of tokenize(word)) byTerm.set(term, word);
  return [...byTerm.values()];
}

export const passes = ({ only, without }: Restriction, itemId: number): boolean =>
  !without.has(itemId) && (only?.has(itemId) ?? true);

/** The filter, for candidates among the items that pass. */
export function restricted(filter: SearchFilter, { only, without }: Restriction): SearchFilter {
  const { itemIds, excludeItemIds = [] } = filter;
  if (!only && without.size === 0) return filter;
  if (!only) return { ...filter, excludeItemIds: [...excludeItemIds, ...without] };
  const allowed = itemIds ? itemIds.filter((itemId) => only.has(itemId)) : [...only];
  return { ...filter, itemIds: allowed.filter((itemId) => !without.has(itemId)) };
}
