/** What searches of an account run on: the engine, the model and its languages, and the index. */
import { knownLanguages, type Embedder } from '../../../indexer/index.js';
import type { Caller } from '../../platform/lib/caller.js';
import type { EmbedderProvider } from './embedder-provider.js';
import type { IndexProvider } from './index-provider.js';
import { z } from 'zod';
import { dateTimeOutput } from '../../platform/lib/fields.js';

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

/** The schema of what searches run on. */
export const indexInfo = z
  .object({
    engine: z.string().meta({ description: '`embedded` or `qdrant`.' }),
    modelId: z.string().meta({ description: 'The embedding model with which the index was built.' }),
    dimensions: z.int(),
    configuredModelId: z.string().nullable().meta({
      description:
        'The model of this installation. If it is another one, searches are by words only until `lectern reindex` has run; null while it cannot be loaded.',
    }),
    languages: z
      .array(z.string())
      .nullable()
      .meta({
        description:
          'ISO 639-1 codes of the languages that the model knows, of those that Lectern can test: English, German, Spanish, French, Portuguese, Italian and Dutch. Null ' +
          'without the model.',
      }),
    builtDate: dateTimeOutput.meta({ description: 'When searches began to use the index.' }),
    items: z.int().meta({ description: 'Items of the account in the index, published or not.' }),
    passages: z.int().meta({ description: 'Passages of these items.' }),
  })
  .meta({ id: 'SearchIndex' });

type IndexInfo = z.input<typeof indexInfo>;
