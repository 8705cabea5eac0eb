/** Brings what the index holds of processed items up to date from SQL, writing no more than it must. */
import { embedItems, headText, type SearchIndex, type ItemUpdate } from '../../../indexer/index.js';
import type { Db } from '../../platform/db/dialect.js';
import type { EmbedderProvider } from './embedder-provider.js';
import { loadItems } from './indexable-item.repository.js';

interface Deps {
  db: Db;
  embedder: EmbedderProvider;
}

/** Facts and words of items that the index holds; whole items where it does not. Items without chunks are passed over. */
export const refreshItems = async (
  { db, embedder }: Deps,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const items = await loadItems(db, accountId, itemIds, { withChunks: false });
  if (items.length === 0) return;
  const first = items.map(({ draft }) => ({ itemId: draft.itemId, ordinal: 0 }));
  const held = new Set((await index.readChunks(accountId, first)).map(({ itemId }) => itemId));
  const drafts = items.map(({ draft }) => draft).filter(({ itemId }) => held.has(itemId));
  if (drafts.length > 0) {
    const vectors = await (await embedder.get()).embedDocuments(drafts.map(headText));
    await index.updateAttributes(
      drafts.map(({ title, description, ...facts }, i): ItemUpdate => ({
        ...facts,
        words: { title, description, titleVector: vectors[i]! },
      })),
    );
  }
  const lacking = itemIds.filter((id) => !held.has(id));
  if (lacking.length > 0) await replaceItems({ db, embedder }, index, accountId, lacking);
};

/** Whole items from the chunks in SQL. */
export const replaceItems = async (
  { db, embedder }: Deps,
  index: SearchIndex,
  accountId: number,
  itemIds: readonly number[],
): Promise<void> => {
  const items = await loadItems(db, accountId, itemIds, { withChunks: true });
  const drafts = items.map(({ draft }) => draft).filter(({ chunks }) => chunks.length > 0);
  if (drafts.length > 0) await index.replaceItems(await embedItems(await embedder.get(), drafts));
};
