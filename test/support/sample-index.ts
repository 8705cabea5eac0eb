/** The sample talks in a search index with the shipped model, without server and database. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  chunkSegments,
  createEmbeddedIndex,
  embedItems,
  includedModel,
  parseReferences,
  type Embedder,
  type EmbeddedIndex,
} from '../../indexer/index.js';
import { catalogDocuments, readCatalog, type Catalog } from '../../scripts/seed/catalog.js';
import { loadSharedEmbedder } from './shared-embedder.js';

const ROOT = resolve(import.meta.dirname, '../..');

export interface SampleIndex {
  index: EmbeddedIndex;
  /** The index's folder. */
  file: Parameters<typeof createEmbeddedIndex>[0];
  embedder: Embedder;
  catalog: Catalog;
  /** Item ids are positions in the catalogue's collections, from 1. */
  idOf(title: string): number;
  titleOf(itemId: number): string;
  /** Removes the index while handles are open. */
  wreck(): Promise<void>;
  dispose(): Promise<void>;
}

/** The talks of the catalogue's collection Items have collection 2 and speaker 2, the others 1 and 1. */
export const sampleIndex = async (): Promise<SampleIndex> => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-ranking-'));
  const embedder = await loadSharedEmbedder({
    ...includedModel(ROOT),
    cacheDir: folder,
  });
  const { modelId, dimensions } = embedder;
  const file = { folder: join(folder, 'index'), modelId, dimensions, tableSuffix: '1' };
  const index = createEmbeddedIndex(file);
  const catalog = await readCatalog(ROOT);
  const documents = (
    await Promise.all(catalog.collections.map(({ name }) => catalogDocuments(ROOT, catalog, name)))
  ).flat();
  const drafts = documents.map((document, at) => {
    const passages = document.scriptures.flatMap((text) => parseReferences(text));
    const collectionId = document.path.includes('/talks/') ? 2 : 1;
    return {
      accountId: 1,
      itemId: at + 1,
      collectionId,
      seriesId: null,
      speakerIds: [collectionId],
      topicIds: [],
      books: [...new Set(passages.map(({ book }) => book))],
      chapters: [...new Set(passages.map(({ book, chapter }) => `${book}.${chapter}`))],
      date: document.date ?? '2024-01-01',
      published: true,
      title: document.title,
      description: [document.description ?? '', ...document.speakers, ...document.topics].join(' '),
      mediaAssetId: null,
      chunks: chunkSegments(document.segments),
    };
  });
  await index.replaceItems(await embedItems(embedder, drafts));
  const titles = documents.map(({ title }) => title);
  return {
    index,
    file,
    embedder,
    catalog,
    idOf: (title) => titles.indexOf(title) + 1,
    titleOf: (itemId) => titles[itemId - 1] ?? '',
    wreck: () => rm(join(folder, 'index'), { recursive: true, force: true }),
    dispose: async () => {
      await index.close();
      await embedder.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
