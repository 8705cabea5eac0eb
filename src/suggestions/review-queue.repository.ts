/** What entries of the review queue show besides their columns, in a fixed number of queries. */
import type { Versification } from '../../indexer/index.js';
import { accountReaders } from '../identity/accounts/account.repository.js';
import type { Db } from '../platform/db/dialect.js';
import { rowsById, rowsWhere } from '../platform/db/rows.js';
import type { QueuedSuggestion } from './review-queue.schema.js';
import { suggestedPassage, suggestionText, type Waiting } from './waiting-suggestions.js';

type Passage = QueuedSuggestion['passage'];

/** The indexed passage at the time of each suggestion; of two that overlap, the later one. */
const passagesAt = async (
  db: Db,
  accountId: number,
  waiting: readonly Waiting[],
): Promise<Map<number, Passage>> => {
  const ids = waiting.filter(({ startMs, quote }) => startMs !== null && quote === null).map(({ id }) => id);
  if (ids.length === 0) return new Map();
  const rows = await rowsWhere(db, 'waitingSuggestion', { accountId })
    .innerJoin('chunk', (join) =>
      join
        .onRef('chunk.itemId', '=', 'waitingSuggestion.itemId')
        .onRef('chunk.startMs', '<=', 'waitingSuggestion.startMs')
        .onRef('chunk.endMs', '>', 'waitingSuggestion.startMs'),
    )
    .select(['waitingSuggestion.id', 'chunk.text', 'chunk.startMs', 'chunk.endMs'])
    .where('waitingSuggestion.id', 'in', ids)
    .orderBy('chunk.itemId')
    .orderBy('chunk.ordinal')
    .execute();
  return new Map(rows.map(({ id, ...passage }) => [id, passage]));
};

export const completeQueue = async (
  db: Db,
  accountId: number,
  waiting: readonly Waiting[],
  expand: readonly string[],
): Promise<QueuedSuggestion[]> => {
  const passages = await passagesAt(db, accountId, waiting);
  const itemIds = waiting.map(({ itemId }) => itemId);
  const items = expand.includes('item') ? await rowsById(db, 'item', accountId, itemIds, true) : undefined;
  const { versification } = await accountReaders(db, accountId);
  return waiting.map((row) => ({
    ...queuedOf(row, versification),
    passage: row.quote === null ? (passages.get(row.id) ?? null) : quoted(row, row.quote),
    ...(items && { item: items.get(row.itemId) }),
  }));
};

const quoted = ({ startMs }: Waiting, text: string): Passage => ({ text, startMs, endMs: null });

/** The entry of a row, without its passage. */
export const queuedOf = (row: Waiting, versification: Versification): QueuedSuggestion => {
  const passage = suggestedPassage(row);
  const { kind, mediaAssetId, topicId, keyVerse, occurrences } = row;
  return {
    ...row,
    status: 'waiting',
    text: suggestionText(row, versification),
    passage: null,
    scripture: passage && { ...passage, keyVerse: keyVerse === 1 },
    chapter: kind === 'chapter' && mediaAssetId !== null ? { mediaAssetId } : null,
    topic: kind === 'topic' ? { topicId } : null,
    correction: kind === 'correction' ? { occurrences: occurrences ?? 0 } : null,
  };
};
