/** The schema of what searches run on. */
import { z } from 'zod';
import { dateTimeOutput } from '../../platform/lib/fields.js';

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

export type IndexInfo = z.input<typeof indexInfo>;
