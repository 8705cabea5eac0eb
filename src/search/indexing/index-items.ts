/** Brings what the index holds of processed items up to date from SQL, writing no more than it must. */
import { embedTalks, headText, type SearchIndex, type TalkUpdate } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { EmbedderAccess } from './embedder-provider.js';
import { loadTalks } from './indexable-item.repository.js';

interface Deps {
  db: Db;
  embedder: EmbedderAccess;
}

/** Facts and words of items that the index holds; whole talks where it does not. Items without chunks are passed over. */
export const refreshTalks = async (
  { db, embedder }: Deps,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const talks = await loadTalks(db, accountId, itemIds, { withChunks: false });
  if (talks.length === 0) return;
  const first = talks.map(({ draft }) => ({ itemId: draft.itemId, ordinal: 0 }));
  const held = new Set((await index.readPassages(accountId, first)).map(({ itemId }) => itemId));
  const drafts = talks.map(({ draft }) => draft).filter(({ itemId }) => held.has(itemId));
  if (drafts.length > 0) {
    const vectors = await (await embedder.get()).embedPassages(drafts.map(headText));
    await index.updateFacts(
      drafts.map(({ title, description, ...facts }, i): TalkUpdate => ({
        ...facts,
        words: { title, description, titleVector: vectors[i]! },
      })),
    );
  }
  const lacking = itemIds.filter((id) => !held.has(id));
  if (lacking.length > 0) await replaceTalks({ db, embedder }, index, accountId, lacking);
};

/** Whole talks from the chunks in SQL. */
export const replaceTalks = async (
  { db, embedder }: Deps,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const talks = await loadTalks(db, accountId, itemIds, { withChunks: true });
  const drafts = talks.map(({ draft }) => draft).filter(({ chunks }) => chunks.length > 0);
  if (drafts.length > 0) await index.replaceTalks(await embedTalks(await embedder.get(), drafts));
};
