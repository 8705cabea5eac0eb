/** The topics of an account, and how many of its items mention a phrase. */
import { LRUCache } from 'lru-cache';
import { languagesOfNames, type KnownTopic } from '../../../indexer/index.js';
import { FROM_TRANSCRIPT, type FoundTopic } from '../../suggestions/found-suggestions.js';
import { processedStatuses } from '../../content/items/visibility.js';
import { countRows, existingRows } from '../../platform/db/rows.js';
import type { IndexingDeps } from '../../search/indexing/index-items.js';

/** Maximum number of an account's topics to consider. */
const MAX_TOPICS = 1_000;
/** Cached embeddings of names: a few MB. */
const CACHED_NAMES = 5_000;
/** Number of other items that must contain the words of a new topic … */
const MIN_ITEMS = 2;
/** … and the maximum share of all items, because a phrase in every talk distinguishes none. */
const MAX_SHARE = 0.5;
/** A smaller library is not enough to judge by. */
const MIN_LIBRARY = 5;

export const createTopicLibrary = ({
  db,
  index,
  embedder,
}: Pick<IndexingDeps, 'db' | 'index' | 'embedder'>) => {
  const embedded = new LRUCache<string, Float32Array>({ max: CACHED_NAMES });

  return {
    /** @throws {EmbedderUnavailableError} */
    topics: async (accountId: number): Promise<KnownTopic[]> => {
      const rows = await existingRows(db, 'topic', accountId)
        .select(['id', 'name'])
        .orderBy('id')
        .limit(MAX_TOPICS)
        .execute();
      if (rows.length === 0) return [];
      const model = await embedder.get();
      const keyOf = (name: string): string => `${model.modelId} ${name}`;
      const names = rows.map(({ name }) => name).filter((name) => !embedded.has(keyOf(name)));
      const vectors =
        names.length > 0 ? await model.embedDocuments(names, await languagesOfNames(model, names)) : [];
      names.forEach((name, i) => embedded.set(keyOf(name), vectors[i]));
      return rows.map(({ id, name }) => ({
        id,
        name,
        embedding: embedded.get(keyOf(name)) ?? new Float32Array(),
      }));
    },

    /**
     * Drops new topics that hardly any other item of the account mentions, or that most of them mention.
     * @throws {IndexUnavailableError}
     */
    withoutUnshared: async (
      accountId: number,
      itemId: number,
      topics: readonly FoundTopic[],
    ): Promise<FoundTopic[]> => {
      const isNew = ({ topicId, source }: FoundTopic): boolean =>
        topicId === null && source === FROM_TRANSCRIPT;
      if (!topics.some(isNew)) return [...topics];
      const processed = existingRows(db, 'item', accountId).where('status', 'in', processedStatuses);
      const items = await countRows(processed);
      const serving = items < MIN_LIBRARY ? null : await index.serving();
      const isShared = async (name: string): Promise<boolean> => {
        if (!serving) return false;
        const filter = { accountId, publishedOnly: false };
        const found = await serving.index.itemsWith(name, filter);
        const others = found.filter((id) => id !== itemId).length;
        return others >= MIN_ITEMS && others <= items * MAX_SHARE;
      };
      const shared = await Promise.all(
        topics.map(async (topic) => !isNew(topic) || (await isShared(topic.name))),
      );
      return topics.filter((_, i) => shared[i]);
    },
  };
};
