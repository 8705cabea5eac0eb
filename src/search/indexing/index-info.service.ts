/** What searches of an account run on: the engine, the model and its languages, and the index. */
import { knownLanguages, type Embedder } from '../../../indexer/index.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { EmbedderProvider } from './embedder-provider.js';
import type { IndexInfo } from './index-info.schema.js';
import type { IndexProvider } from './index-provider.js';

export type IndexInfoService = ReturnType<typeof createIndexInfoService>;

export const createIndexInfoService = ({
  index,
  embedder,
}: {
  index: Pick<IndexProvider, 'current'>;
  embedder: Pick<EmbedderProvider, 'get'>;
}) => {
  /** By model. */
  const measured = new Map<string, Promise<string[]>>();

  /** Measured once per model, which takes a few embeddings. */
  const languagesOf = (model: Embedder): Promise<string[]> => {
    const known = measured.get(model.modelId) ?? knownLanguages(model);
    measured.set(model.modelId, known);
    known.catch(() => measured.delete(model.modelId));
    return known;
  };

  return {
    /** @throws {IndexUnavailableError} also when the index has not been built yet */
    read: async ({ accountId }: Caller): Promise<IndexInfo> => {
      const { version, index: active } = await index.current();
      const model = await embedder.get().catch(() => null);
      const { items, chunks } = await active.counts(accountId);
      return {
        engine: version.engine,
        modelId: version.modelId,
        dimensions: version.dimensions,
        configuredModelId: model?.modelId ?? null,
        languages: model?.modelId === version.modelId ? await languagesOf(model).catch(() => null) : null,
        builtDate: version.activeDate ?? version.entryDate,
        items,
        passages: chunks,
      };
    },
  };
};
