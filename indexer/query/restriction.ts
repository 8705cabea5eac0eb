/** Restricts a search to items that contain its phrases and nothing that it excludes. */
import { tokenize } from '../text/analyze.js';
import type { SearchFilter, Vocabulary } from '../ports.js';
import type { QueryContext } from './reading.js';
import { excludedPrefix } from './syntax.js';

export interface FoundPhrase {
  text: string;
  /** Number of items that contain the phrase, regardless of filters. */
  found: number;
}

export interface Restriction {
  /** The items that contain every phrase found anywhere; null if there is no such phrase. */
  only: ReadonlySet<number> | null;
  without: ReadonlySet<number>;
  /** A phrase that no item contains restricts nothing; its words are searched instead. */
  phrases: FoundPhrase[];
}

/**
 * Maximum number of words excluded by all prefixes of a query. If the vocabulary is partial, each word costs a
 * query.
 */
const MAX_BEGUN = 256;
const MAX_BEGUN_PARTIAL = 32;

/** Null if the query restricts nothing. */
export async function restrictionOf(context: QueryContext): Promise<Restriction | null> {
  const { request, reader, account, vocabulary } = context;
  const { phrases = [], excluded = [] } = request;
  if (phrases.length === 0 && excluded.length === 0) return null;
  const begun = excluded.flatMap((part) => excludedPrefix(part) ?? []);
  const words = begun.length > 0 ? await wordsBeginning(begun, await vocabulary()) : [];
  const itemsWith = (texts: readonly string[]): Promise<number[][]> =>
    Promise.all(texts.map((text) => reader.itemsWith(text, account)));
  const [required, unwanted] = await Promise.all([itemsWith(phrases), itemsWith([...excluded, ...words])]);
  const sets = required.map((itemIds) => new Set(itemIds));
  const [fewest, ...larger] = sets.filter(({ size }) => size > 0).sort((a, b) => a.size - b.size);
  const only = fewest && new Set([...fewest].filter((itemId) => larger.every((ids) => ids.has(itemId))));
  return {
    only: only ?? null,
    without: new Set(unwanted.flat()),
    phrases: phrases.map((text, at) => ({ text, found: sets[at]!.size })),
  };
}

/** One word per term, because items are found by terms. */
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

/** Narrows the filter, so that candidates are among the items that pass the restriction. */
export function restricted(filter: SearchFilter, { only, without }: Restriction): SearchFilter {
  const { itemIds, excludeItemIds = [] } = filter;
  if (!only && without.size === 0) return filter;
  if (!only) return { ...filter, excludeItemIds: [...excludeItemIds, ...without] };
  const allowed = itemIds ? itemIds.filter((itemId) => only.has(itemId)) : [...only];
  return { ...filter, itemIds: allowed.filter((itemId) => !without.has(itemId)) };
}
